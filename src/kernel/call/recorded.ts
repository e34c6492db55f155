import { appendEvent, eventsOfKinds } from "../events/index.ts";
import { LOCAL_USER } from "../identity/index.ts";
import type { ImportHost } from "../world.ts";
import type { CallParts } from "./parts.ts";
import { derive } from "./scope.ts";

/** What a person at the command line changes is in that person's log. */
export function recordedOn(parts: CallParts): ImportHost["derive"] {
  const actor = { user: LOCAL_USER, agent: null, client: "bailiwick" };
  return (work) =>
    derive(parts, LOCAL_USER, (derived) =>
      work({
        ...derived,
        async record(server, tool, event) {
          const origin = { tenant: LOCAL_USER, server, tool, actor, approvalId: null };
          await appendEvent(derived.sql, parts.env, origin, event);
        },
        entries: (server, kinds) => eventsOfKinds(derived.sql, LOCAL_USER, server, kinds),
      }),
    );
}

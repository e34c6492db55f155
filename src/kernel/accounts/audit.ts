import type { Env } from "../env.ts";
import { appendEvent } from "../events/index.ts";
import { ACCOUNTS } from "../installation.ts";
import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import { IDENTITY_SERVER } from "./store/check-users.ts";

/** Refusals that are kept of one minute: whoever sends nonsense all day must not fill the log. */
const REFUSALS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Adds what happened to the log of accounts. Never a password, a token or a word that somebody typed for one. */
export async function note(sql: Sql, env: Env, tool: string, kind: string, payload: JsonObject, by?: string) {
  const actor = { user: by ?? ACCOUNTS, agent: null, client: "bailiwick" };
  const origin = { tenant: ACCOUNTS, server: IDENTITY_SERVER, tool, actor, approvalId: null };
  await appendEvent(sql, env, origin, { kind, payload });
}

/** Says of a refusal whether it is still to be recorded. */
export function createRefusalBudget(env: Env): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(env.monotonicMs() / MINUTE_MS);
    if (now !== minute) {
      minute = now;
      count = 0;
    }
    count += 1;
    return count <= REFUSALS_PER_MINUTE;
  };
}

import type { CallFacts } from "../envelope.ts";
import type { Event } from "../event.ts";
import type { JsonObject } from "../json.ts";
import type { CallParts } from "./parts.ts";
import type { Reached } from "./reached.ts";
import type { CallRequest } from "./request.ts";

/** Tells what is known of a call by now, for whoever words its answer. */
export type FactsOf = (events?: readonly Event[], state?: JsonObject) => CallFacts;

export function createFacts(parts: CallParts, request: CallRequest, reached: Reached): FactsOf {
  let id: string | undefined;
  return (events = [], state) => ({
    // Most envelopes never ask for it.
    get callId() {
      id ??= parts.env.id();
      return id;
    },
    tool: reached.bound?.tool.name ?? request.name,
    effect: reached.bound?.tool.effect,
    dryRun: reached.common?.dryRun ?? false,
    at: parts.env.now(),
    events,
    state,
  });
}

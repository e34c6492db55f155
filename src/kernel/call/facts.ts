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
  const idOfCall = () => {
    id ??= parts.env.id();
    return id;
  };
  return (events = [], state) => new Facts(request, reached, parts.env.now(), events, state, idOfCall);
}

/** A class so that the id, which most envelopes never ask for, is made by a getter that costs nothing until then. */
class Facts implements CallFacts {
  readonly tool: string;
  readonly effect: CallFacts["effect"];
  readonly dryRun: boolean;
  readonly actor: CallFacts["actor"];
  readonly reasoning: string | null;
  readonly at: number;
  readonly events: readonly Event[];
  readonly state: JsonObject | undefined;
  private readonly idOfCall: () => string;

  constructor(
    request: CallRequest,
    { bound, caller, common }: Reached,
    at: number,
    events: readonly Event[],
    state: JsonObject | undefined,
    idOfCall: () => string,
  ) {
    this.tool = bound?.tool.name ?? request.name;
    this.effect = bound?.tool.effect;
    this.dryRun = common?.dryRun ?? false;
    this.actor = caller?.actor;
    this.reasoning = common?.reasoning ?? null;
    this.at = at;
    this.events = events;
    this.state = state;
    this.idOfCall = idOfCall;
  }

  get callId(): string {
    return this.idOfCall();
  }
}

import {
  type CallFacts,
  type Envelope,
  type Json,
  type JsonObject,
  jsonResult,
  rpcFailure,
} from "../../kernel/index.ts";
import { errorBody } from "./errors.ts";
import { uuidOf } from "./model/ids.ts";

const REHEARSED = "This was a rehearsal and nothing was kept. Call again with dry_run: false to apply it.";

/** The contract's one answer for every tool: `{success, data, event_id, timestamp, warnings, audit, error?}`. */
export const buildingEnvelope = envelopeOf(({ effect }) => (effect === "read" ? "read" : null));

/** The same for checks: they record that they ran and change nothing, so no reason is owed for them. */
export const checkEnvelope = envelopeOf(() => "read");

/** `unsaid` is what the audit tells where the caller gave no reason. */
function envelopeOf(unsaid: (facts: CallFacts) => string | null): Envelope {
  const auditOf = (facts: CallFacts) => auditWith(facts, facts.reasoning ?? unsaid(facts));
  return {
    success(value, facts) {
      const { warnings = [], dry_run, would_record, data_warnings, ...data } = value;
      const told = [...(warnings as string[]), ...(dry_run === true ? [REHEARSED] : [])];
      return jsonResult({
        success: true,
        // A contract that answers with warnings of its own means findings, not remarks about the call.
        data: { ...data, ...(data_warnings !== undefined && { warnings: data_warnings }), ...eventsOf(facts) },
        event_id: facts.dryRun ? null : (facts.events.at(-1)?.id ?? null),
        timestamp: timeOf(facts),
        warnings: [...told, ...leftOut(facts)],
        audit: auditOf(facts),
        ...(dry_run === true && { dry_run: true, would_record: asArray(would_record).slice(0, EVENTS_NAMED_MAX) }),
      });
    },
    failure(error, facts) {
      if (error.code === "unknown_tool") return rpcFailure(error);
      const body = {
        success: false,
        data: {},
        event_id: null,
        timestamp: timeOf(facts),
        warnings: [],
        audit: auditOf(facts),
        ...(facts.dryRun && { dry_run: true }),
        error: errorBody(error),
      };
      return jsonResult(body, true);
    },
    schema: (data) => ({
      type: "object",
      properties: {
        success: { type: "boolean" },
        data: withEvents(orNothing(withOwnWarnings(data))),
        event_id: { type: ["string", "null"] },
        timestamp: { type: "string" },
        warnings: { type: "array", items: { type: "string" } },
        audit: {
          type: "object",
          properties: {
            user_id: { type: ["string", "null"] },
            agent_id: { type: ["string", "null"] },
            reasoning: { type: ["string", "null"] },
          },
        },
      },
      required: ["success", "data", "event_id", "timestamp", "warnings", "audit"],
    }),
  };
}

/** As `success` names it. */
function withOwnWarnings(data: JsonObject): JsonObject {
  const { properties, required } = data as { properties?: JsonObject; required?: readonly string[] };
  if (properties?.data_warnings === undefined) return data;
  const { data_warnings, ...others } = properties;
  const names = required?.map((name) => (name === "data_warnings" ? "warnings" : name));
  return {
    ...data,
    properties: { warnings: data_warnings, ...others },
    ...(names !== undefined && { required: names }),
  };
}

/** Clients check refusals against the schema as well, and a refusal's data are empty. */
function orNothing({ required, ...data }: JsonObject): JsonObject {
  return required === undefined ? data : { ...data, anyOf: [{ required }, { maxProperties: 0 }] };
}

/** What `success` adds: the events of a write, and of a rehearsal why a person would be asked. */
function withEvents(data: JsonObject): JsonObject {
  const added = { event_ids: { type: "array", items: { type: "string" } }, needs_approval: { type: "string" } };
  return { ...data, properties: { ...(data.properties as JsonObject | undefined), ...added } };
}

/** All that one call recorded; the envelope's own `event_id` is the last of them. */
function eventsOf({ dryRun, effect, events }: CallFacts): JsonObject {
  return dryRun || effect === "read" ? {} : { event_ids: events.slice(0, EVENTS_NAMED_MAX).map(({ id }) => id) };
}

/** A whole building comes in as one call: its events would not fit into one answer. */
const EVENTS_NAMED_MAX = 500;

function leftOut({ events }: CallFacts): string[] {
  if (events.length <= EVENTS_NAMED_MAX) return [];
  return [`Of ${events.length} events the first ${EVENTS_NAMED_MAX} are named; get_event_log has them all.`];
}

function asArray(given: Json | undefined): readonly Json[] {
  return Array.isArray(given) ? given : [];
}

function timeOf({ at }: CallFacts): string {
  return new Date(at).toISOString();
}

function auditWith({ actor }: CallFacts, reasoning: string | null): JsonObject {
  if (actor === undefined) return { user_id: null, agent_id: null, reasoning };
  const { user, agent, client } = actor;
  return {
    user_id: uuidOf("user", user),
    // An agent that names itself is called so; one that does not is known by the program it came through.
    agent_id: agent === null || agent !== (client ?? "agent") ? agent : uuidOf("agent", agent),
    reasoning,
  };
}

import type { Event, JsonObject } from "../../../kernel/index.ts";
import {
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITY_SPLIT,
  FIELD_CORRECTED,
  payloadOf,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  type RecordedObservation,
  type RelationshipStatement,
  SOURCE_STORED,
  type Statement,
} from "../apply/recorded.ts";
import { schemaFor } from "../schema/index.ts";
import { timelineOf } from "../timeline.ts";
import { addressOf } from "./addresses.ts";

const ANY_PERIOD = addressOf.timeline("*");
const ANY_TYPE = addressOf.relationshipsOfType("*");

/** Entries after which periods and types of relationships may come onto the list or leave it. */
const REARRANGING = new Set([ENTITY_DELETED, ENTITY_RESTORED, ENTITIES_MERGED, ENTITIES_UNMERGED, ENTITY_SPLIT]);

/** The addresses that an entry may put on the list of resources; with `*`, some may have left it as well. */
export function listedBy(event: Event): readonly string[] {
  if (REARRANGING.has(event.kind)) return [ANY_PERIOD, ANY_TYPE];
  if (event.kind === RELATIONSHIP_DELETED) return [ANY_TYPE];
  if (event.kind === RELATIONSHIP_STATED) {
    return [addressOf.relationshipsOfType(payloadOf<RelationshipStatement>(event).relationship.relationship_type)];
  }
  if (event.kind !== SOURCE_STORED && event.kind !== FIELD_CORRECTED) return [];
  const { observations } = payloadOf<Statement>(event);
  const periods = [...new Set(observations.flatMap(periodsOf))];
  const isMoved = event.kind === FIELD_CORRECTED && (periods.length > 0 || observations.some(clearsSomething));
  return isMoved ? [ANY_PERIOD] : periods;
}

function clearsSomething({ fields, fragments }: RecordedObservation): boolean {
  return [...Object.values(fields), ...Object.values(fragments)].includes(null);
}

/** The years and months of a row's dates, as the timeline would show them. */
function periodsOf({ id, rule_id, entity_type, fields, fragments }: RecordedObservation): string[] {
  const said = (values: JsonObject) => Object.fromEntries(Object.keys(values).map((name) => [name, id]));
  const events = timelineOf(
    schemaFor(entity_type),
    { id: rule_id, entity_type, canonical_name: "" },
    { snapshot: fields, provenance: said(fields), fragments, fragment_provenance: said(fragments), deletion: null },
    () => "",
  );
  return events.flatMap(({ event_timestamp }) => {
    const month = new Date(event_timestamp).toISOString().slice(0, "2024-03".length);
    return [addressOf.timeline(month.slice(0, "2024".length)), addressOf.timeline(month)];
  });
}

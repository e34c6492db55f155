import type { Event } from "../../../kernel/index.ts";
import { isMemory, memoryElements } from "./memory/recorded.ts";
import { payloadOf, REQUEST_ANSWERED, type Statement } from "./recorded.ts";
import { SCHEMA_REGISTERED, type SchemaRegistered } from "./schema/recorded-schema.ts";

/** What an entry touches: one element an observation, by the types of their entities. Of what does not say, nothing is known. */
export function touchesOf(event: Event) {
  if (event.kind === REQUEST_ANSWERED) return { elements: 0, entity_types: [] };
  if (event.kind === SCHEMA_REGISTERED) {
    return { elements: 1, entity_types: [payloadOf<SchemaRegistered>(event).schema.entity_type] };
  }
  if (isMemory(event)) return { elements: memoryElements(event.payload) };
  const { observations, entity_types } = payloadOf<Partial<Statement>>(event);
  if (observations === undefined) return entity_types === undefined ? {} : { entity_types };
  return {
    elements: observations.length,
    ids: observations.map(({ rule_id }) => rule_id),
    entity_types: [...new Set([...observations.map((one) => one.entity_type), ...(entity_types ?? [])])],
  };
}

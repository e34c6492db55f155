import type { Event, IndexWriter } from "../../../kernel/index.ts";
import { payloadOf } from "../model/recorded.ts";
import type { SchemaRegistered } from "../model/schema/recorded-schema.ts";
import type { Stores } from "../store/stores.ts";
import { rebuildChain } from "./merges.ts";
import { createTouchedEntities } from "./touched-entities.ts";

/** A schema comes, and with it what is known of entities may be read in another way. */
export async function applySchema(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { schema, activate, refold, recommendation } = payloadOf<SchemaRegistered>(event);
  const before = (await stores.schemas.book()).of(schema.entity_type);
  await stores.schemas.insert(schema, activate);
  if (recommendation !== undefined) await stores.recommendations.insert(recommendation);
  if (!activate) return;
  // One after another: a type may have more entities than memory should hold.
  for await (const id of stores.entities.holding(schema.entity_type, refold)) {
    const touched = createTouchedEntities(stores, event, index);
    await touched.open([id]);
    const draft = touched.draft(id);
    draft.schema_before = before;
    await rebuildChain(stores, touched, [draft], undefined);
    await touched.save();
  }
}

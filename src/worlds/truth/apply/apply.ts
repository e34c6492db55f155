import type { Event, IndexWriter, Sql } from "../../../kernel/index.ts";
import {
  answeredIn,
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITY_SPLIT,
  FIELD_CORRECTED,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  REQUEST_ANSWERED,
  SOURCE_READMITTED,
  SOURCE_STORED,
  SOURCE_WITHDRAWN,
  saysNothing,
} from "../model/recorded.ts";
import { SCHEMA_REGISTERED } from "../model/schema/recorded-schema.ts";
import { Stores } from "../store/stores.ts";
import { MEMORY_APPLIES } from "./memory.ts";
import { applyMerge, applySplit, applyUnmerge } from "./merges.ts";
import { applyRelationship } from "./relationships.ts";
import { applySchema } from "./schema.ts";
import { applyStatement } from "./statement.ts";
import { applyReadmission, applyWithdrawal } from "./withdrawals.ts";

const APPLIES: Readonly<Record<string, (event: Event, stores: Stores, index: IndexWriter) => Promise<void>>> = {
  [SOURCE_STORED]: applyStatement,
  [FIELD_CORRECTED]: applyStatement,
  [ENTITY_DELETED]: applyStatement,
  [ENTITY_RESTORED]: applyStatement,
  [ENTITIES_MERGED]: applyMerge,
  [ENTITIES_UNMERGED]: applyUnmerge,
  [ENTITY_SPLIT]: applySplit,
  [RELATIONSHIP_STATED]: applyRelationship,
  [RELATIONSHIP_DELETED]: applyRelationship,
  [SOURCE_WITHDRAWN]: applyWithdrawal,
  [SOURCE_READMITTED]: applyReadmission,
  [REQUEST_ANSWERED]: async () => {},
  [SCHEMA_REGISTERED]: applySchema,
  ...MEMORY_APPLIES,
};

/** The only writer of this world's projections, and of what its entries make findable. What it reads is the entry and the projections themselves. */
export async function applyTruth(event: Event, sql: Sql, index: IndexWriter): Promise<void> {
  const apply = APPLIES[event.kind];
  if (apply === undefined) throw new TypeError(`the log holds an entry that this build does not know: ${event.kind}`);
  const stores = new Stores(sql, event.tenant);
  const answered = answeredIn(event);
  if (answered !== undefined) await stores.requests.insert(answered, event.at);
  if (!saysNothing(event)) await apply(event, stores, index);
}

import { isLive } from "../model/entity.ts";
import { type ValueKey, valueKeysOf } from "../model/values/value-keys.ts";
import type { ValueChange } from "../store/value-store.ts";
import { type EntityDraft, stateOf } from "./entity-draft.ts";

const NONE: ReadonlyMap<string, ValueKey> = new Map();

/** What an entry does to the values by which an entity is listed. Only live entities have some. */
export function valueChange(draft: EntityDraft): ValueChange {
  const { before, folded, schema, id, entity_type } = draft;
  const wasLive = before !== undefined && isLive(before) && before.observation_count > 0;
  const old = wasLive ? valueKeysOf(draft.schema_before ?? schema, before) : NONE;
  const now = isLive(stateOf(draft)) && draft.observation_count > 0 ? valueKeysOf(schema, folded) : NONE;
  return {
    entity_id: id,
    entity_type,
    come: [...now].flatMap(([key, value]) => (old.has(key) ? [] : [value])),
    gone: [...old].flatMap(([key, value]) => (now.has(key) ? [] : [value])),
  };
}

import type { Sql } from "../../../kernel/index.ts";
import { isLive } from "../model/entity.ts";
import { valueKeysOf } from "../model/values/value-keys.ts";
import { Stores } from "./stores.ts";
import { tenantsOfTypes } from "./type-store.ts";

const ENTITIES_PER_STEP = 500;

/** Writes the values of entities that were there before the table was. */
export async function fillValues(sql: Sql): Promise<void> {
  for (const tenant of await tenantsOfTypes(sql)) {
    const stores = new Stores(sql, tenant);
    const book = await stores.schemas.book();
    for (let after = ""; ; ) {
      const entities = await stores.entities.knownAfter(after, {}, undefined, ENTITIES_PER_STEP);
      await stores.values.write(
        entities.filter(isLive).map((entity) => ({
          entity_id: entity.id,
          entity_type: entity.entity_type,
          come: [...valueKeysOf(book.of(entity.entity_type), entity).values()],
          gone: [],
        })),
      );
      const last = entities.at(-1);
      if (entities.length < ENTITIES_PER_STEP || last === undefined) break;
      after = last.id;
    }
  }
}

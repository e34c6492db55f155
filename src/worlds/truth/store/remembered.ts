import type { Sql } from "../../../kernel/index.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";

/** What was read in a transaction and not changed in it since. */
interface Remembered {
  readonly entityRows: Map<string, unknown>;
  book?: Promise<SchemaBook> | undefined;
}

const transactions = new WeakMap<Sql, Remembered>();

/**
 * From here on a transaction remembers what its stores read: what plans a store reads the same rows as what applies it,
 * and to a server each reading is a round trip. Nobody else changes them meanwhile: the transaction holds the lane.
 */
export function remember(sql: Sql): void {
  if (!transactions.has(sql)) transactions.set(sql, { entityRows: new Map() });
}

/** What there is to remember; undefined in a transaction that was not told to. */
export function rememberedIn(sql: Sql): Remembered | undefined {
  return transactions.get(sql);
}

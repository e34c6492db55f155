import { KernelError } from "../../../kernel/index.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";

/** What a row says of itself that was written before rows had a hash. */
export const UNHASHED = "";

/** Columns that every hashed table has besides its own. */
export interface HashedRow {
  readonly tenant_id: string;
  readonly row_hash: string;
}

/** Refuses to answer, or to go on, from a row that somebody changed behind our back. */
export function requireUnaltered(
  table: string,
  id: string,
  { row_hash }: Pick<HashedRow, "row_hash">,
  values: readonly ColumnValue[],
): void {
  if (row_hash === UNHASHED || row_hash === rowHash(values)) return;
  throw new KernelError("row_altered", "A stored row is not what was written: it was changed outside Bailiwick.", {
    table,
    id,
  });
}

import type { Projection } from "../../../kernel/index.ts";

/** A table's part in the state root: what is known, with nothing of when it arrived. */
export function projection(table: string, key: readonly string[], columns: readonly string[]): Projection {
  const orderBy = ["tenant_id", ...key];
  return { table, orderBy, columns: [...orderBy, ...columns] };
}

import { createHash } from "node:crypto";
import { canonicalJson, hashOf } from "../canonical-json.ts";
import type { Json } from "../json.ts";
import { list, name, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Projection } from "../world.ts";

/** What is known, as one hash per world and one over all. */
export interface StateRoot {
  readonly worlds: Readonly<Record<string, string>>;
  readonly root: string;
}

/** Hashes the content of every projection. How and when it arrived does not count. */
export async function stateRoot(
  sql: Sql,
  worlds: readonly { readonly name: string; readonly projections?: readonly Projection[] | undefined }[],
): Promise<StateRoot> {
  const roots: Record<string, string> = {};
  for (const { name: world, projections } of worlds) {
    const tables: Record<string, string> = {};
    for (const projection of projections ?? []) {
      const { hash, isEmpty } = await tableHash(sql, projection);
      if (!(isEmpty && projection.isLater)) tables[projection.table] = hash;
    }
    const isNothing = projections === undefined || (projections.length > 0 && Object.keys(tables).length === 0);
    if (!isNothing) roots[world] = hashOf(tables);
  }
  return { worlds: roots, root: hashOf(roots) };
}

async function tableHash(
  sql: Sql,
  { table, columns, orderBy }: Projection,
): Promise<{ readonly hash: string; readonly isEmpty: boolean }> {
  const hash = createHash("sha256");
  let isEmpty = true;
  const rows = sql.each<Record<string, Json>>(
    query`select ${list(columns.map(name))} from ${name(table)} order by ${list(orderBy.map(name))}`,
  );
  for await (const row of rows) {
    hash.update(`${canonicalJson(row)}\n`);
    isEmpty = false;
  }
  return { hash: hash.digest("hex"), isEmpty };
}

import { list, name, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Derivation } from "../world.ts";
import { compareTable, type Difference } from "./compare-tables.ts";

/** Brings a table to what the log gives; answers with how many rows changed. */
export async function makeGood(live: Sql, expected: Sql, derivation: Derivation, tenant: string): Promise<number> {
  const differences: Difference[] = [];
  for await (const difference of compareTable(live, expected, derivation, tenant)) differences.push(difference);
  // First what goes: a row that comes may have a unique value of one that goes.
  const kept = new Map<Difference, Difference["live"]>();
  for (const difference of differences) {
    if (difference.live === undefined) continue;
    kept.set(difference, difference.live);
    await live.run(query`delete from ${name(derivation.table)} where ${sameKey(derivation, difference.live)}`);
  }
  for (const difference of differences) {
    if (difference.expected === undefined) continue;
    const own = Object.fromEntries(
      (derivation.except ?? []).map((column) => [column, kept.get(difference)?.[column] ?? null]),
    );
    await insert(live, derivation.table, { ...difference.expected, ...(kept.has(difference) && own) });
  }
  return differences.length;
}

function sameKey({ key }: Derivation, row: NonNullable<Difference["live"]>) {
  return ["tenant_id", ...key]
    .map((column) => query`${name(column)} = ${row[column] ?? null}`)
    .reduce((all, one) => query`${all} and ${one}`);
}

async function insert(sql: Sql, table: string, row: NonNullable<Difference["live"]>): Promise<void> {
  const columns = Object.keys(row);
  await sql.run(query`insert into ${name(table)} (${list(columns.map(name))})
    values (${list(columns.map((column) => row[column] ?? null))})`);
}

import { createHash } from "node:crypto";
import { refuseCancelled } from "../cancel.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT, INSTALLATION } from "../installation.ts";
import { type Bindable, list, name, query, rows } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "./database.ts";
import { type Table, tablesOf } from "./table-facts.ts";

/** One commit holds so much at most: what a kill undoes is little, and memory does not grow with the rows. */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_VALUES = 8000;

type Row = Readonly<Record<string, Bindable>>;

export interface CopyOptions {
  /** Hears how many rows are there, of how many. */
  progress(done: number, total: number, what: string): void;
  readonly signal: AbortSignal;
  /** Runs at the moment that is copied, while nobody writes who shares the installation's lane. */
  held?(): Promise<void>;
}

/**
 * Makes the tables of one database those of another, of whichever engines, as they are in one snapshot. What an earlier
 * try brought over stays; each table is compared to its end, and one that differs is brought over anew.
 */
export async function copyTables(source: Database, target: Database, options: CopyOptions): Promise<number> {
  return source.read(EVERY_TENANT, async (from) => {
    const { held } = options;
    if (held !== undefined) {
      const pin = async () => {
        // The first look is what pins it: what is committed from here on it does not see.
        await from.first(query`select 1 as seen`);
        await held();
      };
      await source.write(INSTALLATION, pin, { keep: false });
    }
    const tables = await sameTables(from, target);
    const counts = await Promise.all(tables.map((table) => countOf(from, table)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    let done = 0;
    for (const [index, table] of tables.entries()) {
      const shown = (copied: number) => options.progress(done + copied, total, `rows, ${table.name}`);
      await copyTable(from, target, table, shown, options.signal);
      done += counts[index] ?? 0;
      options.progress(done, total, `rows, ${table.name}`);
    }
    return total;
  });
}

/** Both must have the same tables with the same columns: nothing is left behind without a word. */
async function sameTables(from: Sql, target: Database): Promise<Table[]> {
  const [there, here] = [await tablesOf(from), await target.read(EVERY_TENANT, tablesOf)];
  const described = (tables: readonly Table[]) =>
    new Map(tables.map(({ name: table, columns, key }) => [table, JSON.stringify([columns, key])]));
  const [old, made] = [described(there), described(here)];
  const odd = [...new Set([...old.keys(), ...made.keys()])].filter((table) => old.get(table) !== made.get(table));
  const keyless = there.filter(({ key }) => key.length === 0).map((table) => table.name);
  if (odd.length + keyless.length === 0) return there;
  throw new KernelError("storage_corrupt", "The two databases do not have the same tables", {
    tables: [...odd, ...keyless].sort(),
  });
}

async function copyTable(
  from: Sql,
  target: Database,
  table: Table,
  shown: (copied: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await copyRows(from, target, table, shown, signal);
  const wanted = await hashOf(from, table);
  const isSame = async () => wanted === (await target.read(EVERY_TENANT, (sql) => hashOf(sql, table)));
  if (await isSame()) return;
  // Rows that were there already are not what they are now: somebody wrote since an earlier try.
  await target.write(EVERY_TENANT, (sql) => sql.run(query`delete from ${name(table.name)}`));
  await copyRows(from, target, table, shown, signal);
  if (await isSame()) return;
  throw new KernelError("storage_corrupt", "A table is not the same after it was brought over", { table: table.name });
}

/** Goes on after the last row that is there: rows come in the order of their keys. */
async function copyRows(
  from: Sql,
  target: Database,
  table: Table,
  shown: (copied: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const last = await target.read(EVERY_TENANT, (sql) => lastOf(sql, table));
  let copied = last === undefined ? 0 : await target.read(EVERY_TENANT, (sql) => countOf(sql, table));
  let batch: Row[] = [];
  let bytes = 0;
  const flush = async () => {
    refuseCancelled(signal);
    await target.write(EVERY_TENANT, (sql) => insert(sql, table, batch));
    copied += batch.length;
    shown(copied);
    batch = [];
    bytes = 0;
  };
  for await (const row of rowsAfter(from, table, last)) {
    batch.push(row);
    for (const value of Object.values(row)) bytes += typeof value === "string" ? value.length : sizeOf(value);
    if (bytes >= BATCH_BYTES || (batch.length + 1) * table.columns.length > BATCH_VALUES) await flush();
  }
  if (batch.length > 0) await flush();
}

function sizeOf(value: Bindable): number {
  return value instanceof Uint8Array ? value.length : 8;
}

function rowsAfter(sql: Sql, { name: table, columns, key }: Table, last: Row | undefined): AsyncIterable<Row> {
  const order = list(key.map(name));
  const after =
    last === undefined ? query`` : query`where (${order}) > (${list(key.map((column) => last[column] ?? null))})`;
  return sql.each<Row>(query`select ${list(columns.map(name))} from ${name(table)} ${after} order by ${order}`);
}

function lastOf(sql: Sql, { name: table, key }: Table): Promise<Row | undefined> {
  const order = list(key.map((column) => query`${name(column)} desc`));
  return sql.first<Row>(query`select ${list(key.map(name))} from ${name(table)} order by ${order} limit 1`);
}

async function countOf(sql: Sql, { name: table }: Table): Promise<number> {
  return (await sql.first<{ n: number }>(query`select count(*) as n from ${name(table)}`))?.n ?? 0;
}

async function insert(sql: Sql, { name: table, columns }: Table, batch: readonly Row[]): Promise<void> {
  const values = batch.map((row) => columns.map((column) => row[column] ?? null));
  await sql.run(query`insert into ${name(table)} (${list(columns.map(name))}) values ${rows(values)}`);
}

/** Over every column of every row, in the order of their keys. */
async function hashOf(sql: Sql, table: Table): Promise<string> {
  const hash = createHash("sha256");
  for await (const row of rowsAfter(sql, table, undefined)) {
    const values = table.columns.map((column) => plain(row[column] ?? null));
    hash.update(`${JSON.stringify(values)}\n`);
  }
  return hash.digest("hex");
}

function plain(value: Bindable): string | number | null | { readonly bytes: string } {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  return typeof value === "bigint" ? String(value) : value;
}

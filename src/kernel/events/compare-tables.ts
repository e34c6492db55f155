import { list, name, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Derivation, Finding } from "../world.ts";

type Value = string | number | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** A row that is not what the log says: too many, missing, or with another content. */
export interface Difference {
  readonly derivation: Derivation;
  readonly live: Row | undefined;
  readonly expected: Row | undefined;
  /** The columns that differ, where both are there. */
  readonly columns: readonly string[];
}

const SHOWN_CHARS_MAX = 60;

/** Walks two tables side by side, in the order of their keys. Of one tenant, or of all. */
export async function* compareTable(
  live: Sql,
  expected: Sql,
  derivation: Derivation,
  tenant?: string,
): AsyncIterable<Difference> {
  const ours = rowsOf(live, derivation, tenant)[Symbol.asyncIterator]();
  const theirs = rowsOf(expected, derivation, tenant)[Symbol.asyncIterator]();
  try {
    let [one, other] = [await next(ours), await next(theirs)];
    while (one !== undefined || other !== undefined) {
      const order = one === undefined ? 1 : other === undefined ? -1 : compareKeys(one, other, derivation);
      if (order < 0) yield { derivation, live: one, expected: undefined, columns: [] };
      else if (order > 0) yield { derivation, live: undefined, expected: other, columns: [] };
      else if (one !== undefined && other !== undefined) {
        const columns = differing(one, other, derivation);
        if (columns.length > 0) yield { derivation, live: one, expected: other, columns };
      }
      if (order <= 0) one = await next(ours);
      if (order >= 0) other = await next(theirs);
    }
  } finally {
    await ours.return?.();
    await theirs.return?.();
  }
}

function rowsOf(sql: Sql, { table, key }: Derivation, tenant: string | undefined): AsyncIterable<Row> {
  const order = list(["tenant_id", ...key].map(name));
  return tenant === undefined
    ? sql.each<Row>(query`select * from ${name(table)} order by ${order}`)
    : sql.each<Row>(query`select * from ${name(table)} where tenant_id = ${tenant} order by ${order}`);
}

async function next(rows: AsyncIterator<Row>): Promise<Row | undefined> {
  const { value, done } = await rows.next();
  return done === true ? undefined : value;
}

function compareKeys(one: Row, other: Row, { key }: Derivation): number {
  for (const column of ["tenant_id", ...key]) {
    const order = compareValues(one[column] ?? null, other[column] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** As both engines order it: text by its bytes. */
function compareValues(one: Value, other: Value): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

function differing(live: Row, expected: Row, { except = [], unset = {} }: Derivation): string[] {
  return Object.keys(expected).filter((column) => {
    if (except.includes(column) || isSame(live[column] ?? null, expected[column] ?? null)) return false;
    return !(Object.hasOwn(unset, column) && live[column] === unset[column]);
  });
}

function isSame(one: Value, other: Value): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return one === other;
}

/** A difference in words. */
export function findingOf({ derivation, live, expected, columns }: Difference): Finding {
  const row = live ?? expected ?? {};
  const key = ["tenant_id", ...derivation.key].map((column) => shown(row[column] ?? null)).join(" ");
  const what = `row ${derivation.table} ${key}`;
  if (live === undefined) return { what, reason: "is gone: the log gives it" };
  if (expected === undefined) return { what, reason: "does not follow from the log" };
  const column = columns[0] ?? "";
  const [found, wanted] = [shown(live[column] ?? null), shown(expected[column] ?? null)];
  return { what, reason: `${column} is ${found} where the log gives ${wanted}` };
}

function shown(value: Value): string {
  const text = value instanceof Uint8Array ? `${value.length} bytes` : String(value);
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}

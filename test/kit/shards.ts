import pg from "pg";
import { afterAll, expect } from "vitest";
import { isOfNobody, OF_ALL, tablesIn } from "./statements.ts";

// Every statement that a test sends to PostgreSQL is looked at: one over a table of tenants names the tenant, or on a
// cluster it would go to every server. Each table but one has tenants.

/** What is no table of tenants. */
const NO_TENANTS = /^(?:pg_\w+|schema_migration|information_schema|place|asked|set|each_row|citus\w*)$/;

/** Statements over all tenants at once that only PostgreSQL is sent. */
const OF_ALL_ON_POSTGRES = [
  // What belongs to no document is swept out, whoever had it.
  /^(?:select v\.key from|delete from) search_vector v where not exists/,
  // Migrations, and taking what was erased out of the files.
  /^(?:begin;|vacuum|create|alter|drop|do |grant|revoke)/,
  /^select 1 from "\w+" limit \?$/,
  /^select \* from search_space order by tenant_id, space$/,
  /^select d\.key, d\.tenant_id, d\.space, d\.text, d\.vector_model as model from search_vector v join/,
  /^update search_vector set hash = \? where key = \?$/,
];

const ofAll = new Set<string>();
const send = pg.Client.prototype.query;

function lookAt(text: string): void {
  const shape = text
    .replace(/\$\d+/g, "?")
    .replace(/\?(?:, \?)+/g, "?")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^declare each_row no scroll cursor for /, "");
  if (isOfNobody("postgres", shape, () => isOfAll(shape))) ofAll.add(shape);
}

function isOfAll(shape: string): boolean {
  if ([...OF_ALL, ...OF_ALL_ON_POSTGRES].some((all) => all.test(shape))) return false;
  const tables = tablesIn(shape).filter((table) => !NO_TENANTS.test(table));
  const conditions = shape.match(/\btenant_id\b/g)?.length ?? 0;
  return tables.length > conditions;
}

pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
  const [first] = args as unknown as [string | { text?: string }];
  const text = typeof first === "string" ? first : first?.text;
  if (text !== undefined) lookAt(text);
  return send.apply(this, args);
} as typeof send;

afterAll(() => {
  // The next file of this process has a list of its own.
  pg.Client.prototype.query = send;
  expect([...ofAll], "statements that a cluster would send to every server").toEqual([]);
});

import Sqlite from "better-sqlite3";
import { afterAll, expect } from "vitest";
import { EXPLAINED, isOfNobody, OF_ALL, tablesIn } from "./statements.ts";

// Every statement that a test lets SQLite prepare is looked at: one over a table of tenants names the tenant. It is
// explained too: one that walks through all rows of a tenant
// is fast in every test and slow for whoever has a million of them.

/** Walks that are meant: tables of few rows, counts of everything, and what says in its own words that it reads all. */
const MEANT = [
  // A migration gives rows another owner, once.
  /^update "\w+" set tenant_id = \? where tenant_id = 'local'/,
  /(?:from|update) (?:log_head|shelf_file|ledger_line|yard_post|permission) /,
  // The fixture's own notes, of which a test makes a few.
  /^select cast\(count\(\*\) as integer\) as notes from conformance_note where/,
  // Few links are ever revoked, and what has expired is not kept.
  /^delete from link_revocation where tenant_id = \? and until < \?$/,
  // Whoever verifies a log reads it.
  /^select (?:\*|seq, hash) from event where/,
  // Whoever erases compares a table with what the log gives.
  /^select \* from "\w+" where tenant_id = \? order by "tenant_id"/,
  // Whoever inspects looks at all there is.
  /^select distinct (?:collection_id from notebook_passage|space from search_document) where/,
  // Whoever erases leaves nothing in the index that no document has.
  /^select id from "search_text_\d+_docsize" where id not in/,
  /from truth_(?:type|schema) where/,
  // The whole memory is what read_graph answers with, and what search_nodes looks through, as the original does.
  /^select [\w, ]+ from truth_memory_\w+ where tenant_id = \?(?: order by seq, n)?$/,
  // Whoever lists the users, or the clients that were added by hand, sees them all.
  /^select (?:\*|name, state, role, password_hash) from account_user where tenant_id = \? order by name/,
  /^select count\(\*\) as n from truth_(?:timeline|source) where/,
  /^select relationship_type, count\(\*\) as n/,
  /from truth_(?:merge|observation) where .*\b(?:merged_at|assigned_at) > \?/,
  // A list of then goes back along the time, and stops where its page is full.
  /^select o\.entity_id, o\.observed_at from truth_observation o cross join truth_entity e/,
  // The ends of an index, which is not walked.
  /^select \(select min\(event_timestamp\) from truth_timeline where/,
  /from truth_identifier where tenant_id = \? and value like \?/,
  /^select id, digest from instruction_indexed where/,
  // A tenant has few spaces, and few documents are being worked on.
  /^select \* from search_space where tenant_id = \? and model is not null/,
  /^delete from search_claim where/,
  /^select id, summary, created_at from instruction_first_seen where/,
];

const walks: string[] = [];
const ofAll = new Set<string>();
const prepare = Sqlite.prototype.prepare;

/** Each table of tenants that a statement names must be narrowed to one, or joined to one that is. */
function isOfAll(db: Sqlite.Database, shape: string): boolean {
  if (OF_ALL.some((all) => all.test(shape))) return false;
  const column = prepare.call(db, "select 1 from pragma_table_info(?) where name = 'tenant_id'") as Sqlite.Statement;
  const named = tablesIn(shape).filter((table) => column.get(table) !== undefined);
  const conditions = shape.match(/\btenant_id\b/g)?.length ?? 0;
  return named.length > conditions;
}

Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
  const shape = text
    .replace(/\?(?:, \?)+/g, "?")
    // How SQLite is given a bound limit.
    .replaceAll("?+0", "?")
    .replace(/\s+/g, " ")
    .trim();
  if (isOfNobody("sqlite", shape, () => isOfAll(this, shape))) ofAll.add(shape);
  if (!EXPLAINED.has(shape) && shape.includes("tenant_id = ?") && !shape.startsWith("explain")) {
    EXPLAINED.add(shape);
    const bound = Array.from({ length: text.split("?").length - 1 }, () => 1);
    const explain = prepare.call(this, `explain query plan ${text}`) as Sqlite.Statement<unknown[]>;
    const steps = explain.all(...bound) as { detail: string }[];
    const sorts = steps.some(({ detail }) => detail.includes("TEMP B-TREE FOR ORDER BY"));
    const endsEarly = / limit [?1](?: offset \?)?$/.test(shape) && !sorts;
    const walk = steps.find(({ detail }) => isWalk(detail));
    if (walk !== undefined && !endsEarly && !MEANT.some((meant) => meant.test(shape))) {
      walks.push(`${walk.detail}: ${shape}`);
    }
  }
  return prepare.call(this, text);
} as typeof prepare;

function isWalk(step: string): boolean {
  if (/VIRTUAL TABLE|VALUES CLAUSE|CONSTANT ROW|SCAN (?:reached|place|g|c)$/.test(step)) return false;
  return step.startsWith("SCAN ") || /\(tenant_id=\?\)/.test(step);
}

afterAll(() => {
  // The next file of this process has a list of its own.
  Sqlite.prototype.prepare = prepare;
  expect([...ofAll], "statements over all tenants that do not say so").toEqual([]);
  expect(walks, "statements that read every row of a tenant").toEqual([]);
});

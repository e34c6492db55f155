import { expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { Query } from "../../src/kernel/query.ts";
import type { TestKernel } from "../kit/kernel.ts";
import { sampled } from "../kit/thorough.ts";
import { type Cell, type Cells, fits } from "./tamper/cells.ts";
import type { Edits } from "./tamper/edit.ts";
import { openFilled } from "./tamper/make-folder.ts";
import { createNaming, type Named } from "./tamper/name-ids.ts";
import { TRUTH_ROWS, WORLD_ROWS } from "./tamper/row-edits.ts";
import { TRUTH_ROW_CELLS, WORLD_ROW_CELLS } from "./tamper/row-table.ts";

const EDITS: Edits = { ...TRUTH_ROWS, ...WORLD_ROWS };
const TABLE: Readonly<Record<string, Cells>> = { ...TRUTH_ROW_CELLS, ...WORLD_ROW_CELLS };

/** Runs statements as somebody at the database would; answers with how many rows they hit. */
async function run(kernel: TestKernel, ...statements: readonly string[]): Promise<number> {
  return (await kernel.parts.database()).write(EVERY_TENANT, async (sql) => {
    let hit = 0;
    for (const text of statements) hit = await sql.change(new Query([text], []));
    return hit;
  });
}

/** Makes an edit, looks at what a full verification names first, and puts the table back as it was. */
async function namedAfter(kernel: TestKernel, statement: string): Promise<string> {
  const [, table = ""] = /^(?:update|delete from|insert into)\s+(\w+)/.exec(statement) ?? [];
  await run(kernel, `create table put_aside as table ${table}`);
  expect(await run(kernel, statement), statement).toBeGreaterThan(0);
  const { bad, damage, findings } = await kernel.verify({ full: true });
  expect([bad, damage]).toEqual([undefined, []]);
  await run(kernel, `delete from ${table}`, `insert into ${table} select * from put_aside`, "drop table put_aside");
  const [first] = findings;
  return first === undefined ? "" : `${first.what}: ${first.reason}`;
}

test("edits of rows on PostgreSQL are found by --full and named as on SQLite", async () => {
  const kernel = await openFilled("postgres");
  const database = await kernel.parts.database();
  const nameIds = await createNaming((question) =>
    database.read(EVERY_TENANT, (sql) => sql.all<Named>(new Query([question], []))),
  );
  expect(await kernel.verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });

  for (const [kind, edit] of sampled(Object.entries(EDITS), 3)) {
    if (typeof edit !== "string") throw new Error(`${kind} is more than a statement`);
    const cell: Cell = TABLE[kind]?.full ?? "";
    const named = nameIds(await namedAfter(kernel, edit));
    expect.soft({ kind, named: fits(cell, named) ? cell : named }).toEqual({ kind, named: cell });
  }
  expect(await kernel.verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });
});

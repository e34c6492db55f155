import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derivedRows, rebuiltRows } from "../../../../test/kit/derived-rows.ts";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { times } from "../../../../test/kit/thorough.ts";
import { begin, everyStep, take } from "../../../../test/kit/truth-steps.ts";
import { query } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";
import { truthWorld } from "../world.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("whatever was done, the log alone gives every row again to the last column", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(everyStep, { minLength: 1, maxLength: 12 }), async (taken) => {
        const { truth, ids } = await begin(engine);
        for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
        const database = await truth.parts.database();
        expect(await rebuiltRows(truth)).toEqual(await database.read(EVERY_TENANT, derivedRows));
        await truth.close();
      }),
      { numRuns: engine === "sqlite" ? times(30, 12) : times(6, 3), seed: 11 },
    );
  });
});

test("every table of this world follows from the log, but for requests that are older than that", async () => {
  const { truth } = await begin("sqlite");
  const database = await truth.parts.database();
  const tables = await database.read(EVERY_TENANT, (sql) =>
    sql.all<{ name: string }>(query`select name from sqlite_master where type = 'table' and name like 'truth_%'`),
  );
  const followed = (truthWorld.follows ?? []).map(({ table }) => table);
  expect(tables.map(({ name }) => name).sort()).toEqual([...followed, "truth_request_before"].sort());
});

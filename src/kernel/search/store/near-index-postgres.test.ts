import { expect, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import { startPgvector } from "../../../../test/kit/pgvector.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import { exactMs, isNearIndexWorth, isShareWorth, nearestByIndex } from "./near-index-postgres.ts";
import { openSpace } from "./space-store.ts";
import { postgresVectorIndex, preparePostgresVectors } from "./vector-index-postgres.ts";

const DIMENSIONS = 16;
const VECTORS = 300;

/** Numbers that are the same in every run. */
function madeVector(seed: number): Float32Array {
  let state = seed * 7919 + 17;
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}

test("the index of neighbours finds what looking at all finds, also under a condition, and is used from some thousands on", async () => {
  const kernel = await openTestKernel({ databaseUrl: await startPgvector(), embedder: "none" });
  const database = await kernel.parts.database();
  await database.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, DIMENSIONS));
  await database.write("ada", async (sql) => {
    const { row } = await openSpace(sql, "ada", "s");
    for (let key = 1; key <= VECTORS; key++) {
      await sql.run(query`insert into search_document (tenant_id, space, key, id, unit, text, group_id, position, filters, terms, since)
        values ('ada', 's', ${key}, ${`p${key}`}, 'passage', 'text', 'g', 0, '{}', 1, 1)`);
      await postgresVectorIndex.put(sql, row, { key, text: "text", model: "made" }, madeVector(key));
    }
  });
  await database.read("ada", async (sql) => {
    const { row } = await openSpace(sql, "ada", "s");
    for (const seed of [1001, 1002, 1003]) {
      const asked = madeVector(seed);
      for (const condition of [undefined, query`d.key % 5 = 0`]) {
        const exact = await postgresVectorIndex.nearest(sql, row, asked, condition, 10);
        const near = await nearestByIndex(sql, row, asked, condition, 10);
        expect(exact).toHaveLength(10);
        expect(near.filter((key) => exact.includes(key)).length).toBeGreaterThanOrEqual(9);
      }
      // Where a condition lets few through, those are all there are.
      const few = await nearestByIndex(sql, row, asked, query`d.key in (7, 8)`, 10);
      expect([...few].sort()).toEqual([7, 8]);
    }
    const plan = await sql.all<{ "QUERY PLAN": string }>(
      query`select indexname as "QUERY PLAN" from pg_indexes where indexname = ${`search_vector_near_${DIMENSIONS}`}`,
    );
    expect(plan).toHaveLength(1);
    // What there is to search is told by the space; how much of the table that is, by the table's own size.
    const worth = (documents: number) => isNearIndexWorth(sql, { ...row, documents, past: 0, pending: 0 }, DIMENSIONS);
    expect([await worth(VECTORS), await worth(100_000)]).toEqual([false, true]);
  });
  expect([isShareWorth(9000, 9000 * 1700, 384), isShareWorth(9000, 7_800_000 * 1700, 384)]).toEqual([true, false]);
  expect(exactMs(1000, 384)).toBeLessThan(20);
  expect(exactMs(100_000, 384)).toBeGreaterThan(20);
});

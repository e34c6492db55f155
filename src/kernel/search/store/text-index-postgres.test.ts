import { describe, expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../../test/kit/kernel.ts";
import { clusterServers } from "../../../../test/services/cluster-databases.ts";
import { type Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { postgresTextIndex } from "./text-index-postgres.ts";

const TENANT = "ada";
const PLACE = { tenant_id: TENANT, space: "s" };

// A cluster explains by itself what it sends to which worker: there test/cluster looks at it.
describe.skipIf(!ENGINES.includes("postgres") || clusterServers().length > 0)("on PostgreSQL", () => {
  test("a question reads the rows of its words, not all of the space, also where the server has no statistics", async () => {
    const kernel = await openTestKernel({ engine: "postgres", embedder: "none" });
    const database = await kernel.parts.database();
    const words = Array.from({ length: 600 }, (_, n) => `w${n.toString(36)}x`);
    await database.write(TENANT, (sql) =>
      kernel.parts
        .searchOn(sql, TENANT)
        .index(words.map((text, n) => ({ space: "s", id: `p${n}`, unit: "passage" as const, text }))),
    );
    const plan = await database.read(TENANT, async (sql) => {
      const asked: Query[] = [];
      const noting: Sql = {
        ...sql,
        all(one) {
          asked.push(one);
          return sql.all(one);
        },
      };
      const found = (await postgresTextIndex.ahead(noting, PLACE, words.slice(0, 3))) ?? [];
      expect(new Set(found.map(({ term }) => term)).size).toBe(4);
      const [first] = asked;
      if (first === undefined) throw new Error("nothing was asked");
      const lines = await sql.all<{ "QUERY PLAN": string }>(query`explain (analyze, costs off, timing off) ${first}`);
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    });
    expect(plan).toMatch(/Index Cond: .*bucket = b\.bucket/);
    expect(plan).not.toMatch(/Rows Removed by Filter/);
  });
});

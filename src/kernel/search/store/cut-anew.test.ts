import { describe, expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../../test/kit/kernel.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import { cutAnew, cutEndings, cutSpellings } from "./cut-anew.ts";
import { engineFor } from "./engine.ts";
import { findSpace } from "./space-store.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test.each([
    [cutAnew, "東京の天気", "天気"],
    [cutEndings, "영수증을", "영수증"],
    [cutEndings, "наушников", "наушники"],
    [cutSpellings, "maxRetryCount", "retry count"],
    [cutSpellings, "Wi-Fi", "wifi"],
    [cutSpellings, "במגירה", "מגירה"],
  ])(
    "what an earlier version cut otherwise is found by its words of now, and nothing else changes: %#",
    async (migration, text, asked) => {
      const kernel = await openTestKernel({ engine, embedder: "none", worlds: [] });
      const database = await kernel.parts.database();
      const passage = (id: string, text: string) => ({ space: "s", id, unit: "passage" as const, text });
      await kernel.derive(({ search }) => search.index([passage("a", text), passage("b", "plain words")]));
      const rows = () =>
        database.read(EVERY_TENANT, async (sql) => ({
          documents: await sql.all(query`select * from search_document order by key`),
          space: await findSpace(sql, "local", "s"),
        }));
      const find = async (text: string) =>
        (
          await database.read(EVERY_TENANT, (sql) =>
            kernel.parts.searchOn(sql, "local").find({ space: "s", text, limit: 2 }),
          )
        ).hits.map(({ document }) => document.id);
      const [wanted, whole] = [await rows(), 2];

      // As that version left it: one word from end to end.
      await database.write("local", async (sql) => {
        const space = await findSpace(sql, "local", "s");
        const key = (
          await sql.first<{ key: number }>(query`select key from search_document
        where tenant_id = 'local' and space = 's' and id = 'a'`)
        )?.key;
        if (space === undefined || key === undefined) throw new Error("nothing is indexed");
        await engineFor(sql.dialect).text.remove(sql, space, [{ key }]);
        await engineFor(sql.dialect).text.add(sql, space, [{ key, found: [text] }]);
        await sql.run(query`update search_document set terms = 1 where tenant_id = 'local' and key = ${key}`);
        await sql.run(query`update search_space set terms = ${1 + whole} where tenant_id = 'local' and space = 's'`);
      });
      await database.write(EVERY_TENANT, (sql) => migration.after?.(sql, kernel.parts.env) ?? Promise.resolve());

      expect(await rows()).toEqual(wanted);
      expect([await find(asked), await find("plain")]).toEqual([["a"], ["b"]]);
    },
  );
});

import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestNotebook } from "../../../../test/kit/notebook.ts";
import { query, type Sql } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";

const DAMAGES: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  "passages are gone": (sql) => sql.run(query`delete from search_document where key % 2 = 0`),
  "passages are wrong": (sql) => sql.run(query`update search_document set text = 'a zeppelin', filters = '{}'`),
  "passages were planted": (sql) =>
    sql.run(query`insert into search_document
      (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
      select key + 100000, tenant_id, space, id || 'x', unit, 'a zeppelin', group_id, position, filters, 2, since from search_document`),
  "everything is gone": async (sql) => {
    await sql.run(query`delete from search_document`);
    await sql.run(query`delete from search_space`);
  },
};

describe.each(ENGINES)("on %s", (engine) => {
  test.each(Object.entries(DAMAGES))("where %s, the files give them again", async (_, damage) => {
    const world = await openTestNotebook({ engine });
    const { collections } = await world.ask("list_collections");
    await world.ask("enter_collection", { collection_id: collections[0].collection_id });
    const found = async (text: string) => (await world.ask("semantic_search", { query: text, k: 5 })).results;
    const ask = async () => [await found("the barrel in the garden"), await found("zeppelin")];
    const before = await ask();
    expect(before).toEqual([[expect.anything()], []]);
    await (await world.parts.database()).write(EVERY_TENANT, damage);

    await world.reindex();
    expect(await ask()).toEqual(before);
    expect((await world.reindex()).worlds).toEqual([{ world: "notebook", added: 0, changed: 0, removed: 0 }]);
  });
});

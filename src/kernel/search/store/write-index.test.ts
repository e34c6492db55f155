import { describe, expect, test } from "vitest";
import { ENGINES, type Engine, openTestKernel } from "../../../../test/kit/kernel.ts";
import { EVERY_TENANT } from "../../installation.ts";
import type { SearchDocument, WritableSearch } from "../../search.ts";

const document = (id: string, text: string): SearchDocument => ({ space: "s", id, unit: "passage", text });

async function open(engine: Engine) {
  const kernel = await openTestKernel({ engine, embedder: { provider: "path", folder: "/nowhere" } });
  const database = await kernel.parts.database();
  const write = (work: (search: WritableSearch) => Promise<void>) =>
    database.write("local", (sql) => work(kernel.parts.searchOn(sql, "local")));
  const found = (text: string) =>
    database.read(EVERY_TENANT, async (sql) => {
      const { hits } = await kernel.parts.searchOn(sql, "local").find({ space: "s", text, limit: 10 });
      return hits.map((hit) => ({ id: hit.document.id, text: hit.document.text, score: hit.score }));
    });
  return { write, found };
}

describe.each(ENGINES)("on %s", (engine) => {
  test("a document that takes the place of the last one removed is ranked by its own words", async () => {
    const { write, found } = await open(engine);
    await write((search) => search.index([document("kept", "A lantern on the quay."), document("old", "A ferry.")]));
    expect(await found("ferry")).toMatchObject([{ id: "old", text: "A ferry." }]);
    await write((search) => search.remove("s", ["old"]));
    await write((search) => search.index([document("new", "A lantern, and another lantern.")]));

    const fresh = await open(engine);
    await fresh.write((search) =>
      search.index([document("kept", "A lantern on the quay."), document("new", "A lantern, and another lantern.")]),
    );
    expect(await found("ferry")).toEqual([]);
    expect(await found("lantern")).toEqual(await fresh.found("lantern"));
  });

  test("of two documents with one id in one call the later counts", async () => {
    const { write, found } = await open(engine);
    await write((search) => search.index([document("a", "First words."), document("a", "Later words.")]));
    expect(await found("words")).toMatchObject([{ id: "a", text: "Later words." }]);
    expect(await found("first")).toEqual([]);
  });

  test("many are replaced at once, and what they said before is not found", async () => {
    const { write, found } = await open(engine);
    const ids = Array.from({ length: 500 }, (_, n) => `d${n}`);
    await write((search) => search.index(ids.map((id) => document(id, `pebble ${id}`))));
    await write((search) => search.index(ids.map((id) => document(id, `boulder ${id}`))));
    expect(await found("pebble")).toEqual([]);
    expect((await found("boulder d17"))[0]).toMatchObject({ id: "d17", text: "boulder d17" });
  });
});

test("the words of each document are looked for with its own row, so that others have their turn between", async () => {
  const kernel = await openTestKernel({ embedder: { provider: "path", folder: "/nowhere" } });
  const steps: string[] = [];
  const watched = (id: string): SearchDocument => ({
    ...document(id, ""),
    get text() {
      steps.push(`read ${id}`);
      return `pebble ${id}`;
    },
  });
  await (await kernel.parts.database()).write("local", (sql) => {
    const run: typeof sql.run = (query) => {
      if (query.texts[0]?.startsWith("insert into search_document")) steps.push("row");
      return sql.run(query);
    };
    const rest = { all: sql.all, first: sql.first, change: sql.change, each: sql.each };
    return kernel.parts.searchOn({ dialect: sql.dialect, run, ...rest }, "local").index([watched("a"), watched("b")]);
  });
  expect(steps.slice(0, steps.indexOf("row"))).not.toContain("read b");
});

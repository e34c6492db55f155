import { describe, expect, test } from "vitest";
import { ENGINES, type Engine, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { SearchDocument, WritableSearch } from "../search.ts";

const document = (id: string, text: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  space: "s",
  id,
  unit: "passage",
  text,
  ...more,
});

/** Search on a real kernel; vectors are left out unless a test asks for them, so that answers do not wait for a model. */
async function open(engine: Engine, options = {}) {
  const kernel = await openTestKernel({ engine, embedder: { provider: "path", folder: "/nowhere" }, ...options });
  const write = <Value>(work: (search: WritableSearch) => Promise<Value>, tenant = "local") =>
    onSearch(kernel, tenant, work);
  const read = async <Value>(work: (search: WritableSearch) => Promise<Value>, tenant = "local") =>
    (await kernel.parts.database()).read(EVERY_TENANT, (sql) => work(kernel.parts.searchOn(sql, tenant)));
  const find = async (text: string, more = {}, tenant = "local") =>
    read((search) => search.find({ space: "s", text, limit: 10, ...more }), tenant);
  const ids = async (text: string, more = {}, tenant = "local") =>
    (await find(text, more, tenant)).hits.map((hit) => hit.document.id);
  return { kernel, write, read, find, ids };
}

async function onSearch<Value>(
  kernel: TestKernel,
  tenant: string,
  work: (search: WritableSearch) => Promise<Value>,
): Promise<Value> {
  return (await kernel.parts.database()).write(tenant, (sql) => work(kernel.parts.searchOn(sql, tenant)));
}

const FRUIT = [
  document("a", "The orchard grows apples and pears.", { group: "g", position: 0, at: 100, filters: { kind: "farm" } }),
  document("b", "Pears ripen late in the year.", { group: "g", position: 1, at: 200, filters: { kind: "note" } }),
  document("c", "The harbour closed in winter.", { group: "h", position: 0, at: 300, filters: { kind: "note" } }),
];

describe.each(ENGINES)("on %s", (engine) => {
  test("what is indexed is found by its words in the next call, best first, with what the score is made of", async () => {
    const { write, find } = await open(engine);
    await write((search) => search.index(FRUIT));
    const answer = await find("when do pears ripen");
    expect(answer.hits.map((hit) => hit.document.id)).toEqual(["b", "a"]);
    expect(answer.hits[0]?.document).toEqual(FRUIT[1]);
    expect(answer).toMatchObject({ matches: 2, mode: "text", why: expect.any(String) });
  });

  test("who asks for every word first gets the documents that hold them all, and any of them where none does", async () => {
    const { write, ids, find } = await open(engine);
    await write((search) => search.index(FRUIT));
    expect(await ids("apples pears", { everyWordFirst: true })).toEqual(["a"]);
    expect(await find("apples pears", { everyWordFirst: true })).toMatchObject({
      matches: 1,
      mode: "text",
      why: "every word of the query was found",
    });
    expect((await ids("pears", { everyWordFirst: true, mode: "text" })).sort()).toEqual(["a", "b"]);
    expect(await ids("pears year", { everyWordFirst: true, filters: { kind: "farm" } })).toEqual(["a"]);
    expect(await ids("pears winter", { everyWordFirst: true })).toEqual(await ids("pears winter"));
    expect(await ids("zeppelin", { everyWordFirst: true })).toEqual([]);
  });

  test("every group that matches is listed once, by its id, however many there are", async () => {
    const { write, read } = await open(engine);
    const many = Array.from({ length: 600 }, (_, n) =>
      document(`d${n}`, n % 2 === 0 ? "plain words" : "plain", {
        group: `g${n % 500}`,
        filters: { kind: `k${n % 5}` },
      }),
    );
    await write((search) => search.index([...many, ...FRUIT]));
    const groups = (text: string, held: "all" | "any" = "any", more = {}) =>
      read((search) => search.groups({ space: "s", text, limit: 1, ...more }, held));
    const numbered = (count: number, step: number) => Array.from({ length: count }, (_, n) => `g${n * step}`).sort();
    expect(await groups("plain words")).toEqual(numbered(500, 1));
    expect(await groups("plain words", "all")).toEqual(numbered(250, 2));
    expect(await groups("plain words", "any", { filters: { kind: "k0" } })).toEqual(numbered(100, 5));
    expect(await groups("pears winter", "all")).toEqual([]);
    expect(await groups("pears winter")).toEqual(["g", "h"]);
    expect(await groups("zeppelin")).toEqual([]);
    expect(await groups("the")).toEqual([]);
    expect(await read((search) => search.groups({ space: "none", text: "plain", limit: 1 }, "any"))).toEqual([]);
  });

  test("the words of a text are those it is indexed by", async () => {
    const { read } = await open(engine);
    expect(await read(async (search) => [...search.words("The companies of Zoë Müller: companies 7")])).toEqual([
      "compani",
      "zoe",
      "muller",
      "7",
      "mueller",
    ]);
  });

  test("without a model, that is why words alone are searched, and not that vectors are still to come", async () => {
    const { write, find } = await open(engine, { embedder: "none" });
    await write((search) => search.index(FRUIT));
    expect(await find("pears ripen")).toMatchObject({ mode: "text", why: "the configuration turns the model off" });
  });

  test("where too many hold every word, they are ranked like any others", async () => {
    const { write, ids } = await open(engine);
    const many = Array.from({ length: 260 }, (_, n) =>
      document(`d${n}`, `plain words ${n === 99 ? "plain words" : "here"}`),
    );
    await write((search) => search.index(many));
    expect((await ids("plain words", { everyWordFirst: true }))[0]).toBe("d99");
  });

  test("a replaced text is found by its new words and no longer by its old ones", async () => {
    const { write, ids, read } = await open(engine);
    await write((search) => search.index(FRUIT));
    await write((search) => search.index([document("c", "A lighthouse stands there.")]));
    expect([await ids("harbour"), await ids("lighthouse")]).toEqual([[], ["c"]]);
    expect(await read((search) => search.count("s"))).toBe(3);
  });

  test("with history, the past stays visible to those who ask for it, and to nobody else", async () => {
    const { kernel, write, ids } = await open(engine);
    await write((search) => search.index(FRUIT, { history: true }));
    const then = kernel.parts.env.now();
    await write((search) => search.index([document("c", "A lighthouse stands there.")], { history: true }));
    await write((search) => search.remove("s", ["a"], { history: true }));
    expect([await ids("harbour"), await ids("lighthouse"), await ids("orchard")]).toEqual([[], ["c"], []]);
    expect([
      await ids("harbour", { asOf: then }),
      await ids("lighthouse", { asOf: then }),
      await ids("orchard", { asOf: then }),
    ]).toEqual([["c"], [], ["a"]]);
  });

  test("filters and times decide before the ranking: a filtered query still fills its limit", async () => {
    const { write, ids } = await open(engine);
    const many = Array.from({ length: 1500 }, (_, n) =>
      document(`n${n}`, `pears number ${n}`, { filters: { kind: "bulk" }, at: 1000 + n }),
    );
    await write((search) => search.index([...many, ...FRUIT]));
    expect(await ids("pears", { filters: { kind: "note" } })).toEqual(["b"]);
    expect(await ids("pears", { until: 150 })).toEqual(["a"]);
    expect((await ids("pears", { filters: { kind: "bulk" }, limit: 7 })).length).toBe(7);
  });

  test("one tenant's texts are neither found nor counted by another", async () => {
    const { write, ids, find } = await open(engine);
    await write((search) => search.index(FRUIT), "ada");
    await write((search) => search.index([document("x", "pears of bob")]), "bob");
    expect(await ids("pears", {}, "bob")).toEqual(["x"]);
    expect((await find("pears", {}, "bob")).matches).toBe(1);
    expect(await ids("orchard", {}, "bob")).toEqual([]);
  });

  test("removing documents, and a whole space, leaves nothing to find", async () => {
    const { write, ids, read } = await open(engine);
    await write((search) => search.index(FRUIT));
    await write((search) => search.remove("s", ["a"]));
    expect(await ids("pears")).toEqual(["b"]);
    await write((search) => search.remove("s"));
    expect(await ids("pears")).toEqual([]);
    expect(await read((search) => search.count("s"))).toBe(0);
  });

  test.each([
    '"',
    "a AND b OR NOT c*",
    "^col:x",
    "'; drop table search_document; --",
    "(((",
    "\u0000",
    "🙂",
    "",
    "   ",
  ])("a query of %j means only its words", async (text) => {
    const { write, ids } = await open(engine);
    await write((search) => search.index(FRUIT));
    expect(await ids(text)).toEqual([]);
    // An operator that was obeyed would find more, or nothing.
    expect(await ids(`${text} harbour`)).toEqual(["c"]);
    expect(await ids(`harbour ${text}`)).toEqual(["c"]);
    expect(await ids("pears")).toHaveLength(2);
  });

  test("an index that was rolled back leaves nothing", async () => {
    const { kernel, ids } = await open(engine);
    const database = await kernel.parts.database();
    await database.write("local", (sql) => kernel.parts.searchOn(sql, "local").index(FRUIT), { keep: false });
    expect(await ids("pears")).toEqual([]);
  });
});

test("both engines rank alike", async () => {
  const texts = Array.from(
    { length: 1200 },
    (_, n) => `${["red", "green", "blue"][n % 3]} house ${n % 17} on street ${n % 29} by the ${["sea", "lake"][n % 2]}`,
  );
  const rankings = [];
  for (const engine of ENGINES) {
    const { write, find } = await open(engine);
    await write((search) =>
      search.index(texts.map((text, n) => document(`d${String(n).padStart(4, "0")}`, text, { position: n }))),
    );
    rankings.push(
      (await find("the green house 5 by the sea")).hits.map(({ document: { id }, score }) => [id, score.toFixed(9)]),
    );
  }
  const [sqlite, postgres] = rankings;
  expect(sqlite?.length).toBeGreaterThan(1);
  expect(postgres).toEqual(sqlite);
});

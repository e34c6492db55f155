import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authored, complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { query } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";
import { createEntries } from "../../../model/entries.ts";
import { createSearchText } from "../../../search/search-text.ts";

const FILES = {
  "rain.json": complete("rain", { title: "About Rain", body: "Take an umbrella.\nÄrger vermeiden." }),
  "sun.json": complete("sun", { title: "About sun", body: "Umbrella against the SUN." }),
};
const ids = (answer: { items: { id: string }[] }) => answer.items.map(({ id }) => id);

test("finds a text in title or body whatever the case, by id", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");

  expect(await world.ask("instructions_search", { q: "UMBRELLA" })).toEqual({ hash, count: 2, items });
  expect(ids(await world.ask("instructions_search", { q: "ärger" }))).toEqual(["rain"]);
  expect(ids(await world.ask("instructions_search", { q: "about rain" }))).toEqual(["rain"]);
  expect(await world.ask("instructions_search", { q: "snow" })).toEqual({ hash, count: 0, items: [] });
  // A match never reaches from a title into a body, or from one entry into the next.
  expect(ids(await world.ask("instructions_search", { q: "raintake" }))).toEqual([]);
});

test("finds what changed since, and no longer what is gone", async () => {
  const world = await openTestInstructions({ files: FILES });
  await world.ask("instructions_search", { q: "x" });
  world.write("rain.json", complete("rain", { title: "Snow", body: "Boots." }));
  world.write("hail.json", complete("hail", { body: "An umbrella is no help." }));

  expect(ids(await world.ask("instructions_search", { q: "umbrella" }))).toEqual(["hail", "sun"]);
  world.remove("sun.json");
  expect(ids(await world.ask("instructions_search", { q: "umbrella" }))).toEqual(["hail"]);
  expect(ids(await world.ask("instructions_search", { q: "boots" }))).toEqual(["rain"]);
});

test("finds exactly what a plain look at every text finds", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "B", "é", "İ", "😀", "\n", "ß"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(letters, letters), { maxLength: 8 }), letters, (texts, q) => {
      const entries = createEntries(false);
      const text = createSearchText(entries);
      const expected: string[] = [];
      const put = (at: number) => {
        const [title = "", body = ""] = texts[at] ?? [];
        const content = authored(`e${at}`, { title: `x${title}`, body: `x${body}` });
        const stamp = { inode: 1, modifiedMs: 0, changedMs: 0, size: 1 };
        entries.put(`e${at}.json`, { kind: "text", text: JSON.stringify(content), stamp, shared: false }, 0);
        const holds = [`x${title}`.trim(), `x${body}`.trim()].some((part) =>
          part.toLowerCase().includes(q.toLowerCase()),
        );
        if (holds) expected.push(`e${at}`);
      };
      const half = Math.floor(texts.length / 2);
      for (let at = 0; at < half; at++) put(at);
      // Put together once in the middle: the rest is then kept apart.
      text.find("x");
      for (let at = half; at < texts.length; at++) put(at);
      expect(text.find(q).map(({ id }) => id)).toEqual(expected);
    }),
  );
});

test.each([{}, { q: "" }, { q: 5 }, { q: "a", mode: "regex" }])("refuses %j", async (args) => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("instructions/search", args)).toMatchObject({
    rpc: { code: -32602, message: "Invalid params" },
  });
});

test("a search by meaning needs its feature", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.result("instructions_search", { q: "rain", mode: "semantic" })).toMatchObject({
    isError: true,
    content: [{ type: "text", text: 'mode "semantic" needs the feature semantic: add it to INDEX_FEATURES' }],
  });
});

describe.each(ENGINES)("on %s", (engine) => {
  test("a search by meaning ranks with a score and follows the files", async () => {
    const world = await openTestInstructions({ engine, files: FILES, environment: { features: ["semantic"] } });
    const ask = () => world.ask("instructions_search", { q: "umbrella in the rain", mode: "semantic" });
    const { items } = await world.method("instructions/list");

    const first = await ask();
    expect(first).toEqual({
      hash: expect.any(String),
      count: 2,
      items: [
        { ...items[0], score: expect.any(Number) },
        { ...items[1], score: expect.any(Number) },
      ],
      mode: "text",
    });
    expect(first.items[0].score).toBeGreaterThan(first.items[1].score);
    expect(await ask()).toEqual(first);
    world.remove("rain.json");
    world.write("wet.json", complete("wet", { body: "Rain again: take the umbrella, it will rain." }));
    expect(ids(await ask())).toEqual(["wet", "sun"]);
  });
});

describe.each(ENGINES)("reindexed on %s", (engine) => {
  test("an index of meaning that was damaged answers as before", async () => {
    const world = await openTestInstructions({ engine, files: FILES, environment: { features: ["semantic"] } });
    const ask = (q: string) => world.ask("instructions_search", { q, mode: "semantic" });
    const before = await ask("umbrella in the rain");
    expect(ids(before)).toEqual(["rain", "sun"]);
    await (await world.parts.database()).write(EVERY_TENANT, async (sql) => {
      await sql.run(query`update search_document set text = 'a zeppelin' where id = 'sun'`);
      await sql.run(query`insert into search_document
        (key, tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
        select key + 100000, tenant_id, space, 'planted', unit, 'umbrella rain', group_id, position, filters, 2, since
        from search_document where id = 'rain'`);
    });
    expect((await world.reindex()).worlds).toEqual([{ world: "instructions", added: 0, changed: 0, removed: 1 }]);
    expect(await ask("umbrella in the rain")).toEqual(before);
    expect(ids(await ask("zeppelin"))).toEqual([]);
  });
});

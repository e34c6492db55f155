import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth } from "../../../../../../test/kit/truth.ts";

const typeOf = ({ entity_type }: Answer) => entity_type;

test.each(ENGINES)("pairs entities that share something, the likeliest first (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const rows = [
    { entity_type: "person", name: "Ada Lovelace", email: "office@acme.com" },
    { entity_type: "person", name: "A. Lovelace", email: "office@acme.com" },
    { entity_type: "company", name: "Nordwind Logistik" },
    { entity_type: "company", name: "Nordwind Logistic" },
    { entity_type: "company", name: "Acme Inc." },
    { entity_type: "company", name: "Асme" },
    { entity_type: "contact", name: "Ada Lovelace", email: "office@acme.com" },
    { entity_type: "company", name: "Zebra" },
  ];
  const refs = (await truth.put(...rows)).map((entity_id, index) => ({
    entity_id,
    entity_type: rows[index]?.entity_type,
    canonical_name: rows[index]?.name,
  }));
  const pair = (a: number, b: number) =>
    [refs[a], refs[b]].sort((x, y) => ((x?.entity_id ?? "") < (y?.entity_id ?? "") ? -1 : 1));
  const answer = await truth.ask("list_potential_duplicates");
  const reasonsOf = (a: number, b: number) =>
    answer.pairs.find(({ entities }: Answer) => JSON.stringify(entities) === JSON.stringify(pair(a, b)))?.reasons;
  expect(reasonsOf(0, 1)).toContain("email");
  expect(reasonsOf(4, 5)).toEqual(["name_looks_alike"]);
  expect(reasonsOf(2, 3)).toEqual(["name_near"]);
  // The contact of the same address is one of them too: the one that stands for the group is held against it.
  const across = answer.pairs.filter(({ entities }: Answer) => new Set(entities.map(typeOf)).size === 2);
  expect(across.length).toBeGreaterThan(0);
  expect(across.every(({ reasons }: Answer) => reasons.includes("email"))).toBe(true);
  expect(answer.total).toBe(3 + across.length);
  expect(answer.next_cursor).toBeNull();
  expect(answer.pairs[0].score).toBeGreaterThanOrEqual(0.9);
  expect(await truth.ask("list_potential_duplicates", { entity_type: "person" })).toMatchObject({
    pairs: [{ entities: pair(0, 1) }],
    total: 1,
    next_cursor: null,
  });
  expect(await truth.ask("list_potential_duplicates", { limit: 1, offset: 1 })).toEqual({
    pairs: [answer.pairs[1]],
    total: answer.total,
    truncated: true,
    next_offset: 2,
    next_cursor: null,
  });
});

test("forgets a pair that was merged or of which one is deleted", async () => {
  const truth = await openTestTruth();
  const [a, b] = await truth.put(
    { entity_type: "person", name: "Ada Lovelace", email: "office@acme.com" },
    { entity_type: "person", name: "A. Lovelace", email: "office@acme.com" },
  );
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  expect(await truth.ask("list_potential_duplicates")).toMatchObject({ pairs: [], total: 0 });
  await truth.ask("unmerge_entities", { from_entity_id: a });
  expect(await truth.ask("list_potential_duplicates")).toMatchObject({ total: 1 });
  await truth.ask("delete_entity", { entity_id: a });
  expect(await truth.ask("list_potential_duplicates")).toMatchObject({ pairs: [], total: 0 });
});

test("refuses a cursor that is none of its own", async () => {
  const truth = await openTestTruth();
  for (const cursor of ["", "abc", Buffer.from('{"a":1}').toString("base64url"), "x".repeat(3000)]) {
    expect(await truth.ask("list_potential_duplicates", { cursor })).toMatchObject({
      error: { code: "VALIDATION_ERROR" },
    });
  }
});

test.each([
  ["accents", "José García", "Jose Garcia"],
  ["a title", "Dr. Lena Vogt", "Lena Vogt"],
  ["swapped names", "Nguyen, Thi Mai", "Thi Mai Nguyen"],
])("pairs names that differ by %s", async (_, one, other) => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "person", name: one }, { entity_type: "person", name: other });
  const { pairs } = await truth.ask("list_potential_duplicates");
  expect(pairs).toMatchObject([{ reasons: ["name_same_words"], score: 0.55 }]);
});

test("goes through many in parts, and finds pairs far apart in the alphabet", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 4100 }, (_, index) => ({
    entity_type: "person",
    name: `${String.fromCharCode(97 + (index % 26))}${index.toString(36)} Q${(index * 7919).toString(36)}`,
  }));
  rows.push({ entity_type: "person", name: "Zoë Abel" }, { entity_type: "person", name: "Abel, Zoe" });
  for (let from = 0; from < rows.length; from += 500) await truth.put(...rows.slice(from, from + 500));
  const found: Answer[] = [];
  let calls = 0;
  for (let cursor: string | null | undefined; cursor !== null; calls += 1) {
    const answer: Answer = await truth.ask("list_potential_duplicates", { ...(cursor && { cursor }), limit: 500 });
    found.push(...answer.pairs);
    cursor = answer.next_cursor;
  }
  expect(calls).toBeGreaterThan(2);
  const named = found.filter(({ reasons }) => reasons.includes("name_same_words"));
  expect(named.map(({ entities }) => entities.map(({ canonical_name }: Answer) => canonical_name).sort())).toEqual([
    ["Abel, Zoe", "Zoë Abel"],
  ]);
});

test("pairs names of which one was typed without its own letters", async () => {
  const truth = await openTestTruth();
  const pairs = [
    ["person", "Jürgen Müller", "Juergen Mueller"],
    ["person", "山田太郎", "山田 太郎"],
    ["company", "شركة النور", "شركه النور"],
  ] as const;
  for (const [entity_type, one, other] of pairs) {
    const [a, b] = await truth.put({ entity_type, name: one }, { entity_type, name: other });
    expect(a).not.toBe(b);
  }
  const answer = await truth.ask("list_potential_duplicates");
  const named = answer.pairs.map(({ entities }: Answer) =>
    entities.map(({ canonical_name }: Answer) => canonical_name).sort(),
  );
  expect(named.sort()).toEqual(pairs.map(([, one, other]) => [one, other].sort()).sort());
  for (const [, one, other] of pairs) {
    const { candidates } = await truth.ask("identify_entity", { name: one });
    expect(candidates.map(({ canonical_name }: Answer) => canonical_name)).toContain(other);
  }
});

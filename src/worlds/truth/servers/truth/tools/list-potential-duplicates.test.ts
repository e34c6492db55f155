import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

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
  expect(answer).toEqual({
    pairs: [
      { entities: pair(0, 1), score: expect.any(Number), reasons: expect.arrayContaining(["email"]) },
      { entities: pair(4, 5), score: 0.5, reasons: ["name_looks_alike"] },
      { entities: pair(2, 3), score: expect.any(Number), reasons: ["name_near"] },
    ],
    total: 3,
    next_cursor: null,
  });
  expect(answer.pairs[0].score).toBeGreaterThanOrEqual(0.9);
  expect(await truth.ask("list_potential_duplicates", { entity_type: "person" })).toEqual({
    pairs: [answer.pairs[0]],
    total: 1,
    next_cursor: null,
  });
  expect(await truth.ask("list_potential_duplicates", { limit: 1, offset: 1 })).toEqual({
    pairs: [answer.pairs[1]],
    total: 3,
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

import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)(
  "finds by name, e-mail, phone, number, domain and id, however they are spelt (%s)",
  async (engine) => {
    const truth = await openTestTruth({ engine });
    const [ada, acme, invoice] = await truth.put(
      { entity_type: "person", name: "Ada Lovelace", email: "Ada@Example.org", phone: "+49 (0)30 1234567" },
      { entity_type: "company", name: "Acme Inc.", website: "https://www.acme.com/" },
      { entity_type: "invoice", invoice_number: "INV-001", vendor_name: "Acme Inc.", amount_due: 5 },
    );
    const foundBy = async (identifier: string, more: object = {}) => {
      const answer = await truth.ask("retrieve_entity_by_identifier", { identifier, ...more });
      expect(answer.matched_by).toBe(
        answer.total === 0 ? null : identifier.startsWith("ent_") ? "entity_id" : "identifier",
      );
      return answer.entities.map(({ id }: { id: string }) => id);
    };
    expect(await foundBy("  ADA   lovelace ")).toEqual([ada]);
    expect(await foundBy("ada@example.ORG")).toEqual([ada]);
    expect(await foundBy("0049 30 1234567")).toEqual([ada]);
    expect(await foundBy("acme")).toEqual([acme]);
    expect(await foundBy("ACME Corporation")).toEqual([acme]);
    expect(await foundBy("acme.com")).toEqual([acme]);
    expect(await foundBy("inv 001")).toEqual([invoice]);
    expect(await foundBy(ada ?? "")).toEqual([ada]);
    expect(await foundBy("Ada Lovelace", { entity_type: "person" })).toEqual([ada]);
    expect(await truth.ask("retrieve_entity_by_identifier", { identifier: "ada@example.org" })).toEqual({
      entities: [
        {
          id: ada,
          entity_type: "person",
          canonical_name: "Ada Lovelace",
          snapshot: { name: "Ada Lovelace", email: "Ada@Example.org", phone: "+49 (0)30 1234567" },
        },
      ],
      total: 1,
      matched_by: "identifier",
    });
  },
);

test("falls back to the nearest, says so, and keeps to the type", async () => {
  const truth = await openTestTruth();
  const [ada] = await truth.put({ entity_type: "person", name: "Ada Lovelace", role: "mathematician" });
  expect(await truth.ask("retrieve_entity_by_identifier", { identifier: "the mathematician" })).toEqual({
    entities: [expect.objectContaining({ id: ada })],
    total: 1,
    matched_by: "search",
    search_note: "the configuration turns the model off",
  });
  expect(
    await truth.ask("retrieve_entity_by_identifier", { identifier: "mathematician", entity_type: "company" }),
  ).toMatchObject({ entities: [], total: 0, matched_by: null });
});

test("follows merges and forgets what is deleted", async () => {
  const truth = await openTestTruth();
  const [bolt, acme] = await truth.put(
    { entity_type: "company", name: "Bolt GmbH" },
    { entity_type: "company", name: "Acme Inc." },
  );
  await truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme });
  for (const identifier of ["bolt", bolt]) {
    expect(await truth.ask("retrieve_entity_by_identifier", { identifier })).toMatchObject({
      entities: [{ id: acme }],
    });
  }
  await truth.ask("delete_entity", { entity_id: acme });
  expect(await truth.ask("retrieve_entity_by_identifier", { identifier: "bolt" })).toMatchObject({ entities: [] });
});

test("refuses an empty identifier and one of megabytes", async () => {
  const truth = await openTestTruth();
  for (const identifier of ["", "   ", "x".repeat(10_000_000), 7, undefined]) {
    expect(await truth.ask("retrieve_entity_by_identifier", { identifier })).toMatchObject({
      error: { code: "VALIDATION_ERROR" },
    });
  }
  expect(await truth.ask("retrieve_entity_by_identifier", { identifier: "x", entity_type: "A B" })).toMatchObject({
    error: { code: "VALIDATION_ERROR" },
  });
});

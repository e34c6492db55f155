import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

async function fill(truth: TestTruth) {
  const stored = await truth.put(
    { entity_type: "company", name: "Acme Inc." },
    { entity_type: "person", name: "Ada Lovelace" },
    { entity_type: "invoice", invoice_number: "INV-001", vendor_name: "Acme Inc." },
  );
  const [acme = "", ada = "", invoice = ""] = stored;
  const relate = (relationship_type: string, source_entity_id: string, target_entity_id: string, metadata?: object) =>
    truth.ask("create_relationship", {
      relationship_type,
      source_entity_id,
      target_entity_id,
      ...(metadata && { metadata }),
    });
  const works = await relate("PART_OF", ada, acme, { role: "engineer" });
  const bills = await relate("REFERS_TO", invoice, acme);
  return { acme, ada, invoice, works, bills, relate };
}

test.each(ENGINES)("lists both directions newest first, or one, or one type, page by page (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { acme, ada, invoice, works, bills } = await fill(truth);
  const first = {
    id: `PART_OF:${ada}:${acme}`,
    relationship_type: "PART_OF",
    source_entity_id: ada,
    target_entity_id: acme,
    metadata: { role: "engineer" },
    created_at: works.created_at,
  };
  const second = {
    id: `REFERS_TO:${invoice}:${acme}`,
    relationship_type: "REFERS_TO",
    source_entity_id: invoice,
    target_entity_id: acme,
    metadata: {},
    created_at: bills.created_at,
  };
  const list = (args: object) => truth.ask("list_relationships", args as Record<string, unknown>);
  expect(await list({ entity_id: acme })).toEqual({ relationships: [second, first], total: 2, limit: 100, offset: 0 });
  expect(await list({ entity_id: acme, limit: 1, offset: 1 })).toEqual({
    relationships: [first],
    total: 2,
    limit: 1,
    offset: 1,
  });
  expect(await list({ entity_id: acme, direction: "outbound" })).toMatchObject({ relationships: [], total: 0 });
  expect(await list({ entity_id: acme, direction: "inbound", relationship_type: "PART_OF" })).toMatchObject({
    relationships: [first],
    total: 1,
  });
  expect(await list({ entity_id: ada, direction: "outbound" })).toMatchObject({ relationships: [first], total: 1 });
  const then = works.created_at;
  for (const cut of [{ at: then }, { at_ingested: then }]) {
    expect(await list({ entity_id: acme, ...cut })).toEqual({
      relationships: [first],
      total: 1,
      limit: 100,
      offset: 0,
    });
  }
});

test.each(ENGINES)("follows deletions and merges, and remembers how it was (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { acme, ada, bills, relate } = await fill(truth);
  const [bolt] = await truth.put({ entity_type: "company", name: "Bolt GmbH" });
  const last = await relate("DEPENDS_ON", bolt ?? "", ada);
  const before = await truth.ask("list_relationships", { entity_id: acme });
  await truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme });
  const merged = await truth.ask("list_relationships", { entity_id: bolt });
  expect(merged.relationships.map(({ id }: { id: string }) => id)).toContain(`DEPENDS_ON:${acme}:${ada}`);
  expect(merged.total).toBe(3);
  await truth.ask("delete_relationship", {
    relationship_type: "PART_OF",
    source_entity_id: ada,
    target_entity_id: acme,
  });
  expect(await truth.ask("list_relationships", { entity_id: acme })).toMatchObject({ total: 2 });
  expect(await truth.ask("list_relationships", { entity_id: acme, at_ingested: last.created_at })).toEqual(before);
  expect(await truth.ask("list_relationships", { entity_id: bolt, at_ingested: last.created_at })).toMatchObject({
    relationships: [{ id: `DEPENDS_ON:${bolt}:${ada}` }],
    total: 1,
  });
  await truth.ask("delete_entity", { entity_id: ada });
  expect(await truth.ask("list_relationships", { entity_id: acme })).toMatchObject({
    relationships: [{ id: bills.id }],
    total: 1,
  });
});

test("refuses with the contract's codes", async () => {
  const truth = await openTestTruth();
  const codeOf = async (args: Record<string, unknown>) => (await truth.ask("list_relationships", args)).error?.code;
  const entity_id = "ent_000000000000000000000000";
  expect(await codeOf({ entity_id })).toBe("ENTITY_NOT_FOUND");
  expect(await codeOf({ entity_id: "x" })).toBe("VALIDATION_ERROR");
  expect(await codeOf({ entity_id, direction: "sideways" })).toBe("VALIDATION_ERROR");
  expect(await codeOf({ entity_id, relationship_type: "LIKES" })).toBe("VALIDATION_ERROR");
});

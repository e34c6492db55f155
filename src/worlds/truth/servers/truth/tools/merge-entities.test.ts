import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const DUPLICATE = { entity_type: "company", name: "Acme Works", website: "https://acme.example", founded: 1999 };
const ACME = { entity_type: "company", name: "Acme", country: "DE" };
const TASK = { entity_type: "task", title: "Call", status: "open", due_date: "2024-05-01" };

describe.each(ENGINES)("on %s", (engine) => {
  test("moves observations, relationships, dates and fragments, and leads the old id to the new", async () => {
    const truth = await openTestTruth({ engine });
    const [from, to, task] = await truth.put(DUPLICATE, ACME, TASK);
    const link = { relationship_type: "REFERS_TO", source_entity_id: task, target_entity_id: from };
    await truth.ask("create_relationship", { ...link, metadata: { about: "fence" } });
    const args = { from_entity_id: from, to_entity_id: to, merge_reason: "same firm" };
    const answer = await truth.ask("merge_entities", args);
    expect(answer).toEqual({
      from_entity_id: from,
      to_entity_id: to,
      observations_moved: 1,
      merged_at: expect.stringMatching(/^2026-.*Z$/),
      merge_reason: "same firm",
      conflicts: [{ field: "name", stands: "Acme", of: "to", instead_of: "Acme Works" }],
      receipt: {
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        seq: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        recorded_at: answer.merged_at,
      },
    });
    const merged = await truth.snapshot(from ?? "");
    expect(merged).toMatchObject({
      entity_id: to,
      snapshot: { country: "DE", website: "https://acme.example" },
      raw_fragments: { founded: 1999 },
      observation_count: 2,
    });
    expect((await truth.ask("list_relationships", { entity_id: to })).relationships).toMatchObject([
      { id: `REFERS_TO:${task}:${to}`, target_entity_id: to, metadata: { about: "fence" } },
    ]);
    expect(await truth.ask("retrieve_entities", { entity_type: "company" })).toMatchObject({ total: 1 });
    const { live, rebuilt } = await truth.replay();
    expect(rebuilt).toEqual(live);
  });

  test("lands later stores about the old name on the entity that stayed", async () => {
    const truth = await openTestTruth({ engine });
    const [from, to] = await truth.put(DUPLICATE, ACME);
    await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
    const [said] = await truth.say({ ...DUPLICATE, industry: "fences" });
    expect(said?.entity_id).toBe(to);
    const [card, person] = await truth.put(
      { entity_type: "contact", name: "Ada" },
      { entity_type: "person", name: "Ada" },
    );
    await truth.ask("merge_entities", { from_entity_id: card, to_entity_id: person });
    expect(await truth.say({ entity_type: "contact", name: "Ada", phone: "1" })).toMatchObject([
      { entity_id: person, entity_type: "person", observation_id: expect.any(String) },
    ]);
    expect((await truth.snapshot(to ?? "")).snapshot).toMatchObject({ industry: "fences", country: "DE" });
  });

  test("comes to the same whether a store arrives before or after the merge", async () => {
    const later = { ...DUPLICATE, industry: "fences" };
    const stated = (key: string, row: object, at: string) => ({
      idempotency_key: key,
      entities: [row],
      provenance: { extracted_at: at, extractor_version: "1" },
    });
    const roots: string[] = [];
    for (const order of ["before", "after"]) {
      const truth = await openTestTruth({ engine });
      const one = await truth.ask("store_structured", stated("1", DUPLICATE, "2024-01-01T00:00:00Z"));
      const other = await truth.ask("store_structured", stated("2", ACME, "2024-01-02T00:00:00Z"));
      const merge = () =>
        truth.ask("merge_entities", {
          from_entity_id: one.entities[0].entity_id,
          to_entity_id: other.entities[0].entity_id,
        });
      if (order === "after") await merge();
      await truth.ask("store_structured", stated("3", later, "2024-01-03T00:00:00Z"));
      if (order === "before") await merge();
      roots.push(await truth.root());
    }
    expect(roots[0]).toBe(roots[1]);
  });
});

test("makes one relationship of two that a merge brings together, and hides one that became a loop", async () => {
  const truth = await openTestTruth();
  const [from, to, task] = await truth.put(DUPLICATE, ACME, TASK);
  const link = (source: string | undefined, target: string | undefined, metadata: object) =>
    truth.ask("create_relationship", {
      relationship_type: "REFERS_TO",
      source_entity_id: source,
      target_entity_id: target,
      metadata,
    });
  await link(task, from, { first: 1 });
  await link(task, to, { second: 2 });
  await link(from, to, {});
  await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  const { relationships, total } = await truth.ask("list_relationships", { entity_id: to });
  expect({ relationships, total }).toMatchObject({
    total: 1,
    relationships: [{ id: `REFERS_TO:${task}:${to}`, metadata: { first: 1, second: 2 } }],
  });
});

test("merges a chain of entities one after another", async () => {
  const truth = await openTestTruth();
  const [a, b, c] = await truth.put(DUPLICATE, ACME, { ...ACME, name: "Acme Group" });
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  expect(await truth.ask("merge_entities", { from_entity_id: b, to_entity_id: c })).toMatchObject({
    observations_moved: 2,
  });
  expect(await truth.snapshot(a ?? "")).toMatchObject({ entity_id: c, observation_count: 3 });
});

test("merges a contact into the person it is", async () => {
  const truth = await openTestTruth();
  const [contact, person] = await truth.put(
    { entity_type: "contact", name: "Ada L", email: "ada@one.example" },
    { entity_type: "person", name: "Ada Lovelace" },
  );
  await truth.ask("merge_entities", { from_entity_id: contact, to_entity_id: person });
  expect(await truth.snapshot(contact ?? "")).toMatchObject({
    entity_id: person,
    entity_type: "person",
    snapshot: { email: "ada@one.example" },
  });
});

test("refuses what cannot be merged, with the contract's codes, and writes nothing", async () => {
  const truth = await openTestTruth();
  const [a, b, c, task, gone] = await truth.put(DUPLICATE, ACME, { ...ACME, name: "Other" }, TASK, {
    ...ACME,
    name: "Gone",
  });
  await truth.ask("merge_entities", { from_entity_id: a, to_entity_id: b });
  await truth.ask("delete_entity", { entity_id: gone });
  const unknown = `ent_${"0".repeat(24)}`;
  const refusal = async (from: unknown, to: unknown, user = "local") =>
    (await truth.refused("merge_entities", { from_entity_id: from, to_entity_id: to }, { user })).code;
  const chained = await openTestTruth();
  const [one, two, three] = await chained.put(DUPLICATE, ACME, { ...ACME, name: "Other" });
  await chained.ask("merge_entities", { from_entity_id: one, to_entity_id: two });
  await chained.ask("merge_entities", { from_entity_id: two, to_entity_id: three });
  expect(await chained.refused("merge_entities", { from_entity_id: one, to_entity_id: three })).toMatchObject({
    code: "ENTITY_ALREADY_MERGED",
    details: { entity_id: one, merged_to_entity_id: three },
  });
  expect(await refusal(a, c)).toBe("ENTITY_ALREADY_MERGED");
  expect(await refusal(c, a)).toBe("ENTITY_ALREADY_MERGED");
  expect(await refusal(unknown, b)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(c, unknown)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(gone, b)).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(c, b, "bob")).toBe("ENTITY_NOT_FOUND");
  expect(await refusal(b, b)).toBe("VALIDATION_ERROR");
  expect(await refusal(task, b)).toBe("VALIDATION_ERROR");
  expect(await refusal("acme", b)).toBe("VALIDATION_ERROR");
});

test("refuses a merge that would close a circle of parts", async () => {
  const truth = await openTestTruth();
  const [a, b, c] = await truth.put(DUPLICATE, ACME, { ...ACME, name: "Middle" });
  const part = (source: string | undefined, target: string | undefined) =>
    truth.ask("create_relationship", {
      relationship_type: "PART_OF",
      source_entity_id: source,
      target_entity_id: target,
    });
  await part(a, c);
  await part(c, b);
  expect(await truth.refused("merge_entities", { from_entity_id: a, to_entity_id: b })).toMatchObject({
    code: "CYCLE_DETECTED",
    details: { relationship_type: "PART_OF" },
  });
});

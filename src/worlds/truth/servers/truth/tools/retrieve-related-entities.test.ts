import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";

/** A chain of tasks, each depending on the next. */
async function chain(truth: TestTruth, length: number) {
  const rows = Array.from({ length }, (_, n) => ({ entity_type: "task", title: `Step ${n}`, status: "open" }));
  const ids = await truth.put(...rows);
  const made = [];
  for (let n = 0; n + 1 < length; n += 1) {
    made.push(
      await truth.ask("create_relationship", {
        relationship_type: "DEPENDS_ON",
        source_entity_id: ids[n],
        target_entity_id: ids[n + 1],
      }),
    );
  }
  return { ids, made };
}

test.each(ENGINES)("walks as many hops as asked, nearest first, once around (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { ids, made } = await chain(truth, 4);
  await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: ids[3],
    target_entity_id: ids[0],
  });
  expect(
    await truth.ask("retrieve_related_entities", { entity_id: ids[0], relationship_types: ["DEPENDS_ON"] }),
  ).toEqual({
    entities: [
      {
        id: ids[1],
        entity_type: "task",
        canonical_name: "Step 1",
        snapshot: { title: "Step 1", status: "open" },
      },
    ],
    relationships: [
      {
        id: made[0].id,
        relationship_type: "DEPENDS_ON",
        source_entity_id: ids[0],
        target_entity_id: ids[1],
        metadata: {},
        created_at: made[0].created_at,
      },
    ],
    total_entities: 1,
    total_relationships: 1,
    hops_traversed: 1,
  });
  const far = await truth.ask("retrieve_related_entities", {
    entity_id: ids[0],
    max_hops: 10,
    include_entities: false,
    relationship_types: ["DEPENDS_ON"],
  });
  expect(far.entities).toEqual(
    [1, 2, 3].map((n) => ({ id: ids[n], entity_type: "task", canonical_name: `Step ${n}` })),
  );
  expect(far).toMatchObject({ total_entities: 3, total_relationships: 3, hops_traversed: 3 });
  const around = await truth.ask("retrieve_related_entities", { entity_id: ids[0], max_hops: 10 });
  expect(around).toMatchObject({ total_entities: 3, total_relationships: 4, hops_traversed: 2 });
  const reach = async (args: object) =>
    (await truth.ask("retrieve_related_entities", { entity_id: ids[1], ...args })).entities
      .map(({ id }: { id: string }) => ids.indexOf(id))
      .sort();
  expect(await reach({})).toEqual([0, 2]);
  expect(await reach({ direction: "inbound" })).toEqual([0]);
  expect(await reach({ direction: "outbound", max_hops: 2 })).toEqual([2, 3]);
  expect(await reach({ relationship_types: ["PART_OF"] })).toEqual([]);
});

test.each(ENGINES)("walks the graph of then (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { ids, made } = await chain(truth, 3);
  await truth.ask("delete_relationship", {
    relationship_type: "DEPENDS_ON",
    source_entity_id: ids[0],
    target_entity_id: ids[1],
  });
  const reach = async (args: object) =>
    (await truth.ask("retrieve_related_entities", { entity_id: ids[0], max_hops: 3, ...args })).total_entities;
  expect(await reach({})).toBe(0);
  expect(await reach({ at_ingested: made[1].created_at })).toBe(2);
  expect(await reach({ at: made[0].created_at })).toBe(1);
});

test("pages entities with the relationships that lead to them, and loses none", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 60 }, (_, n) => ({
    entity_type: "note",
    title: `Note ${n}`,
    content: "word ".repeat(200),
  }));
  const [hub, ...rest] = await truth.put({ entity_type: "project", name: "Hub" }, ...rows);
  await truth.ask("create_relationships", {
    relationships: rest.map((source_entity_id) => ({
      relationship_type: "PART_OF",
      source_entity_id,
      target_entity_id: hub,
    })),
  });
  const seen = { entities: new Set<string>(), relationships: new Set<string>() };
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page: Record<"entities" | "relationships", { id: string }[]> & {
      next_offset?: number;
      total_entities: number;
    } = await truth.ask("retrieve_related_entities", { entity_id: hub, offset });
    expect(page.total_entities).toBe(60);
    for (const { id } of page.entities) seen.entities.add(id);
    for (const { id } of page.relationships) seen.relationships.add(id);
    offset = page.next_offset;
  }
  expect(seen.entities.size).toBe(60);
  expect(seen.relationships.size).toBe(60);
});

test("stops at a thousand entities and says so", async () => {
  const truth = await openTestTruth();
  const [hub] = await truth.put({ entity_type: "project", name: "Hub" });
  const attach = async (from: number, count: number) => {
    const titles = Array.from({ length: count }, (_, n) => `T${from + n}`);
    const stored = await truth.put(...titles.map((title) => ({ entity_type: "task", title, status: "open" })));
    await truth.ask("create_relationships", {
      relationships: stored.map((source_entity_id) => ({
        relationship_type: "PART_OF",
        source_entity_id,
        target_entity_id: hub,
      })),
    });
  };
  for (let from = 0; from < 1000; from += 250) await attach(from, 250);
  const within = await truth.ask("retrieve_related_entities", { entity_id: hub, limit: 1 });
  expect(within).toMatchObject({ total_entities: 1000, truncated: true, next_offset: 1 });
  expect(within).not.toHaveProperty("limit_reached");
  await attach(1000, 10);
  expect(await truth.ask("retrieve_related_entities", { entity_id: hub, limit: 1 })).toMatchObject({
    total_entities: 1000,
    limit_reached: true,
  });
});

test("refuses with the contract's codes", async () => {
  const truth = await openTestTruth();
  const codeOf = async (args: Record<string, unknown>) =>
    (await truth.ask("retrieve_related_entities", args)).error?.code;
  const entity_id = "ent_000000000000000000000000";
  expect(await codeOf({ entity_id })).toBe("ENTITY_NOT_FOUND");
  for (const args of [
    { max_hops: 0 },
    { max_hops: 11 },
    { direction: "up" },
    { relationship_types: ["LIKES"] },
    { relationship_types: "PART_OF" },
    { entity_id: "x" },
  ]) {
    expect(await codeOf({ entity_id, ...args })).toBe("VALIDATION_ERROR");
  }
});

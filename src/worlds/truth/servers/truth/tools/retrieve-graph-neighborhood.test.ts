import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test.each(ENGINES)("shows everything around an entity, and around a source (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "task", title: "Pay", status: "open", due_date: "2025-02-10" },
      { entity_type: "company", name: "Acme Inc." },
    ],
  });
  const [task, acme] = stored.entities;
  const related = await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: task.entity_id,
    target_entity_id: acme.entity_id,
  });
  const { observations } = await truth.ask("list_observations", { entity_id: task.entity_id });
  const { relationships } = await truth.ask("list_relationships", { entity_id: task.entity_id });
  const { events } = await truth.ask("list_timeline_events");
  const source = {
    id: stored.source_id,
    kind: "structured",
    content_hash: stored.content_hash,
    mime_type: "application/json",
    original_filename: null,
    file_size: expect.any(Number),
    storage_path: stored.storage_path,
    created_at: observations[0].created_at,
  };
  const acmeAnswer = {
    id: acme.entity_id,
    entity_type: "company",
    canonical_name: "Acme Inc.",
    snapshot: { name: "Acme Inc." },
  };
  const around = await truth.ask("retrieve_graph_neighborhood", {
    node_id: task.entity_id,
    include_observations: true,
  });
  expect(around).toEqual({
    node_id: task.entity_id,
    node_type: "entity",
    entity: { id: task.entity_id, entity_type: "task", canonical_name: "Pay" },
    entity_snapshot: { title: "Pay", status: "open", due_date: "2025-02-10" },
    relationships,
    related_entities: [acmeAnswer],
    sources: [source],
    timeline_events: events,
    observations,
  });
  const then = await truth.ask("retrieve_graph_neighborhood", {
    node_id: task.entity_id,
    at: observations[0].observed_at,
  });
  expect(then).toMatchObject({ relationships: [], related_entities: [], sources: [source], timeline_events: events });
  expect(
    await truth.ask("retrieve_graph_neighborhood", {
      node_id: task.entity_id,
      include_relationships: false,
      include_sources: false,
      include_events: false,
    }),
  ).toEqual({
    node_id: task.entity_id,
    node_type: "entity",
    entity: around.entity,
    entity_snapshot: around.entity_snapshot,
    related_entities: [],
  });

  expect(await truth.ask("retrieve_graph_neighborhood", { node_id: stored.source_id, node_type: "source" })).toEqual({
    node_id: stored.source_id,
    node_type: "source",
    source,
    relationships: [{ ...relationships[0], id: related.id }],
    related_entities: [
      {
        id: task.entity_id,
        entity_type: "task",
        canonical_name: "Pay",
        snapshot: { title: "Pay", status: "open", due_date: "2025-02-10" },
      },
      acmeAnswer,
    ],
    sources: [source],
    timeline_events: events,
  });
});

test("cuts each list and names those it cut", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 120 }, (_, n) => ({ entity_type: "task", title: `T${n}`, status: "open" }));
  const [hub, ...ids] = await truth.put({ entity_type: "project", name: "Hub" }, ...rows);
  await truth.ask("create_relationships", {
    relationships: ids.map((id) => ({ relationship_type: "PART_OF", source_entity_id: id, target_entity_id: hub })),
  });
  const around = await truth.ask("retrieve_graph_neighborhood", { node_id: hub });
  expect(around).toMatchObject({ truncated: true, truncated_lists: expect.arrayContaining(["relationships"]) });
  expect(around.relationships.length).toBeLessThanOrEqual(100);
  expect(around.relationships.length).toBeGreaterThan(30);
});

test.each(ENGINES)("shows nothing of a deleted entity, now or at any time since (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      { entity_type: "task", title: "Pay", status: "open" },
      { entity_type: "company", name: "Acme", phone: "123" },
    ],
  });
  const [task, acme] = stored.entities;
  await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: task.entity_id,
    target_entity_id: acme.entity_id,
  });
  const asSource = { node_id: stored.source_id, node_type: "source", include_observations: true };
  const before = await truth.ask("retrieve_graph_neighborhood", asSource);
  const { receipt } = await truth.ask("delete_entity", { entity_id: acme.entity_id });
  const since = [{}, { at: receipt.recorded_at }, { at_ingested: receipt.recorded_at }];
  for (const cut of since) {
    const aroundSource = await truth.ask("retrieve_graph_neighborhood", { ...asSource, ...cut });
    expect(aroundSource).toEqual({
      ...before,
      relationships: [],
      related_entities: [before.related_entities[0]],
      observations: [before.observations[0]],
    });
    expect(await truth.ask("retrieve_graph_neighborhood", { node_id: task.entity_id, ...cut })).toMatchObject({
      relationships: [],
      related_entities: [],
    });
  }
  const then = { at_ingested: before.observations[0].created_at };
  expect(await truth.ask("retrieve_graph_neighborhood", { ...asSource, ...then })).toEqual({
    ...before,
    relationships: [],
  });
});

test("finds every source of an entity and every entity of a source, however much was said", async () => {
  const truth = await openTestTruth();
  const [first] = await truth.say({ entity_type: "task", title: "Pay", status: "open" });
  const rows = Array.from({ length: 150 }, (_, n) => ({ entity_type: "task", title: "Pay", status: `s${n}` }));
  const stored = await truth.ask("store_structured", {
    idempotency_key: "many",
    entities: [...rows, { entity_type: "company", name: "Acme" }],
  });
  const { observations } = await truth.ask("list_observations", { entity_id: first?.entity_id, limit: 1, offset: 150 });
  const aroundEntity = await truth.ask("retrieve_graph_neighborhood", { node_id: first?.entity_id });
  expect(aroundEntity.sources.map(({ id }: { id: string }) => id)).toEqual([
    stored.source_id,
    observations[0].source_id,
  ]);
  const aroundSource = await truth.ask("retrieve_graph_neighborhood", {
    node_id: stored.source_id,
    node_type: "source",
  });
  expect(aroundSource.related_entities.map(({ canonical_name }: { canonical_name: string }) => canonical_name)).toEqual(
    ["Pay", "Acme"],
  );
});

test("redirects a merged id", async () => {
  const truth = await openTestTruth();
  const [from, to] = await truth.put(
    { entity_type: "company", name: "Bolt" },
    { entity_type: "company", name: "Acme" },
  );
  await truth.ask("merge_entities", { from_entity_id: from, to_entity_id: to });
  expect(await truth.ask("retrieve_graph_neighborhood", { node_id: from })).toMatchObject({
    node_id: to,
    redirected_from: from,
  });
});

test("refuses with the contract's codes", async () => {
  const truth = await openTestTruth();
  const codeOf = async (args: Record<string, unknown>) =>
    (await truth.ask("retrieve_graph_neighborhood", args)).error?.code;
  const entity = "ent_000000000000000000000000";
  const source = "00000000-0000-0000-0000-000000000000";
  expect(await codeOf({ node_id: entity })).toBe("ENTITY_NOT_FOUND");
  expect(await codeOf({ node_id: source, node_type: "source" })).toBe("SOURCE_NOT_FOUND");
  expect(await codeOf({ node_id: entity, node_type: "source" })).toBe("SOURCE_NOT_FOUND");
  expect(await codeOf({ node_id: source })).toBe("ENTITY_NOT_FOUND");
  expect(await codeOf({ node_id: "x" })).toBe("VALIDATION_ERROR");
  expect(await codeOf({ node_id: entity, node_type: "file" })).toBe("VALIDATION_ERROR");
});

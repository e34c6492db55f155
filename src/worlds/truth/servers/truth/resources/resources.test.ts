import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { type Answer, openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import { consult } from "../../../../../kernel/call/index.ts";
import { SILENT_CLIENT } from "../../../../../kernel/client.ts";
import type { Truth } from "../../../truth.ts";
import { complete, resources } from "./index.ts";

/** Asks the resources as a client's connection would. */
function consultation(truth: TestTruth, user?: string) {
  const connection = { id: "test", transport: "stdio", client: "test", ...(user !== undefined && { user }) } as const;
  const signal = new AbortController().signal;
  return async <Value>(answer: (deps: Truth) => Promise<Value> | Value) => {
    await truth.parts.registry.open("truth");
    return consult(truth.parts, { server: "truth", connection, client: SILENT_CLIENT, signal }, (deps) =>
      answer(deps as Truth),
    );
  };
}

async function read(truth: TestTruth, uri: string, user?: string): Promise<Answer> {
  const found = await consultation(truth, user)((deps) => resources.read(uri, deps));
  if (found === undefined) return undefined;
  expect(found.contents).toHaveLength(1);
  expect(found.contents[0]).toMatchObject({ uri, mimeType: "application/json" });
  return JSON.parse((found.contents[0] as { text: string }).text);
}

async function fill(truth: TestTruth) {
  const stored = await truth.ask("store_structured", {
    idempotency_key: "a",
    entities: [
      {
        entity_type: "invoice",
        invoice_number: "INV-001",
        vendor_name: "Acme",
        invoice_date: "2024-01-15",
        urgency: 1,
      },
      { entity_type: "company", name: "Acme" },
      { entity_type: "task", title: "Pay", status: "open", due_date: "2024-03-01" },
      { entity_type: "beehive", name: "North", frames: 10 },
    ],
  });
  const [invoice, acme, task] = stored.entities.map(({ entity_id }: { entity_id: string }) => entity_id);
  const related = await truth.ask("create_relationship", {
    relationship_type: "REFERS_TO",
    source_entity_id: invoice,
    target_entity_id: acme,
    metadata: { as: "vendor" },
  });
  await truth.ask("create_relationship", {
    relationship_type: "PART_OF",
    source_entity_id: task,
    target_entity_id: invoice,
  });
  return { stored, invoice, acme, task, related };
}

test.each(ENGINES)("lists what is always there and what the data has (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const listed = async () => {
    const { items } = await consultation(truth)((deps) => resources.list(deps, undefined));
    for (const item of items) expect(item).toMatchObject({ mimeType: "application/json", name: expect.any(String) });
    return items.map(({ uri }) => uri);
  };
  const always = ["neotoma://entities", "neotoma://entity_types", "neotoma://relationships", "neotoma://sources"];
  expect(await listed()).toEqual(always);
  await fill(truth);
  expect(await listed()).toEqual([
    ...always,
    "neotoma://relationships/PART_OF",
    "neotoma://relationships/REFERS_TO",
    "neotoma://timeline/2024",
    "neotoma://timeline/2024-03",
    "neotoma://timeline/2024-01",
  ]);
  expect(resources.templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "neotoma://entities/{entity_type}",
    "neotoma://entity/{entity_id}",
    "neotoma://entity/{entity_id}/observations",
    "neotoma://entity/{entity_id}/relationships",
    "neotoma://relationships/{relationship_type}",
    "neotoma://timeline/{year}",
    "neotoma://timeline/{year}-{month}",
    "neotoma://source/{source_id}",
  ]);
});

test.each(ENGINES)(
  "pages through all periods by cursor, each once, and refuses a cursor it never gave (%s)",
  async (engine) => {
    const truth = await openTestTruth({ engine });
    const months = Array.from(
      { length: 130 },
      (_, n) => `${2000 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}`,
    );
    await truth.put(...months.map((month) => ({ entity_type: "task", title: month, due_date: `${month}-05` })));
    const list = (cursor?: string) => consultation(truth)((deps) => resources.list(deps, cursor));
    const first = await list();
    const second = await list(first.nextCursor);
    expect(second.nextCursor).toBeUndefined();
    const periods = [...first.items, ...second.items].flatMap(({ uri }) => uri.split("neotoma://timeline/")[1] ?? []);
    expect(periods.toSorted()).toEqual([...new Set(months.map((month) => month.slice(0, 4))), ...months].toSorted());
    await expect(list("neither year nor month")).rejects.toMatchObject({ code: "invalid_arguments" });
  },
);

test.each(ENGINES)("reads every address of the contract, whole (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { stored, invoice, acme, related } = await fill(truth);
  const { entities } = await truth.ask("retrieve_entities", { entity_type: "company" });
  const last_updated = entities[0].last_observation_at;
  expect(await read(truth, "neotoma://entities/company")).toEqual({
    type: "entity_collection",
    category: "entities",
    entity_type: "company",
    entities,
    total: 1,
    returned: 1,
    has_more: false,
    last_updated,
    uri: "neotoma://entities/company",
  });
  const all = await truth.ask("retrieve_entities");
  expect(await read(truth, "neotoma://entities")).toEqual({
    type: "entity_collection",
    category: "entities",
    entities: all.entities,
    total: 4,
    returned: 4,
    has_more: false,
    last_updated: all.entities[0].last_observation_at,
    uri: "neotoma://entities",
  });
  const snapshot = await truth.ask("retrieve_entity_snapshot", { entity_id: invoice });
  expect(await read(truth, `neotoma://entity/${invoice}`)).toEqual({
    type: "entity",
    category: "entities",
    entity_id: invoice,
    entity_type: "invoice",
    canonical_name: expect.stringContaining("INV-001"),
    schema_version: "1.0",
    snapshot: snapshot.snapshot,
    raw_fragments: { urgency: 1 },
    provenance: snapshot.provenance,
    observation_count: 1,
    last_updated: snapshot.last_observation_at,
    uri: `neotoma://entity/${invoice}`,
  });
  const { observations } = await truth.ask("list_observations", { entity_id: invoice });
  expect(await read(truth, `neotoma://entity/${invoice}/observations`)).toEqual({
    type: "entity_observations",
    category: "entities",
    entity_id: invoice,
    observations,
    total: 1,
    returned: 1,
    has_more: false,
    last_updated: observations[0].observed_at,
    uri: `neotoma://entity/${invoice}/observations`,
  });
  const { relationships } = await truth.ask("list_relationships", { entity_id: invoice });
  expect(await read(truth, `neotoma://entity/${invoice}/relationships`)).toEqual({
    type: "entity_relationships",
    category: "relationships",
    entity_id: invoice,
    relationships,
    total: 2,
    returned: 2,
    has_more: false,
    last_updated: relationships[0].created_at,
    uri: `neotoma://entity/${invoice}/relationships`,
  });
  expect(await read(truth, "neotoma://relationships")).toMatchObject({
    type: "relationship_collection",
    relationships,
    total: 2,
  });
  expect(await read(truth, "neotoma://relationships/REFERS_TO")).toEqual({
    type: "relationship_collection",
    category: "relationships",
    relationship_type: "REFERS_TO",
    relationships: [relationships.find(({ id }: Answer) => id === related.id)],
    total: 1,
    returned: 1,
    has_more: false,
    last_updated: related.created_at,
    uri: "neotoma://relationships/REFERS_TO",
  });
  const { events } = await truth.ask("list_timeline_events");
  expect(await read(truth, "neotoma://timeline/2024")).toEqual({
    type: "timeline",
    category: "timeline",
    year: "2024",
    events,
    total: 2,
    returned: 2,
    has_more: false,
    last_updated: "2024-03-01T00:00:00.000Z",
    uri: "neotoma://timeline/2024",
  });
  expect(await read(truth, "neotoma://timeline/2024-01")).toMatchObject({
    year: "2024",
    month: "01",
    events: [events[1]],
    total: 1,
    last_updated: "2024-01-15T00:00:00.000Z",
  });
  expect(await read(truth, "neotoma://timeline/1999")).toMatchObject({ events: [], total: 0, last_updated: null });
  expect(await read(truth, `neotoma://source/${stored.source_id}`)).toEqual({
    type: "source",
    category: "sources",
    source_id: stored.source_id,
    source_kind: "structured",
    content_hash: stored.content_hash,
    mime_type: "application/json",
    original_filename: null,
    file_size: expect.any(Number),
    storage_path: stored.storage_path,
    provenance: null,
    entity_ids: stored.entities.map(({ entity_id }: Answer) => entity_id).sort(),
    observation_count: 4,
    last_updated: observations[0].created_at,
    uri: `neotoma://source/${stored.source_id}`,
  });
  const sources = await read(truth, "neotoma://sources");
  expect(sources).toMatchObject({ type: "source_collection", category: "sources", total: 3, returned: 3 });
  expect(sources.sources[2]).toMatchObject({ id: stored.source_id, storage_path: stored.storage_path });
  const types = await read(truth, "neotoma://entity_types");
  expect(types).toMatchObject({ type: "entity_types", category: "schema", total: types.entity_types.length });
  expect(types.entity_types).toContainEqual({ entity_type: "beehive", schema_version: "1.0", field_count: 2 });
  expect(types.entity_types).toContainEqual({
    entity_type: "invoice",
    schema_version: "1.0",
    field_count: expect.any(Number),
  });
  expect(await read(truth, `neotoma://entity/${acme}`, "bob")).toBeUndefined();
  expect(await read(truth, "neotoma://entities", "bob")).toMatchObject({ entities: [], total: 0, last_updated: null });
});

test("filters, sorts and pages by the query, and says what is wrong with it", async () => {
  const truth = await openTestTruth();
  await truth.put(...["Bolt", "Acme", "Coil"].map((name) => ({ entity_type: "company", name })), {
    entity_type: "person",
    name: "Ada",
  });
  const names = async (query: string) => {
    const answer = await read(truth, `neotoma://entities?${query}`);
    return answer.error ?? answer.entities.map(({ canonical_name }: Answer) => canonical_name);
  };
  expect(await names("sort=canonical_name&order=asc")).toEqual(["Acme", "Ada", "Bolt", "Coil"]);
  expect(await names("sort=canonical_name&order=desc&limit=2&offset=1")).toEqual(["Bolt", "Ada"]);
  expect(await names("entity_type=person")).toEqual(["Ada"]);
  expect(await read(truth, "neotoma://entities?limit=3")).toMatchObject({ total: 4, returned: 3, has_more: true });
  expect(await read(truth, "neotoma://entities?limit=3&offset=3")).toMatchObject({ returned: 1, has_more: false });
  const { user_id } = await truth.ask("get_authenticated_user");
  expect(await read(truth, `neotoma://entities?user_id=${user_id}`)).toMatchObject({ total: 4 });
  expect(await read(truth, "neotoma://sources?sort=created_at&order=asc")).toMatchObject({ total: 1 });
  for (const query of [
    "limit=0",
    "limit=1001",
    "limit=x",
    "offset=-1",
    "order=up",
    "sort=snapshot;drop table",
    "relationship_type=PART_OF",
    "unknown=1",
    "limit=1&limit=2",
    "user_id=somebody",
  ]) {
    expect(await read(truth, `neotoma://entities?${query}`)).toEqual({
      type: "entity_collection",
      category: "entities",
      entities: [],
      total: 0,
      returned: 0,
      has_more: false,
      last_updated: null,
      uri: `neotoma://entities?${query}`,
      error: expect.any(String),
    });
  }
});

test("knows nothing under an address that is none", async () => {
  const truth = await openTestTruth();
  for (const path of [
    "",
    "entity",
    "entity/",
    "entity/ent_000000000000000000000000",
    "entity/ent_000000000000000000000000/observations",
    "entity/x/y/z",
    "entities/Not A Type",
    "entities/company/x",
    "relationships/LIKES",
    "timeline",
    "timeline/24",
    "timeline/2024-13",
    "timeline/2024-1",
    "source/00000000-0000-0000-0000-000000000000",
    "sources/x",
    "nothing",
  ]) {
    expect([path, await read(truth, `neotoma://${path}`)]).toEqual([path, undefined]);
  }
  expect(await read(truth, "file:///etc/passwd")).toBeUndefined();
});

test("redirects a merged entity and forgets a deleted one", async () => {
  const truth = await openTestTruth();
  const [bolt, acme] = await truth.put(
    { entity_type: "company", name: "Bolt" },
    { entity_type: "company", name: "Acme" },
  );
  await truth.ask("merge_entities", { from_entity_id: bolt, to_entity_id: acme });
  expect(await read(truth, `neotoma://entity/${bolt}`)).toMatchObject({ entity_id: acme, redirected_from: bolt });
  expect(await read(truth, `neotoma://entity/${bolt}/observations`)).toMatchObject({ entity_id: acme, total: 2 });
  await truth.ask("delete_entity", { entity_id: acme });
  expect(await read(truth, `neotoma://entity/${acme}`)).toBeUndefined();
});

test.each(ENGINES)("shows and counts nothing of a deleted entity (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const { stored, invoice, acme, task } = await fill(truth);
  const before = await read(truth, "neotoma://relationships/PART_OF");
  const restored = async () => truth.ask("restore_entity", { entity_id: acme });
  await truth.ask("delete_entity", { entity_id: acme });
  for (const query of ["", "?sort=id&order=asc"]) {
    const all = await read(truth, `neotoma://relationships${query}`);
    expect(all).toEqual({
      ...before,
      relationships: before.relationships,
      relationship_type: undefined,
      uri: `neotoma://relationships${query}`,
    });
  }
  expect(await read(truth, "neotoma://relationships/REFERS_TO")).toMatchObject({
    relationships: [],
    total: 0,
    last_updated: null,
  });
  const { items } = await consultation(truth)((deps) => resources.list(deps, undefined));
  expect(items.map(({ uri }) => uri).filter((uri) => uri.includes("relationships/"))).toEqual([
    "neotoma://relationships/PART_OF",
  ]);
  const others = stored.entities.map(({ entity_id }: Answer) => entity_id).filter((id: string) => id !== acme);
  expect(await read(truth, `neotoma://source/${stored.source_id}`)).toMatchObject({
    entity_ids: others.sort(),
    observation_count: 3,
  });
  expect(await consultation(truth)((deps) => complete({ template: "x" }, "entity_id", acme, deps))).toEqual([]);
  await restored();
  expect(await read(truth, "neotoma://relationships")).toMatchObject({ total: 2 });
  expect(await read(truth, `neotoma://source/${stored.source_id}`)).toMatchObject({ observation_count: 4 });
  await truth.ask("delete_entity", { entity_id: invoice });
  expect(await read(truth, "neotoma://relationships")).toMatchObject({ relationships: [], total: 0 });
  expect(await read(truth, `neotoma://entity/${task}/relationships`)).toMatchObject({ relationships: [], total: 0 });
});

test("counts all that a long source said, and says when it does not name every entity", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 1203 }, (_, n) => `Firm ${n},F${n}`);
  const { source_id } = await truth.ask("store", {
    file_content: Buffer.from(["name,external_id", ...rows].join("\n")).toString("base64"),
    mime_type: "text/csv",
    original_filename: "firms.csv",
    idempotency_key: "csv",
  });
  const source = await read(truth, `neotoma://source/${source_id}`);
  expect(source).toMatchObject({ observation_count: 1203, truncated: true });
  expect(source.entity_ids).toEqual([...new Set(source.entity_ids)].sort());
  expect(source.entity_ids).toHaveLength(1000);
});

test("lists an entity's relationships from both ends", async () => {
  const truth = await openTestTruth();
  const { invoice } = await fill(truth);
  const types = async (query: string) =>
    (await read(truth, `neotoma://entity/${invoice}/relationships?${query}`)).relationships.map(
      ({ relationship_type }: Answer) => relationship_type,
    );
  expect(await types("")).toEqual(["PART_OF", "REFERS_TO"]);
  expect(await types("order=asc")).toEqual(["REFERS_TO", "PART_OF"]);
  expect(await types("order=asc&limit=1&offset=1")).toEqual(["PART_OF"]);
});

test("pages the entity types, and says what is wrong with a question about them", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "beehive", name: "North" });
  const all = await read(truth, "neotoma://entity_types");
  expect(all).toMatchObject({ returned: all.total, has_more: false, uri: "neotoma://entity_types" });
  expect(await read(truth, "neotoma://entity_types?limit=2&offset=1")).toEqual({
    type: "entity_types",
    category: "schema",
    entity_types: all.entity_types.slice(1, 3),
    total: all.total,
    returned: 2,
    has_more: true,
    last_updated: null,
    uri: "neotoma://entity_types?limit=2&offset=1",
  });
  expect((await read(truth, "neotoma://entity_types?order=desc")).entity_types).toEqual(all.entity_types.toReversed());
  for (const query of ["bogus=1", "sort=size", "limit=0"]) {
    expect(await read(truth, `neotoma://entity_types?${query}`)).toMatchObject({
      entity_types: [],
      error: expect.any(String),
    });
  }
});

test("lists observations from both ends", async () => {
  const truth = await openTestTruth();
  let entity = "";
  for (const status of ["open", "waiting", "done"]) {
    [entity = ""] = await truth.put({ entity_type: "task", title: "Pay", status });
  }
  const statuses = async (query: string) =>
    (await read(truth, `neotoma://entity/${entity}/observations?${query}`)).observations.map(
      ({ fields }: Answer) => fields.status,
    );
  expect(await statuses("")).toEqual(["done", "waiting", "open"]);
  expect(await statuses("order=asc")).toEqual(["open", "waiting", "done"]);
  expect(await statuses("order=asc&limit=2&offset=1")).toEqual(["waiting", "done"]);
  expect(await statuses("order=asc&offset=3")).toEqual([]);
});

test("completes types, ids and dates as they are typed", async () => {
  const truth = await openTestTruth();
  const { invoice } = await fill(truth);
  const typed = (argument: string, value: string) =>
    consultation(truth)((deps) => complete({ template: "neotoma://x" }, argument, value, deps));
  expect(await typed("entity_type", "bee")).toEqual(["beehive"]);
  expect(await typed("relationship_type", "S")).toEqual(["SETTLES", "SUPERSEDES"]);
  expect(await typed("entity_id", invoice.slice(0, 12))).toEqual([invoice]);
  expect(await typed("year", "20")).toEqual(["2024"]);
  expect(await typed("month", "")).toEqual(["01", "03"]);
  await truth.put({ entity_type: "task", title: "Rest", status: "open", due_date: "2025-07-01" });
  const monthsOf = (year: string) =>
    consultation(truth)((deps) => complete({ template: "neotoma://x" }, "month", "", deps, { year }));
  expect(await monthsOf("2024")).toEqual(["01", "03"]);
  expect(await monthsOf("2025")).toEqual(["07"]);
  expect(await monthsOf("1999")).toEqual([]);
  expect(await typed("nothing", "")).toEqual([]);
  expect(await consultation(truth)((deps) => complete({ prompt: "x" }, "entity_type", "", deps))).toEqual([]);
});

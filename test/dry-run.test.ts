import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { EVERY_TENANT } from "../src/kernel/installation.ts";
import { query } from "../src/kernel/query.ts";
import { dumpEverything } from "./kit/dump.ts";
import { temporaryFolder } from "./kit/folder.ts";
import { writeIfc } from "./kit/ifc.ts";
import { ENGINES, openTestKernel, type TestKernel } from "./kit/kernel.ts";
import { sampled } from "./kit/thorough.ts";
import { everyServer } from "./kit/worlds.ts";

type Arguments = Record<string, unknown>;

const company = (name: string) => ({ entity_type: "company", name });
const entry = (id: string) => ({
  id,
  title: id,
  body: `What ${id} says.`,
  priority: 50,
  audience: "all",
  requirement: "optional",
  categories: [],
});

/** Tools of the graph that make fingerprints, and those that are told which memories they are about. */
const NAMES_MEMORIES: ReadonlySet<string> = new Set([
  "fuse_embeddings",
  "trigger_workspace_broadcast",
  "update_synergy_matrix",
]);
const NEEDS_MODEL: ReadonlySet<string> = new Set([
  ...NAMES_MEMORIES,
  "compute_teleological_vector",
  "inject_context",
  "store_memory",
]);

/** What is there before: entities a to f, of which c and d are merged into f and e0 and e1 are deleted; some entries. */
async function prepare(kernel: TestKernel, server: string, tool: string): Promise<Record<string, string>> {
  let calls = 0;
  // Each on a connection of its own: the quota is left for the test.
  const call = (tool: string, args: Arguments, on = server === "home" ? "truth" : server) =>
    kernel.callTool(tool, args, { server: on, connection: `prepare ${calls++}` });
  if (server === "instructions") {
    await call("instructions_import", { entries: ["r0", "r1"].map(entry), mode: "skip" });
  }
  if (BUILDING.has(server)) return beginBuilding(call);
  if (server === "graph" && NAMES_MEMORIES.has(tool)) {
    const ids: Record<string, string> = {};
    for (const name of ["a", "b"]) {
      const stored = await call("store_memory", { content: `The mill of ${name} has a wheel.` });
      ids[name] = (stored as { structuredContent: { fingerprintId: string } }).structuredContent.fingerprintId;
    }
    return ids;
  }
  if (server === "memory") {
    const entities = ["a0", "a1"].map((name) => ({ name, entityType: "thing", observations: ["heavy"] }));
    await call("create_entities", { entities });
    await call("create_relations", { relations: ["a0", "a1"].map((from) => ({ from, to: "b", relationType: "on" })) });
  }
  if (server !== "truth" && server !== "home") return {};
  const names = ["a0", "a1", "b", "c", "d", "e0", "e1", "f"];
  const ids: Record<string, string> = {};
  for (const name of names) {
    const stored = await call("store_structured", { entities: [company(name)], idempotency_key: `prepare ${name}` });
    const { entities, source_id } = (
      stored as {
        structuredContent: { source_id: string; entities: { entity_id: string; observation_id: string }[] };
      }
    ).structuredContent;
    ids[`${name} source`] = source_id;
    ids[name] = entities[0]?.entity_id ?? "";
    ids[`${name} observation`] = entities[0]?.observation_id ?? "";
  }
  for (const name of ["file 0", "file 1"]) {
    const file = { file_content: Buffer.from(name).toString("base64"), mime_type: "text/plain", interpret: false };
    const kept = await call("store_unstructured", { ...file, idempotency_key: `prepare ${name}` });
    ids[name] = (kept as { structuredContent: { source_id: string } }).structuredContent.source_id;
  }
  for (const from of ["c", "d"]) {
    await call("merge_entities", { from_entity_id: ids[from], to_entity_id: ids.f });
  }
  for (const entity of ["e0", "e1"]) await call("delete_entity", { entity_id: ids[entity] });
  for (const source of ["a0", "a1"]) {
    await call("create_relationship", {
      relationship_type: "EMBEDS",
      source_entity_id: ids[source],
      target_entity_id: ids.b,
    });
  }
  if (tool === "readmit_source") {
    for (const name of ["a0", "a1"]) await call("withdraw_source", { source_id: ids[`${name} source`] });
  }
  if (tool === "undo") for (const text of ["One.", "Two."]) await call("remember", { text }, "home");
  return ids;
}

const square = (n: number) => [
  [0, n],
  [4000, n],
  [4000, 3000 + n],
  [0, 3000 + n],
];

const BUILDING = new Set(["geometry", "model", "validation", "documentation"]);
const told = { dry_run: false, reasoning: "to be rehearsed" };

/** A project with a level; ids by what they are of. */
async function beginBuilding(
  call: (tool: string, args: Arguments, server?: string) => Promise<unknown>,
): Promise<Record<string, string>> {
  const make = async (tool: string, args: Arguments, server = "geometry") => {
    const made = (await call(tool, { ...told, ...args }, server)) as {
      structuredContent: { data: Record<string, string> };
    };
    return made.structuredContent.data;
  };
  const { model_id = "" } = await make("create_project", { name: "House" }, "model");
  const { level_id = "" } = await make("create_level", { name: "Ground", elevation: 0 }, "model");
  const { level_id: upper = "" } = await make("create_level", { name: "Upper", elevation: 3000 }, "model");
  const walls: Record<string, string> = {};
  for (const n of [0, 1]) {
    const [y, side] = [n * 10_000, `side ${n}`];
    walls[`wall ${n}`] = (await make("create_wall", { start: [0, y], end: [6000, y], level_id })).wall_id ?? "";
    walls[side] = (await make("create_wall", { start: [6000, y], end: [6000, y + 4000], level_id })).wall_id ?? "";
    walls[`branch ${n}`] = (await make("create_branch", { name: `option ${n}` }, "model")).branch_id ?? "";
    await make("create_level", { name: "Roof", elevation: 6000 + n, branch_id: `option ${n}` }, "model");
  }
  const { view_id: view = "" } = await make("create_plan", { level_id }, "documentation");
  return { model_id, level_id, upper, view, ...walls };
}

/** Two files to be brought in. */
function putModels(folder: string): void {
  mkdirSync(join(folder, "import"), { recursive: true });
  for (const n of [0, 1]) {
    const ifc = writeIfc();
    // Ids are counted up, so the second file has others.
    for (let skipped = 0; skipped < n * 100; skipped += 1) ifc.guid();
    const storey = ifc.storey("Ground", 0);
    ifc.wall(storey, "South", { start: [0, 0], end: [4000, 0], thickness: 200, height: 2500 });
    ifc.faces(storey, "IFCFURNISHINGELEMENT", "Sheet", [
      [
        [0, 0, 0],
        [1000, 0, 0],
        [1000, 1000, n],
      ],
    ]);
    writeFileSync(join(folder, "import", `house-${n}.ifc`), ifc.finish());
  }
}

/** Good arguments for every tool that writes, twice each. A new one without its line here turns the test red. */
const EXAMPLES: Readonly<Record<string, (n: 0 | 1, ids: Record<string, string>) => Arguments>> = {
  "geometry/create_wall": (n, { level_id }) => ({ start: [0, n * 1000], end: [4000, n * 1000], level_id }),
  "geometry/create_floor": (n, { level_id }) => ({ boundary_points: square(n), level_id }),
  "geometry/create_roof": (n) => ({ boundary_points: square(n), slope: 30, roof_type: "hip", base_elevation: 6000 }),
  "geometry/create_column": (n, ids) => ({
    location: [n * 1000, 0],
    base_level: ids.level_id,
    top_level: ids.upper,
    profile: "300x300",
  }),
  "geometry/create_opening": (n, ids) => ({ host_id: ids[`wall ${n}`], offset: 2000, width: 500, height: 500 }),
  "geometry/place_door": (n, ids) => ({ wall_id: ids[`wall ${n}`], offset: 1000 }),
  "geometry/place_window": (n, ids) => ({ wall_id: ids[`wall ${n}`], offset: 3000 }),
  "geometry/boolean_operation": (n, ids) => ({
    element_a: ids[`wall ${n}`],
    element_b: ids[`side ${n}`],
    operation: "union",
  }),
  "geometry/join_elements": (n, ids) => ({ element_ids: [ids[`wall ${n}`], ids[`side ${n}`]] }),
  "geometry/modify_parameter": (n, ids) => ({ element_id: ids["wall 0"], parameter_name: "height", value: 2500 + n }),
  "geometry/move_element": (n, ids) => ({ element_id: ids[`wall ${n}`], delta: [0, 100] }),
  "geometry/copy_element": (n, ids) => ({ element_id: ids[`wall ${n}`], delta: [0, 500] }),
  "memory/create_entities": (n) => ({ entities: [{ name: `new ${n}`, entityType: "thing", observations: [] }] }),
  "memory/create_relations": (n) => ({ relations: [{ from: `a${n}`, to: "c", relationType: "on" }] }),
  "memory/add_observations": (n) => ({ observations: [{ entityName: `a${n}`, contents: ["red"] }] }),
  "memory/delete_entities": (n) => ({ entityNames: [`a${n}`] }),
  "memory/delete_observations": (n) => ({ deletions: [{ entityName: `a${n}`, observations: ["heavy"] }] }),
  "memory/delete_relations": (n) => ({ relations: [{ from: `a${n}`, to: "b", relationType: "on" }] }),
  "model/create_project": (n) => ({ name: `House ${n}` }),
  "model/create_level": (n) => ({ name: `Level ${n}`, elevation: 3000 * (n + 1) }),
  "model/create_room": (n, { level_id }) => ({ name: `Room ${n}`, boundary_points: square(n), level_id }),
  "model/create_beam": (n, { level_id }) => ({ start: [0, n], end: [4000, n], profile: "200x300", level_id }),
  "model/create_stair": (n, { level_id }) => ({
    location: [n, 0],
    base_level: level_id,
    risers: 16,
    riser_height: 175,
  }),
  "model/delete_elements": (n, ids) => ({ element_ids: [ids[`wall ${n}`]] }),
  "model/create_branch": (n) => ({ name: `new ${n}` }),
  "model/switch_branch": (n, ids) => ({ branch_id: ids[`branch ${n}`] }),
  "model/merge_branch": (n, ids) => ({ source_branch_id: ids[`branch ${n}`] }),
  "model/import_ifc": (n) => ({ file_path: `import/house-${n}.ifc` }),
  "model/undo": () => ({}),
  "documentation/create_plan": (_n, ids) => ({ level_id: ids.level_id }),
  "documentation/create_section": (n) => ({ cut_plane: { origin: [1000 + n, 0], normal: [1, 0] } }),
  "documentation/create_sheet": (n, ids) => ({ views: [ids.view], title_block: { title: `Sheet ${n}` } }),
  "documentation/export_bcf": (n) => ({ issues: [{ title: `Issue ${n}` }] }),
  "documentation/export_ifc": () => ({ schema: "IFC4" }),
  "documentation/generate_schedule": () => ({ category: "Walls" }),
  "documentation/quantity_takeoff": () => ({}),
  "validation/accessibility_check": () => ({}),
  "validation/clash_detection": () => ({}),
  "validation/code_compliance": () => ({ standard: "IBC", severity_threshold: "info" }),
  "validation/data_completeness": () => ({ required_params: ["name"] }),
  "validation/egress_analysis": () => ({ occupancy: 10 }),
  "validation/fire_rating_check": () => ({}),
  "validation/structural_check": () => ({}),
  "validation/validate_constraints": () => ({}),
  "conformance/test_write": () => ({ text: "rehearsed" }),
  "graph/compute_teleological_vector": (n) => ({ content: `The mill has ${n} wheels.` }),
  "graph/abort_dream": () => ({}),
  "graph/adjust_coupling": (n) => ({ new_K: 3 + n }),
  "graph/adjust_neuromodulator": () => ({ modulator: "dopamine", delta: 0.5 }),
  "graph/auto_bootstrap_north_star": () => ({}),
  "graph/discover_sub_goals": () => ({}),
  "graph/fuse_embeddings": (_n, ids) => ({ memory_id: ids.a }),
  "graph/inject_context": (n) => ({ content: `The mill has ${n} wheels.`, rationale: "Wheels are counted" }),
  "graph/manage_teleological_profile": (n) => ({
    action: "create",
    name: `profile ${n}`,
    embedder_weights: Array.from({ length: 13 }, () => 1),
  }),
  "graph/store_memory": (n) => ({ content: `The mill has ${n} wheels.` }),
  "graph/trigger_consolidation": () => ({}),
  "graph/trigger_dream": () => ({ force: true }),
  "graph/trigger_drift_correction": () => ({ force: true }),
  "graph/trigger_recalibration": () => ({ level: 2 }),
  "graph/trigger_workspace_broadcast": (_n, ids) => ({ memory_id: ids.a, force: true }),
  "graph/update_synergy_matrix": (_n, ids) => ({
    query_vector_id: ids.a,
    result_vector_id: ids.b,
    feedback: "relevant",
  }),
  "instructions/instructions_add": (n) => ({ entry: entry(`added-${n}`) }),
  "instructions/instructions_import": (n) => ({ entries: [entry(`brought-${n}`)], mode: "skip" }),
  "instructions/instructions_repair": () => ({}),
  "instructions/instructions_reload": () => ({}),
  "instructions/instructions_remove": (n) => ({ ids: [`r${n}`] }),
  "instructions/instructions_groom": () => ({ mode: { mergeDuplicates: true, removeDeprecated: true } }),
  "instructions/usage_track": (n) => ({ id: `r${n}` }),
  "instructions/usage_flush": () => ({}),
  "home/remember": (n) => ({ conversation: [{ speaker: "Ana", text: `Number ${n}.` }] }),
  "home/correct": (n, ids) => ({ entity_id: ids.b, field: "industry", value: `trade ${n}`, reasoning: "it is so" }),
  "home/forget": (n, ids) => ({ memory_id: ids[`a${n} source`], reasoning: "it is not so" }),
  "home/undo": () => ({}),
  "truth/store_text": (n) => ({ text: `Number ${n}.`, idempotency_key: `k${n}` }),
  "truth/withdraw_source": (n, ids) => ({ source_id: ids[`a${n} source`] }),
  "truth/readmit_source": (n, ids) => ({ source_id: ids[`a${n} source`] }),
  "truth/register_schema": (n) => ({
    entity_type: `gizmo_${n}`,
    schema_definition: { fields: { name: { type: "string" } } },
    reducer_config: { merge_policies: {} },
  }),
  "truth/update_schema_incremental": (n) => ({
    entity_type: "company",
    fields_to_add: [{ field_name: `extra_${n}`, field_type: "string" }],
  }),
  "truth/store": (n) => ({ entities: [company(`new ${n}`)], idempotency_key: `k${n}` }),
  "truth/store_structured": (n) => ({ entities: [company(`new ${n}`)], idempotency_key: `k${n}` }),
  "truth/store_unstructured": (n) => ({
    file_content: Buffer.from(`[{"entity_type":"note","title":"n${n}","content":"c"}]`).toString("base64"),
    mime_type: "application/json",
    idempotency_key: `k${n}`,
  }),
  "truth/reinterpret": (n, ids) => ({
    source_id: ids[`file ${n}`],
    interpretation_config: { provider: "rules" },
  }),
  "truth/correct": (n, ids) => ({
    entity_id: ids.b,
    entity_type: "company",
    field: "industry",
    value: `trade ${n}`,
    idempotency_key: `k${n}`,
  }),
  "truth/create_relationship": (n, ids) => ({
    relationship_type: "PART_OF",
    source_entity_id: ids[`a${n}`],
    target_entity_id: ids.b,
  }),
  "truth/create_relationships": (n, ids) => ({
    relationships: [{ relationship_type: "PART_OF", source_entity_id: ids[`a${n}`], target_entity_id: ids.b }],
  }),
  "truth/delete_relationship": (n, ids) => ({
    relationship_type: "EMBEDS",
    source_entity_id: ids[`a${n}`],
    target_entity_id: ids.b,
  }),
  "truth/delete_entity": (n, ids) => ({ entity_id: ids[`a${n}`] }),
  "truth/restore_entity": (n, ids) => ({ entity_id: ids[`e${n}`] }),
  "truth/merge_entities": (n, ids) => ({ from_entity_id: ids[`a${n}`], to_entity_id: ids.b }),
  "truth/unmerge_entities": (n, ids) => ({ from_entity_id: ids[n === 0 ? "c" : "d"] }),
  "truth/split_entity": (n, ids) => ({
    entity_id: ids.f,
    observation_ids: [ids[`${n === 0 ? "c" : "d"} observation`]],
  }),
};

/** Vectors of the index follow a write by themselves. */
async function vectorsMade(kernel: TestKernel): Promise<void> {
  await vi.waitFor(
    async () => {
      const { tables } = await dumpEverything(kernel);
      const spaces = tables.search_space as string[];
      expect(spaces.filter((space) => space.includes('graph"') && !space.includes('"pending":0'))).toEqual([]);
      // Whoever made them has let go.
      expect(tables.search_claim).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** A server of PostgreSQL without the extension never makes any. */
async function canMakeVectors(kernel: TestKernel): Promise<boolean> {
  const database = await kernel.parts.database();
  if (database.dialect === "sqlite") return true;
  const found = await database.read(EVERY_TENANT, (sql) =>
    sql.first(query`select 1 as found from pg_available_extensions where name = 'vector'`),
  );
  return found !== undefined;
}

/** With everything on that a tool may need. */
const writes = (await everyServer())
  .filter(({ server }) => server.takes.dry_run !== undefined)
  .flatMap(({ server }) =>
    server.tools.filter((tool) => tool.effect !== "read").map((tool) => ({ server: server.name, tool: tool.name })),
  );

test("every write tool has an example to be rehearsed with", () => {
  expect(writes.map(({ server, tool }) => `${server}/${tool}`).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

describe.each(ENGINES)("on %s", (engine) => {
  test.each(engine === "sqlite" ? writes : sampled(writes, 3))(
    "a rehearsal of $server/$tool leaves root, rows, files and quota as they were",
    async ({ server, tool }) => {
      const folder = temporaryFolder();
      const hasModel = server === "graph" && NEEDS_MODEL.has(tool);
      const kernel = await openTestKernel({
        engine,
        folder,
        variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
        limits: { writesPerMinute: 2 },
        // Fingerprints need the model, which then also makes vectors for the index.
        embedder: hasModel ? { provider: "bundled" } : "none",
      });
      // What a person is asked about is shown elsewhere.
      const operator = { user: "operator", source: "command line" } as const;
      await kernel.governance.permissions.set({ agent: "*" }, { approvals: "off" }, operator);
      const ids = await prepare(kernel, server, tool);
      if (tool === "import_ifc") putModels(folder);
      const common = BUILDING.has(server) ? told : {};
      const [first, second] = ([0, 1] as const).map((n) => ({ ...common, ...EXAMPLES[`${server}/${tool}`]?.(n, ids) }));
      expect(await kernel.callTool(tool, first, { server })).not.toHaveProperty("isError");
      if (hasModel && (await canMakeVectors(kernel))) await vectorsMade(kernel);
      const before = { root: await kernel.stateRoot(), everything: await dumpEverything(kernel) };
      for (let n = 0; n < 3; n++) {
        const rehearsed = await kernel.callTool(tool, { ...second, dry_run: true }, { server });
        expect(rehearsed).toMatchObject({ structuredContent: { dry_run: true } });
      }
      expect({ root: await kernel.stateRoot(), everything: await dumpEverything(kernel) }).toEqual(before);
      // The quota had room for one more write, and still has.
      expect(await kernel.callTool(tool, second, { server })).not.toHaveProperty("isError");
    },
  );
});

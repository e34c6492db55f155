import type { TestKernel } from "../kit/kernel.ts";

export type Arguments = Record<string, unknown>;

/** Whose what a server keeps is. A server without its line turns the matrix red. */
export const OWNERS: Readonly<Record<string, "user" | "installation">> = {
  conformance: "user",
  documentation: "user",
  geometry: "user",
  graph: "user",
  home: "user",
  instructions: "installation",
  memory: "user",
  model: "user",
  notebook: "installation",
  spatial: "user",
  truth: "user",
  validation: "user",
};

/** Stands in everything that the owner stores, and in nothing else. */
export const CANARY = "quaggacanary";

/** By which the first company is known; asking for it says no word of the owner's. */
const EMAIL = "one@example.com";

/** What a building's tools take besides their own: without it they rehearse. */
const FOR_GOOD = { dry_run: false, reasoning: "the owner asks for it" };

const NODE = { name: "plain", entityType: "plain", observations: ["plain"] };
const RELATION = { from: "plain", to: "plain", relationType: "plain" };

type Ids = Readonly<Record<string, string>>;

/** What the owner has: the ids of it, by the names that arguments have, or by what they are of. */
export async function fillFor(kernel: TestKernel, user: string): Promise<Ids> {
  const call = async (server: string, name: string, args: Arguments) => {
    const outcome = await kernel.callTool(name, args, { server, user });
    if (!("structuredContent" in outcome) || "isError" in outcome) {
      throw new Error(`the owner could not ${name}: ${JSON.stringify(outcome)}`);
    }
    return outcome.structuredContent as Record<string, unknown>;
  };
  await call("conformance", "test_write", { text: CANARY });
  await call("instructions", "instructions_add", { entry: entry("plain") });
  await call("memory", "create_entities", { entities: [{ ...NODE, entityType: CANARY }] });
  await call("memory", "create_relations", { relations: [RELATION] });
  return { ...(await fillTruth((name, args) => call("truth", name, args))), ...(await fillBuilding(call)) };
}

/** Two companies that are linked, one that was merged into another, one that was deleted. */
async function fillTruth(call: (name: string, args: Arguments) => Promise<Record<string, unknown>>): Promise<Ids> {
  const names = ["one", "two", "kept", "merged", "deleted"];
  const stored = (await call("store_structured", {
    entities: names.map((name) => ({
      entity_type: "company",
      name: `${CANARY} ${name}`,
      ...(name === "one" && { email: EMAIL }),
    })),
    idempotency_key: CANARY,
  })) as { source_id: string; storage_path: string; entities: { entity_id: string; observation_id: string }[] };
  const [one = "", two = "", kept = "", merged = "", deleted = ""] = stored.entities.map(({ entity_id }) => entity_id);
  await call("create_relationship", {
    relationship_type: "PART_OF",
    source_entity_id: one,
    target_entity_id: two,
  });
  await call("merge_entities", { from_entity_id: merged, to_entity_id: kept });
  await call("delete_entity", { entity_id: deleted });
  const said = await call("store_text", { text: `${CANARY} said so`, idempotency_key: `${CANARY} said` });
  const taken = await call("store_text", { text: `${CANARY} took it back`, idempotency_key: `${CANARY} taken` });
  await call("withdraw_source", { source_id: taken.source_id });
  const file = await call("store_unstructured", {
    file_content: Buffer.from(CANARY).toString("base64"),
    mime_type: "text/plain",
    interpret: false,
    idempotency_key: `${CANARY} file`,
  });
  return {
    said: String(said.source_id),
    withdrawn: String(taken.source_id),
    entity_id: one,
    node_id: one,
    from_entity_id: one,
    source_entity_id: one,
    to_entity_id: two,
    target_entity_id: two,
    observation_ids: stored.entities[0]?.observation_id ?? "",
    source_id: stored.source_id,
    file: String(file.source_id),
    id: one,
    "storage path": stored.storage_path,
    kept,
    merged,
    "observation that came with the merged one": stored.entities[3]?.observation_id ?? "",
    deleted,
  };
}

/** A house with two levels, two walls that meet, and a branch with a level more. */
async function fillBuilding(
  call: (server: string, name: string, args: Arguments) => Promise<Record<string, unknown>>,
): Promise<Ids> {
  const make = async (server: "geometry" | "model" | "documentation", name: string, args: Arguments) => {
    const { data } = await call(server, name, { ...FOR_GOOD, ...args });
    return data as Record<string, string>;
  };
  const { model_id = "" } = await make("model", "create_project", { name: CANARY });
  const { level_id = "" } = await make("model", "create_level", { name: `${CANARY} ground`, elevation: 0 });
  const { level_id: upper = "" } = await make("model", "create_level", { name: `${CANARY} upper`, elevation: 3000 });
  const wall = { level_id, name: CANARY };
  const { wall_id = "" } = await make("geometry", "create_wall", { ...wall, start: [0, 0], end: [6000, 0] });
  const { wall_id: side = "" } = await make("geometry", "create_wall", {
    ...wall,
    start: [6000, 0],
    end: [6000, 4000],
  });
  const { view_id: view = "" } = await make("documentation", "create_plan", { level_id });
  const { branch_id: branch = "" } = await make("model", "create_branch", { name: `${CANARY} option` });
  await make("model", "create_level", { name: "Roof", elevation: 6000, branch_id: branch });
  return { model_id, level_id, upper, wall_id, host_id: wall_id, element_id: wall_id, side, branch, view };
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const COMPANY = [{ entity_type: "company", name: "plain" }];
const OUTLINE = [
  [0, 0],
  [4000, 0],
  [4000, 3000],
  [0, 3000],
];

const entry = (id: string) => ({
  id,
  title: id,
  body: id,
  priority: 50,
  audience: "all",
  requirement: "optional",
  categories: [],
});

/** Where a schema does not tell what a tool takes, or what it must be in the state of. */
const SAID: Readonly<Record<string, (ids: Ids, key: string) => Arguments>> = {
  "geometry/create_wall": () => ({ start: [0, 9000], end: [4000, 9000] }),
  "geometry/create_floor": () => ({ boundary_points: OUTLINE }),
  "geometry/create_roof": () => ({ boundary_points: OUTLINE, slope: 30, roof_type: "hip", base_elevation: 6000 }),
  "geometry/create_column": ({ level_id, upper }) => ({
    location: [1000, 1000],
    base_level: level_id,
    top_level: upper,
    profile: "300x300",
  }),
  "geometry/create_opening": () => ({ offset: 2000, width: 500, height: 500 }),
  "geometry/place_door": () => ({ offset: 1000, width: 900, height: 2100 }),
  "geometry/place_window": () => ({ offset: 3000, width: 900, height: 900, sill_height: 900 }),
  "geometry/boolean_operation": ({ wall_id, side }) => ({ element_a: wall_id, element_b: side, operation: "union" }),
  "geometry/join_elements": ({ wall_id, side }) => ({ element_ids: [wall_id, side] }),
  "geometry/modify_parameter": () => ({ parameter_name: "height", value: 2500 }),
  "geometry/move_element": () => ({ delta: [0, 100] }),
  "geometry/copy_element": () => ({ delta: [0, 500] }),
  "graph/adjust_neuromodulator": () => ({ modulator: "dopamine", delta: 0.5 }),
  "graph/inject_context": () => ({ rationale: "it is as plain as can be" }),
  "graph/manage_teleological_profile": (_ids, key) => ({
    action: "create",
    name: key,
    embedder_weights: Array.from({ length: 13 }, () => 1),
  }),
  "home/remember": () => ({ text: "plain" }),
  "home/open": (ids) => ({ proof_id: `f.${ids.entity_id}.${ids.observation_ids}.${btoa("name")}`.replaceAll("=", "") }),
  "home/correct": () => ({ field: "name", value: "plain", reasoning: "it is so" }),
  "home/undo": () => ({ event_id: "nobody" }),
  "home/forget": () => ({ reasoning: "it is not so" }),
  "home/changes": () => ({ since: "2000-01-01" }),
  "instructions/instructions_add": () => ({ entry: entry("another") }),
  "instructions/instructions_get": () => ({ id: "plain" }),
  "instructions/instructions_import": () => ({ entries: [entry("another")] }),
  "instructions/usage_track": () => ({ id: "plain" }),
  "memory/create_entities": () => ({ entities: [{ ...NODE, name: "another" }] }),
  "memory/create_relations": () => ({ relations: [{ ...RELATION, to: "another" }] }),
  "memory/add_observations": () => ({ observations: [{ entityName: "plain", contents: ["another"] }] }),
  "model/create_level": () => ({ name: "Attic", elevation: 9000 }),
  "model/create_room": () => ({ boundary_points: OUTLINE }),
  "model/create_beam": () => ({ start: [0, 0], end: [4000, 0], profile: "200x300" }),
  "model/create_stair": ({ level_id }) => ({
    location: [0, 0],
    base_level: level_id,
    risers: 16,
    riser_height: 175,
  }),
  "model/delete_elements": ({ side }) => ({ element_ids: [side] }),
  "model/switch_branch": ({ branch }) => ({ branch_id: branch }),
  "model/merge_branch": ({ branch }) => ({ source_branch_id: branch }),
  "documentation/create_section": () => ({ cut_plane: { origin: [0, 1000], normal: [1, 0] } }),
  "documentation/export_bcf": ({ wall_id }) => ({ issues: [{ title: "plain", element_ids: [wall_id] }] }),
  "documentation/create_sheet": ({ view = "" }) => ({ views: [view], title_block: { title: "plain" } }),
  "spatial/circulation_check": () => ({ start: [0, 1000], end: [4000, 1000] }),
  "spatial/relationship_query": () => ({ relationship_type: "hosts" }),
  "spatial/spatial_query": () => ({ bounds: { min: [0, 0], max: [9000, 9000] } }),
  "validation/data_completeness": ({ wall_id }) => ({ element_ids: [wall_id], required_params: ["name"] }),
  "truth/register_schema": (_ids, key) => ({
    schema_version: key,
    schema_definition: { fields: { name: { type: "string" } } },
    reducer_config: { merge_policies: {} },
  }),
  "truth/update_schema_incremental": () => ({ fields_to_add: [{ field_name: "plain", field_type: "string" }] }),
  "truth/create_relationship": () => ({ relationship_type: "REFERS_TO" }),
  "truth/create_relationships": ({ source_entity_id, target_entity_id }) => ({
    relationships: [{ relationship_type: "REFERS_TO", source_entity_id, target_entity_id }],
  }),
  "truth/store_text": () => ({ text: "plain" }),
  "truth/withdraw_source": ({ said }) => ({ source_id: said }),
  "truth/readmit_source": ({ withdrawn }) => ({ source_id: withdrawn }),
  "truth/identify_entity": () => ({ email: EMAIL }),
  "truth/restore_entity": ({ deleted }) => ({ entity_id: deleted }),
  "truth/retrieve_file_url": (ids) => ({ file_path: ids["storage path"] }),
  "truth/split_entity": (ids) => ({
    entity_id: ids.kept,
    observation_ids: [ids["observation that came with the merged one"]],
  }),
  "truth/unmerge_entities": ({ merged }) => ({ from_entity_id: merged }),
  "truth/reinterpret": ({ file }) => ({ source_id: file, interpretation_config: { provider: "rules" } }),
  "truth/store": () => ({ entities: COMPANY }),
  "truth/store_structured": () => ({ entities: COMPANY }),
  "truth/store_unstructured": () => ({
    file_content: Buffer.from("plain").toString("base64"),
    mime_type: "text/plain",
  }),
};

/** Arguments that a tool takes, made from its own schema: ids are the owner's, all else is plain. */
export function argumentsFor(
  server: string,
  tool: { readonly name: string; readonly effect: string; readonly input: unknown },
  ids: Ids,
  key: string,
): Arguments {
  const schema = schemaOf(tool.input);
  // What has a default of its own may be left out, though the schema of what comes out of it calls it required.
  const wanted = Object.entries(schema.properties ?? {})
    .filter(
      ([name, of]) =>
        Object.hasOwn(ids, name) || (schema.required?.includes(name) === true && of.default === undefined),
    )
    .map(([name]) => name);
  const made = Object.fromEntries(
    wanted.map((name) => [name, sample(schema.properties?.[name] ?? {}, name, ids, key, server)]),
  );
  const common = isBuilding(server) && tool.effect !== "read" ? FOR_GOOD : {};
  return { ...common, ...made, ...SAID[`${server}/${tool.name}`]?.(ids, key) };
}

function isBuilding(server: string): boolean {
  return ["geometry", "validation", "documentation", "model"].includes(server);
}

function sample(schema: Schema, name: string, ids: Ids, key: string, server: string): unknown {
  if (name === "idempotency_key") return `${server} ${key}`;
  if (name === "field") return "name";
  if (name === "entity_type") return "company";
  if (name === "relationship_type") return "PART_OF";
  const known = ids[name];
  if (known !== undefined) return schema.type === "array" ? [known] : known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sample(schema.anyOf[0] ?? {}, name, ids, key, server);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") return [sample(schema.items ?? {}, name, ids, key, server)];
  if (type === "object") {
    const required = schema.required ?? [];
    return Object.fromEntries(required.map((of) => [of, sample(schema.properties?.[of] ?? {}, of, ids, key, server)]));
  }
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return false;
  return "plain";
}

function schemaOf(input: unknown): Schema {
  const { toJSONSchema } = input as { toJSONSchema?: () => Schema };
  if (typeof toJSONSchema === "function") return toJSONSchema.call(input);
  throw new Error("a tool's input is no schema");
}

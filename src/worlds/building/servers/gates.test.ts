import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestBuilding, type TestBuilding } from "../../../../test/kit/building.ts";
import { writeIfc } from "../../../../test/kit/ifc.ts";
import { everyServer } from "../../../../test/kit/worlds.ts";
import { building } from "../index.ts";

type Arguments = Record<string, unknown>;
type Ids = Readonly<Record<string, string>>;

interface Row {
  /** Arguments that are good as they are. */
  readonly good: (ids: Ids) => Arguments;
  /** A change owes a reason and is counted; a document too, and touches no element; a check owes none; a read records nothing. */
  readonly kind: "change" | "document" | "check" | "read";
  /** What an agent must be allowed; else CREATE for what writes and READ for what looks. */
  readonly permission?: "MODIFY" | "DELETE";
  /** Elements that it touches; none where it is left out. */
  readonly touches?: number;
}

const outline = (x: number, y: number) => [
  [x, y],
  [x + 3000, y],
  [x + 3000, y + 3000],
  [x, y + 3000],
];

const change = (good: Row["good"], touches: number, permission?: Row["permission"]): Row => ({
  kind: "change",
  good,
  touches,
  ...(permission && { permission }),
});
const document = (good: Row["good"]): Row => ({ kind: "document", good });
const check = (good: Row["good"] = () => ({})): Row => ({ kind: "check", good });
const read = (good: Row["good"]): Row => ({ kind: "read", good });

/** Every tool of this world's five servers. */
const ROWS: Readonly<Record<string, Row>> = {
  "geometry/boolean_operation": change(
    ({ wall, side }) => ({ element_a: wall, element_b: side, operation: "union", keep_operands: true }),
    1,
  ),
  "geometry/copy_element": change(({ side }) => ({ element_id: side, delta: [0, 9000] }), 1),
  "geometry/create_column": change(
    ({ ground, upper }) => ({ location: [1, 1], base_level: ground, top_level: upper, profile: "300x300" }),
    1,
  ),
  "geometry/create_floor": change(({ ground }) => ({ boundary_points: outline(0, 0), level_id: ground }), 1),
  "geometry/create_opening": change(({ side }) => ({ host_id: side, offset: 1000, width: 500, height: 500 }), 2),
  "geometry/create_roof": change(({ upper }) => ({ boundary_points: outline(0, 0), level_id: upper }), 1),
  "geometry/create_wall": change(({ ground }) => ({ start: [0, 8000], end: [3000, 8000], level_id: ground }), 1),
  "geometry/join_elements": change(({ wall, side }) => ({ element_ids: [wall, side] }), 3),
  "geometry/modify_parameter": change(
    ({ side }) => ({ element_id: side, parameter_name: "thickness", value: 300 }),
    1,
    "MODIFY",
  ),
  "geometry/move_element": change(({ side }) => ({ element_id: side, delta: [9000, 0] }), 1, "MODIFY"),
  "geometry/place_door": change(({ side }) => ({ wall_id: side, offset: 1000 }), 2),
  "geometry/place_window": change(({ side }) => ({ wall_id: side, offset: 1000 }), 2),
  "model/create_beam": change(
    ({ ground }) => ({ start: [0, 0], end: [3000, 0], profile: "200x300", level_id: ground }),
    1,
  ),
  "model/create_branch": change(() => ({ name: "another" }), 0),
  "model/create_level": change(() => ({ name: "Attic", elevation: 9000 }), 1),
  "model/create_project": change(() => ({ name: "Another" }), 0),
  "model/create_room": change(({ ground }) => ({ name: "Den", boundary_points: outline(0, 0), level_id: ground }), 1),
  "model/create_stair": change(
    ({ ground }) => ({ location: [0, 0], base_level: ground, risers: 16, riser_height: 175 }),
    1,
  ),
  "model/delete_elements": change(({ side }) => ({ element_ids: [side] }), 1, "DELETE"),
  "model/get_element": read(({ wall }) => ({ element_id: wall })),
  "model/get_event_log": read(() => ({})),
  "model/import_ifc": change(() => ({ file_path: "import/wall.ifc" }), 2),
  "model/list_branches": read(() => ({})),
  "model/list_elements": read(() => ({})),
  "model/merge_branch": change(() => ({ source_branch_id: "option" }), 1, "MODIFY"),
  "model/switch_branch": change(() => ({ branch_id: "option" }), 0, "MODIFY"),
  "model/undo": change(() => ({}), 1, "MODIFY"),
  "spatial/adjacency_matrix": read(({ ground }) => ({ level_id: ground })),
  "spatial/bounding_analysis": read(({ wall }) => ({ element_id: wall })),
  "spatial/circulation_check": read(() => ({ start: [1000, 1000], end: [2000, 1000] })),
  "spatial/level_elements": read(({ ground }) => ({ level_id: ground })),
  "spatial/path_finding": read(({ room }) => ({ from_room: room, to_room: room })),
  "spatial/relationship_query": read(({ wall }) => ({ element_id: wall, relationship_type: "hosts" })),
  "spatial/room_analysis": read(({ room }) => ({ room_id: room })),
  "spatial/spatial_query": read(() => ({ bounds: { min: [0, 0], max: [9000, 9000] } })),
  "validation/accessibility_check": check(),
  "validation/clash_detection": check(() => ({ source_category: "Walls", target_category: "Walls", tolerance: 1 })),
  "validation/code_compliance": check(() => ({ standard: "IBC", severity_threshold: "error" })),
  "validation/data_completeness": check(({ wall }) => ({ element_ids: [wall], required_params: ["height"] })),
  "validation/egress_analysis": check(() => ({ occupancy: 5 })),
  "validation/fire_rating_check": check(),
  "validation/structural_check": check(),
  "validation/validate_constraints": check(),
  "documentation/create_plan": document(({ ground }) => ({ level_id: ground, scale: 100 })),
  "documentation/create_section": document(() => ({ cut_plane: { origin: [3000, 0, 0], normal: [1, 0, 0] } })),
  "documentation/create_sheet": document(({ view }) => ({ views: [view], title_block: { title: "A" } })),
  "documentation/export_bcf": document(({ wall }) => ({ issues: [{ title: "A", element_ids: [wall] }] })),
  "documentation/export_ifc": document(() => ({ schema: "IFC4" })),
  "documentation/generate_schedule": document(() => ({ category: "Walls" })),
  "documentation/quantity_takeoff": document(() => ({})),
};

/** Two walls that meet, a room, a plan, a file to bring in, and a branch with a wall more. */
async function build(site: TestBuilding): Promise<Ids> {
  const { make, folder, allow } = site;
  await make("create_project", { name: "House" });
  const { level_id: ground } = await make("create_level", { name: "Ground", elevation: 0 });
  const { level_id: upper } = await make("create_level", { name: "Upper", elevation: 3000 });
  const { room_id: room } = await make("create_room", {
    name: "Hall",
    boundary_points: outline(100, 100),
    level_id: ground,
  });
  const { wall_id: wall } = await make("create_wall", { start: [0, 0], end: [6000, 0], level_id: ground });
  const { wall_id: side } = await make("create_wall", { start: [6000, 0], end: [6000, 4000], level_id: ground });
  const { view_id: view } = await make("create_plan", { level_id: ground, scale: 100 });
  await make("create_branch", { name: "option" });
  await make("create_wall", { start: [0, 0], end: [0, 4000], level_id: ground, branch_id: "option" });
  const ifc = writeIfc();
  const storey = ifc.storey("Brought", 12_000);
  ifc.wall(storey, "South", { start: [0, 0], end: [5000, 0], thickness: 200, height: 2500 });
  mkdirSync(join(folder, "import"), { recursive: true });
  writeFileSync(join(folder, "import", "wall.ifc"), ifc.finish());
  const all = ["READ", "CREATE", "MODIFY", "DELETE"];
  const permissions = (names: readonly string[], scope = {}) => Object.fromEntries(names.map((name) => [name, scope]));
  for (const name of all) {
    await allow(`without ${name}`, { permissions: permissions(all.filter((other) => other !== name)) });
  }
  await allow("elsewhere", { permissions: permissions(all, { branch_patterns: ["elsewhere/*"] }) });
  await allow("small", { max_elements_per_operation: 1 });
  await allow("asking", { bulk_over: 0 });
  await allow("spent", { max_operations_per_session: 1 });
  await make("create_level", { name: "Roof", elevation: 6000, agent_id: "spent" });
  return { ground, upper, room, wall, side, view };
}

test("every tool of the world has its row", async () => {
  const servers = await everyServer([building]);
  const tools = servers.flatMap(({ server, listed }) => listed().map(({ name }) => `${server.name}/${name}`));
  expect(Object.keys(ROWS).sort()).toEqual(tools.sort());
});

/** What each gate of a tool answers: a refusal's number, or what went through. */
async function told({ ask }: TestBuilding, tool: string, { kind, good, permission, touches = 0 }: Row, ids: Ids) {
  const owesReason = owes(kind);
  const codeOf = async (args: Arguments, isRehearsed = false) => {
    const said = { ...good(ids), ...(kind !== "read" && { dry_run: isRehearsed }), ...args };
    const { success, event_id, dry_run, data, error, audit } = await ask(tool, said);
    expect(event_id, tool).toBe(null);
    if (success) return dry_run === true ? "rehearsed" : `answered, ${audit.reasoning}`;
    expect(data, tool).toEqual({});
    return error.code === 1202 ? `1202 ${error.data.trigger} ${error.data.affected_count}` : error.code;
  };
  const as = (agent_id: string, isRehearsed = false) => codeOf({ agent_id, reasoning: "a test asks" }, isRehearsed);
  return {
    rehearsal: await codeOf({ reasoning: "look first", dry_run: true }),
    "no reason": await codeOf({}, !owesReason),
    "an empty reason": await codeOf({ reasoning: " " }, !owesReason),
    "without its permission": await as(`without ${neededBy(kind, permission)}`),
    "rehearsed without permission": kind === "read" ? 1200 : await as(`without ${neededBy(kind, permission)}`, true),
    "another branch": await as("elsewhere", kind !== "read"),
    "more than one element": await as("small", kind !== "read" && touches <= 1),
    "a bulk": await as("asking", kind !== "read" && touches === 0),
    "a used session": await as("spent"),
  };
}

const owes = (kind: Row["kind"]) => kind === "change" || kind === "document";
const neededBy = (kind: Row["kind"], permission: Row["permission"]) => permission ?? (owes(kind) ? "CREATE" : "READ");

/** The same, as the contract has it. */
function due({ kind, touches = 0 }: Row): Record<string, unknown> {
  const passes = kind === "read" ? "answered, a test asks" : "rehearsed";
  const owesReason = owes(kind);
  const unowed = kind === "read" ? "answered, read" : "rehearsed";
  return {
    rehearsal: kind === "read" ? 1004 : "rehearsed",
    "no reason": owesReason ? 1206 : unowed,
    "an empty reason": 1206,
    "without its permission": 1200,
    "rehearsed without permission": 1200,
    "another branch": 1201,
    "more than one element": touches > 1 ? 1204 : passes,
    "a bulk": touches > 0 ? expect.stringMatching(`^1202 (bulk|destructive) ${touches}$`) : passes,
    "a used session": kind === "read" ? passes : 1205,
  };
}

test("each gate of each tool answers as the contract has it, and nothing is kept by any", async () => {
  const site = await openTestBuilding();
  const ids = await build(site);
  const before = await site.root();
  const answers: Record<string, object> = {};
  for (const [key, row] of Object.entries(ROWS)) answers[key] = await told(site, key.split("/")[1] ?? "", row, ids);
  expect(answers).toEqual(Object.fromEntries(Object.entries(ROWS).map(([key, row]) => [key, due(row)])));
  expect(await site.root()).toBe(before);
});

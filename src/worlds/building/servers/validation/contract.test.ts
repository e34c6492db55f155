import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../test/kit/building.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const RUN = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

type Arguments = Record<string, unknown>;
type Ids = Record<string, string>;

/** Good arguments, what is answered to them, and what is refused with which number. */
interface Contract {
  readonly good: (ids: Ids) => Arguments;
  readonly answers: object;
  readonly refuses: readonly (readonly [what: string, args: (ids: Ids) => Arguments, code: number])[];
}

const NO_MODEL = ["a model that is not there", () => ({ model_id: NOBODY }), 1304] as const;
const NO_BRANCH = ["a branch that is not there", () => ({ branch_id: "nowhere" }), 1301] as const;

/** A hut of four walls with a door, a room, a floor and a stair. */
async function begin() {
  const site = await openTestBuilding();
  const { make } = site;
  await make("create_project", { name: "Hut" });
  const { level_id } = await make("create_level", { name: "Ground", elevation: 0 });
  const { level_id: upper } = await make("create_level", { name: "Upper", elevation: 3000 });
  const corners = [
    [0, 0],
    [6000, 0],
    [6000, 4000],
    [0, 4000],
  ] as const;
  const walls: string[] = [];
  for (const [n, start] of corners.entries()) {
    const { wall_id } = await make("create_wall", { start, end: corners[(n + 1) % 4], height: 2700, level_id });
    walls.push(wall_id);
  }
  const [wall_id = ""] = walls;
  const { door_id } = await make("place_door", { wall_id, offset: 1000, width: 900 });
  const inside = [
    [100, 100],
    [5900, 100],
    [5900, 3900],
    [100, 3900],
  ];
  const { room_id } = await make("create_room", {
    name: "Hall",
    boundary_points: inside,
    level_id,
    room_type: "corridor",
  });
  return { ...site, ids: { level_id, upper, wall_id, door_id, room_id } as Ids };
}

const CONTRACTS: Readonly<Record<string, Contract>> = {
  accessibility_check: {
    good: () => ({ standard: "ADA" }),
    // A door of 900 mm has 840 mm clear with the allowance of its type; no room is sanitary.
    answers: { status: "compliant", violations: [], checks_run: ["ADA-DOOR-CLEAR-WIDTH", "ADA-ROUTE-WIDTH"] },
    refuses: [["a standard of others", () => ({ standard: "DIN" }), 1006], NO_MODEL, NO_BRANCH],
  },
  clash_detection: {
    // Four corners that nobody joined.
    good: () => ({ source_category: "Walls", target_category: "Walls", tolerance: 0 }),
    answers: { status: "clashes", counts: { hard: 4, duplicate: 0, clearance: 0, soft: 0 }, elements_checked: 4 },
    refuses: [
      ["a category nobody knows", () => ({ source_category: "Ghosts" }), 1002],
      ["a tolerance below zero", () => ({ tolerance: -1 }), 1003],
      ["words for a tolerance", () => ({ tolerance: "much" }), 1001],
      NO_MODEL,
    ],
  },
  code_compliance: {
    good: () => ({ standard: "IBC", severity_threshold: "error" }),
    answers: {
      status: "compliant",
      issues: [],
      checks_run: ["IBC-CEILING-HEIGHT", "IBC-DOOR-CLEAR-WIDTH", "IBC-DOOR-HEIGHT", "IBC-CORRIDOR-WIDTH"],
    },
    refuses: [
      ["no standard", () => ({ severity_threshold: "error" }), 1000],
      ["no threshold", () => ({ standard: "IBC" }), 1000],
      ["a standard of others", () => ({ standard: "DIN", severity_threshold: "error" }), 1006],
      ["a model that is not there", () => ({ standard: "IBC", severity_threshold: "error", model_id: NOBODY }), 1304],
    ],
  },
  data_completeness: {
    good: ({ wall_id }) => ({ element_ids: [wall_id], required_params: ["height", "material"] }),
    answers: { status: "incomplete", missing: [{ parameter: "material", reason: "empty" }], missing_count: 1 },
    refuses: [
      ["an element that is not there", () => ({ element_ids: [NOBODY], required_params: ["height"] }), 1300],
      ["no id at all", () => ({ element_ids: ["wall"], required_params: ["height"] }), 1005],
      ["a file without an IDS", () => ({ ifc_path: "import/house.ifc" }), 1000],
      ["a file outside", () => ({ ids_path: "/etc/passwd", ifc_path: "/etc/passwd" }), 1200],
      ["two IDS at once", () => ({ ids_path: "a.ids", ids: "<ids/>" }), 1004],
    ],
  },
  egress_analysis: {
    good: () => ({ occupancy: 20 }),
    answers: { status: "compliant", compliance: true, violations: [], paths: [{ room_name: "Hall" }] },
    refuses: [
      ["nobody said how many", () => ({}), 1000],
      ["half a person", () => ({ occupancy: 0.5 }), 1001],
      ["fewer than none", () => ({ occupancy: -1 }), 1003],
      ["a use nobody knows", () => ({ occupancy: 1, occupancy_type: "castle" }), 1002],
    ],
  },
  fire_rating_check: {
    good: () => ({}),
    // No wall says how long it withstands.
    answers: { status: "not_determined", violations: [], checks_run: [] },
    refuses: [NO_MODEL, NO_BRANCH],
  },
  structural_check: {
    good: () => ({}),
    answers: { status: "not_determined", warnings: [] },
    refuses: [NO_MODEL, NO_BRANCH],
  },
  validate_constraints: {
    good: ({ wall_id }) => ({ element_ids: [wall_id] }),
    answers: { status: "valid", constraint_errors: [], elements_checked: 1, not_checked: [] },
    refuses: [["an element that is not there", () => ({ element_ids: [NOBODY] }), 1300], NO_MODEL],
  },
};

test.each(Object.entries(CONTRACTS))("%s keeps its contract", async (tool, { good, answers, refuses }) => {
  const { ask, ids, refused, root, verify } = await begin();
  const before = await root();
  const answer = await ask(tool, good(ids));
  expect(answer, JSON.stringify(answer).slice(0, 2000)).toMatchObject({
    success: true,
    event_id: expect.stringMatching(RUN),
    data: { ...answers, validation_run_id: expect.stringMatching(RUN), model_version: expect.any(Number) },
    // No reason is owed for looking.
    audit: { user_id: expect.any(String), agent_id: expect.any(String), reasoning: "read" },
  });
  const { data } = await ask("get_event_log", { after_seq: answer.data.model_version });
  expect(data.events).toMatchObject([
    {
      id: answer.event_id,
      event_type: "validation.run",
      payload: { run: { id: answer.data.validation_run_id, tool, result_sha256: expect.any(String) } },
    },
  ]);
  const reasoned = await ask(tool, { ...good(ids), reasoning: "the client asks", agent_id: "inspector" });
  expect(reasoned.audit).toMatchObject({ reasoning: "the client asks", agent_id: "inspector" });
  const rehearsed = await ask(tool, { ...good(ids), dry_run: true });
  expect(rehearsed).toMatchObject({
    success: true,
    event_id: null,
    dry_run: true,
    would_record: ["validation.run"],
    data: { validation_run_id: null },
  });
  for (const [what, args, code] of refuses) expect((await refused(tool, args(ids))).code, what).toBe(code);
  // What is known of the building is what it was.
  expect(await root()).toBe(before);
  expect(await verify()).toMatchObject({ findings: [] });
});

test("an agent needs READ for all that is looked at, and nothing more", async () => {
  const { ask, allow, ids, root } = await begin();
  await allow("reader", { permissions: { READ: {} } });
  await allow("writer", { permissions: { CREATE: {} } });
  await allow("doors", { permissions: { READ: { categories: ["Doors"] } } });
  await allow("upstairs", { permissions: { READ: { levels: [ids.upper] } } });
  const before = await root();
  const check = { standard: "IBC", severity_threshold: "error" };
  expect(await ask("code_compliance", { ...check, agent_id: "reader" })).toMatchObject({ success: true });
  expect(await ask("code_compliance", { ...check, agent_id: "writer" })).toMatchObject({ error: { code: 1200 } });
  expect(await ask("code_compliance", { ...check, agent_id: "doors" })).toMatchObject({ error: { code: 1201 } });
  expect(await ask("code_compliance", { ...check, agent_id: "upstairs" })).toMatchObject({ error: { code: 1201 } });
  const own = { element_ids: [ids.door_id], required_params: ["width"], agent_id: "doors" };
  expect(await ask("data_completeness", own)).toMatchObject({ success: true, data: { status: "complete" } });
  expect(await root()).toBe(before);
});

test("a model without doors is compliant with no standard, and breaks what it breaks by a millimetre", async () => {
  const { make, ids } = await begin();
  await make("modify_parameter", { element_id: ids.door_id, parameter_name: "clear_width", value: 814 });
  expect(await make("accessibility_check", { standard: "ADA" })).toMatchObject({
    status: "non_compliant",
    violations: [{ code: "ADA-DOOR-CLEAR-WIDTH", element_id: ids.door_id, measured: 814, required: { min: 815 } }],
  });
  await make("delete_elements", { element_ids: [ids.door_id] });
  for (const standard of ["IBC", "BS9999", "ADA", "DDA", "ISO19650", "Eurocode"]) {
    const { status } = await make("code_compliance", { standard, severity_threshold: "info" });
    expect(status, standard).toBe("not_determined");
  }
  expect(await make("egress_analysis", { occupancy: 5 })).toMatchObject({
    compliance: false,
    status: "not_determined",
  });
  expect(await make("accessibility_check", {})).toMatchObject({ status: "not_determined" });
});

test("the run takes its place in the history, and undo passes over it", async () => {
  const { make, ids, ask } = await begin();
  await make("modify_parameter", { element_id: ids.wall_id, parameter_name: "height", value: 2600 });
  await make("clash_detection", {});
  await make("undo", {});
  const { data } = await ask("get_element", { element_id: ids.wall_id });
  expect(data.element?.parameters?.height ?? data.parameters?.height).toBe(2700);
});

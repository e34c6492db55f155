import { expect, test } from "vitest";
import { type Answer, openTestBuilding, type TestBuilding } from "../../../../test/kit/building.ts";

type Arguments = Record<string, unknown>;
type Ids = Record<string, string>;

const NOBODY = "00000000-0000-4000-8000-000000000000";
const square = (x = 0, y = 0, size = 4000) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const BOW_TIE = [
  [0, 0],
  [4000, 4000],
  [4000, 0],
  [0, 4000],
];
const L_SHAPE = [
  [0, 0],
  [6000, 0],
  [6000, 3000],
  [3000, 3000],
  [3000, 6000],
  [0, 6000],
];

/** A house with a joined corner, a door in one wall, a floor, two levels, a room, and a wall that is only on a branch. */
async function build(site: TestBuilding): Promise<Ids> {
  const { make } = site;
  const { model_id, branch_id } = await make("create_project", { name: "House" });
  const { level_id } = await make("create_level", { name: "Ground", elevation: 0 });
  const { level_id: upper } = await make("create_level", { name: "Upper", elevation: 3000 });
  const { wall_id } = await make("create_wall", { start: [0, 0], end: [6000, 0], level_id });
  const { wall_id: side } = await make("create_wall", { start: [6000, 0], end: [6000, 4000], level_id });
  const { wall_id: alone } = await make("create_wall", { start: [0, 9000], end: [3000, 9000], level_id });
  const { door_id } = await make("place_door", { wall_id, offset: 1000 });
  const { join_id } = await make("join_elements", { element_ids: [wall_id, side] });
  const { floor_id } = await make("create_floor", { boundary_points: square(), level_id });
  const { room_id } = await make("create_room", { name: "Hall", boundary_points: square(), level_id });
  const { column_id } = await make("create_column", {
    location: [3000, 9000],
    base_level: level_id,
    top_level: upper,
    profile: "300x300",
  });
  const option = await make("create_branch", { name: "option" });
  const { wall_id: elsewhere } = await make("create_wall", {
    start: [0, 0],
    end: [0, 4000],
    level_id,
    branch_id: "option",
  });
  return {
    model_id,
    branch_id,
    level_id,
    upper,
    wall_id,
    side,
    alone,
    door_id,
    join_id,
    floor_id,
    room_id,
    column_id,
    elsewhere,
    option: option.branch_id,
  };
}

interface Contract {
  /** Good arguments, and what is answered to them. */
  readonly good: (ids: Ids) => Arguments;
  readonly answers: Answer;
  readonly records: readonly string[];
  readonly refuses: readonly (readonly [what: string, args: (ids: Ids) => Arguments, code: number])[];
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
const MADE = ["element.created"];
const HUNG = ["element.created", "element.hosted"];

const CONTRACTS: Readonly<Record<string, Contract>> = {
  create_floor: {
    good: ({ level_id }) => ({ boundary_points: L_SHAPE, holes: [square(500, 500, 1000)], thickness: 250, level_id }),
    answers: { floor_id: uuid, area: 26, volume: 6.5 },
    records: MADE,
    refuses: [
      ["no level", () => ({ boundary_points: square() }), 1000],
      ["two corners", ({ level_id }) => ({ boundary_points: square().slice(0, 2), level_id }), 1003],
      ["an outline that crosses itself", ({ level_id }) => ({ boundary_points: BOW_TIE, level_id }), 1106],
      ["a hole outside", ({ level_id }) => ({ boundary_points: square(), holes: [square(3500)], level_id }), 1101],
      [
        "holes in one place",
        ({ level_id }) => ({
          boundary_points: square(),
          holes: [square(500, 500, 900), square(900, 500, 900)],
          level_id,
        }),
        1103,
      ],
      ["a level that is not there", () => ({ boundary_points: square(), level_id: NOBODY }), 1302],
      ["a place beyond all bounds", ({ level_id }) => ({ boundary_points: square(1e9), level_id }), 1104],
      ["a place beyond all numbers", ({ level_id }) => ({ boundary_points: square(1e308), level_id }), 1104],
      [
        "a thickness of nothing that can be made",
        ({ level_id }) => ({ boundary_points: square(), thickness: 1e-9, level_id }),
        1003,
      ],
    ],
  },
  create_roof: {
    good: () => ({
      boundary_points: square(),
      slope: 60,
      roof_type: "hip",
      overhang: 0,
      thickness: 100,
      base_elevation: 3000,
    }),
    answers: { roof_id: uuid, footprint_area: 16, surface_area: 32, volume: 3.2 },
    records: MADE,
    refuses: [
      ["a slope like a wall", () => ({ boundary_points: square(), slope: 89, roof_type: "hip" }), 1003],
      ["a gable without a slope", () => ({ boundary_points: square(), roof_type: "gable" }), 1003],
      ["a hip over a corner", () => ({ boundary_points: L_SHAPE, slope: 30, roof_type: "hip" }), 1115],
      ["an outline that crosses itself", () => ({ boundary_points: BOW_TIE }), 1106],
      ["a type nobody knows", () => ({ boundary_points: square(), roof_type: "onion" }), 1002],
    ],
  },
  create_column: {
    good: ({ level_id, upper }) => ({
      location: [0, 0],
      base_level: level_id,
      top_level: upper,
      profile: { shape: "circular", diameter: 400 },
    }),
    answers: { column_id: uuid, height: 3000, volume: expect.closeTo(Math.PI * 0.04 * 3, 8) },
    records: MADE,
    refuses: [
      [
        "levels the wrong way round",
        ({ level_id, upper }) => ({ location: [0, 0], base_level: upper, top_level: level_id, profile: "300x300" }),
        1003,
      ],
      [
        "a profile in no form",
        ({ level_id, upper }) => ({ location: [0, 0], base_level: level_id, top_level: upper, profile: "thick" }),
        1009,
      ],
      [
        "a profile without depth",
        ({ level_id, upper }) => ({
          location: [0, 0],
          base_level: level_id,
          top_level: upper,
          profile: { shape: "rectangular", width: 300 },
        }),
        1009,
      ],
      ["no profile", ({ level_id, upper }) => ({ location: [0, 0], base_level: level_id, top_level: upper }), 1000],
      [
        "a wall for a level",
        ({ wall_id, upper }) => ({ location: [0, 0], base_level: wall_id, top_level: upper, profile: "300x300" }),
        1302,
      ],
    ],
  },
  create_opening: {
    good: ({ alone }) => ({ host_id: alone, offset: 500, base_height: 1000, width: 600, height: 600 }),
    answers: { opening_id: uuid, affected_count: 2 },
    records: HUNG,
    refuses: [
      ["a host that is not there", () => ({ host_id: NOBODY, offset: 0, width: 100, height: 100 }), 1102],
      ["a door as host", ({ door_id }) => ({ host_id: door_id, offset: 0, width: 100, height: 100 }), 1102],
      [
        "a host on another branch",
        ({ elsewhere }) => ({ host_id: elsewhere, offset: 0, width: 100, height: 100 }),
        1107,
      ],
      [
        "one through the corner of two joined walls",
        ({ wall_id }) => ({ host_id: wall_id, offset: 5450, width: 500, height: 500 }),
        1101,
      ],
      [
        "two ways to say where",
        ({ alone }) => ({ host_id: alone, offset: 0, location: [900, 9000], width: 9, height: 9 }),
        1004,
      ],
      ["one beside its wall", ({ alone }) => ({ host_id: alone, location: [900, 9101], width: 9, height: 9 }), 1101],
      [
        "one above its wall",
        ({ alone }) => ({ host_id: alone, offset: 0, base_height: 2800, width: 500, height: 500 }),
        1101,
      ],
      ["one over a door", ({ wall_id }) => ({ host_id: wall_id, offset: 1500, width: 900, height: 900 }), 1103],
      ["one in a floor without a place", ({ floor_id }) => ({ host_id: floor_id, width: 500, height: 500 }), 1000],
      [
        "one beside its floor",
        ({ floor_id }) => ({ host_id: floor_id, location: [3900, 3900], width: 500, height: 500 }),
        1101,
      ],
    ],
  },
  place_door: {
    good: ({ alone }) => ({ wall_id: alone, offset: 1500, width: 1000 }),
    answers: { door_id: uuid, affected_count: 2 },
    records: HUNG,
    refuses: [
      ["a door wider than its wall", ({ alone }) => ({ wall_id: alone, offset: 0, width: 3001 }), 1101],
      ["a door past the end", ({ alone }) => ({ wall_id: alone, offset: 2200, width: 900 }), 1101],
      ["a door higher than its wall", ({ alone }) => ({ wall_id: alone, offset: 0, height: 3001 }), 1101],
      ["a door over another", ({ wall_id }) => ({ wall_id, offset: 1899 }), 1103],
      ["a wall that is not there", () => ({ wall_id: NOBODY, offset: 0 }), 1102],
      ["a wall on another branch", ({ elsewhere }) => ({ wall_id: elsewhere, offset: 0 }), 1107],
      ["a floor for a wall", ({ floor_id }) => ({ wall_id: floor_id, offset: 0 }), 1102],
      ["a wall that is no id", () => ({ wall_id: "the south one", offset: 0 }), 1005],
      ["an offset below zero", ({ alone }) => ({ wall_id: alone, offset: -1 }), 1003],
    ],
  },
  place_window: {
    good: ({ alone }) => ({ wall_id: alone, offset: 200 }),
    answers: { window_id: uuid, affected_count: 2 },
    records: HUNG,
    refuses: [
      ["a window past the end", ({ alone }) => ({ wall_id: alone, offset: 1900 }), 1101],
      ["a window above its wall", ({ alone }) => ({ wall_id: alone, offset: 0, sill_height: 2100 }), 1101],
      ["a window over a door", ({ wall_id }) => ({ wall_id, offset: 500 }), 1103],
      ["a wall that is not there", () => ({ wall_id: NOBODY, offset: 0 }), 1102],
    ],
  },
  boolean_operation: {
    good: ({ wall_id, side }) => ({ element_a: wall_id, element_b: side, operation: "union", keep_operands: true }),
    answers: { result_id: uuid, volume: 5.622 },
    records: MADE,
    refuses: [
      [
        "an element with itself",
        ({ wall_id }) => ({ element_a: wall_id, element_b: wall_id, operation: "union" }),
        1108,
      ],
      [
        "nothing in common",
        ({ wall_id, alone }) => ({ element_a: wall_id, element_b: alone, operation: "intersect" }),
        1111,
      ],
      [
        "elements of two branches",
        ({ wall_id, elsewhere }) => ({ element_a: wall_id, element_b: elsewhere, operation: "union" }),
        1107,
      ],
      ["a level", ({ wall_id, level_id }) => ({ element_a: wall_id, element_b: level_id, operation: "union" }), 1112],
      [
        "an element that is not there",
        ({ wall_id }) => ({ element_a: wall_id, element_b: NOBODY, operation: "union" }),
        1300,
      ],
      [
        "an operation nobody knows",
        ({ wall_id, side }) => ({ element_a: wall_id, element_b: side, operation: "xor" }),
        1002,
      ],
    ],
  },
  join_elements: {
    good: ({ column_id, alone }) => ({ element_ids: [alone, column_id] }),
    answers: { join_id: uuid },
    records: ["elements.joined"],
    refuses: [
      ["walls that do not meet", ({ wall_id, alone }) => ({ element_ids: [wall_id, alone] }), 1108],
      ["walls that are joined already", ({ wall_id, side }) => ({ element_ids: [side, wall_id] }), 1108],
      ["a wall with itself", ({ wall_id }) => ({ element_ids: [wall_id, wall_id] }), 1108],
      ["a wall with its door", ({ wall_id, door_id }) => ({ element_ids: [wall_id, door_id] }), 1108],
      ["one alone", ({ wall_id }) => ({ element_ids: [wall_id] }), 1003],
      ["a wall of another branch", ({ wall_id, elsewhere }) => ({ element_ids: [wall_id, elsewhere] }), 1107],
    ],
  },
  modify_parameter: {
    good: ({ alone }) => ({ element_id: alone, parameter_name: "thickness", value: 300 }),
    answers: { previous: 200, value: 300, affected_count: 1 },
    records: ["element.modified"],
    refuses: [
      [
        "a parameter its type has not",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "sill_height", value: 1 }),
        1004,
      ],
      [
        "a name every object has",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "constructor", value: 1 }),
        1004,
      ],
      [
        "a value of another type",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "height", value: "high" }),
        1001,
      ],
      ["a value out of range", ({ wall_id }) => ({ element_id: wall_id, parameter_name: "height", value: 0 }), 1003],
      [
        "a choice nobody knows",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "material", value: "hope" }),
        1002,
      ],
      [
        "a wall too low for its door",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "height", value: 2000 }),
        1113,
      ],
      ["a door too wide", ({ door_id }) => ({ element_id: door_id, parameter_name: "width", value: 5500 }), 1101],
      ["ends in one place", ({ alone }) => ({ element_id: alone, parameter_name: "end", value: [0, 9000] }), 1100],
      [
        "a joined end that leaves its corner",
        ({ wall_id }) => ({ element_id: wall_id, parameter_name: "end", value: [5000, 0] }),
        1108,
      ],
      [
        "what is joined",
        ({ join_id, wall_id }) => ({ element_id: join_id, parameter_name: "element_ids", value: [wall_id] }),
        1003,
      ],
      ["an element that is not there", () => ({ element_id: NOBODY, parameter_name: "height", value: 1 }), 1300],
    ],
  },
  move_element: {
    good: ({ alone }) => ({ element_id: alone, delta: [100, 200, 0] }),
    answers: { affected_count: 1 },
    records: ["element.modified"],
    refuses: [
      ["nothing", () => ({ delta: [1, 0] }), 1000],
      ["a place beyond all bounds", ({ alone }) => ({ element_id: alone, delta: [1e9, 0] }), 1104],
      ["a place beyond all numbers", ({ alone }) => ({ element_id: alone, delta: [1e308, 0] }), 1104],
      ["a distance that is no number", ({ alone }) => ({ element_id: alone, delta: [Number.NaN, 0] }), 1001],
      ["a wall away from its corner", ({ wall_id }) => ({ element_id: wall_id, delta: [0, -500] }), 1108],
      ["a door out of its wall", ({ door_id }) => ({ element_id: door_id, delta: [-1001, 0] }), 1113],
      ["a door across its wall", ({ door_id }) => ({ element_id: door_id, delta: [0, 10] }), 1113],
      ["a room into the air", ({ room_id }) => ({ element_id: room_id, delta: [0, 0, 10] }), 1006],
      ["a join", ({ join_id }) => ({ element_id: join_id, delta: [1, 0] }), 1006],
      ["an element that is not there", () => ({ element_id: NOBODY, delta: [1, 0] }), 1300],
    ],
  },
  copy_element: {
    good: ({ wall_id, upper }) => ({ element_id: wall_id, to_level: upper }),
    answers: { new_id: uuid, copied_ids: [uuid, uuid] },
    records: ["element.created", "element.created", "element.hosted"],
    refuses: [
      ["a copy that goes nowhere", ({ alone }) => ({ element_id: alone }), 1000],
      ["two ways to say where", ({ alone }) => ({ element_id: alone, delta: [1, 0], to_location: [0, 0] }), 1004],
      ["a place beyond all bounds", ({ alone }) => ({ element_id: alone, delta: [1e9, 0] }), 1104],
      ["a door over itself", ({ door_id }) => ({ element_id: door_id, delta: [100, 0] }), 1103],
      ["a level that is not there", ({ alone }) => ({ element_id: alone, to_level: NOBODY }), 1302],
      ["a level", ({ upper }) => ({ element_id: upper, delta: [0, 0, 1] }), 1006],
    ],
  },
  create_project: {
    good: () => ({ name: "Another" }),
    answers: { model_id: uuid, branch_id: uuid },
    records: ["project.created"],
    refuses: [
      ["no name", () => ({}), 1000],
      ["an empty name", () => ({ name: " " }), 1003],
    ],
  },
  create_level: {
    good: ({ model_id }) => ({ name: "Roof", elevation: 6000, model_id }),
    answers: { level_id: uuid },
    records: MADE,
    refuses: [["no elevation", ({ model_id }) => ({ name: "Roof", model_id }), 1000]],
  },
  create_room: {
    good: ({ level_id }) => ({ name: "Study", boundary_points: L_SHAPE, height: 2500, level_id }),
    answers: { room_id: uuid, area: 27, perimeter: 24_000, volume: 67.5 },
    records: MADE,
    refuses: [
      [
        "an outline that crosses itself",
        ({ level_id }) => ({ name: "Knot", boundary_points: BOW_TIE, level_id }),
        1106,
      ],
      ["no name", ({ level_id }) => ({ boundary_points: square(), level_id }), 1000],
    ],
  },
  create_beam: {
    good: ({ level_id }) => ({
      start: [0, 0],
      end: [5000, 0],
      profile: { shape: "I", width: 200, depth: 300, web: 10, flange: 20 },
      level_id,
    }),
    answers: { beam_id: uuid, span: 5000, volume: 0.053 },
    records: MADE,
    refuses: [
      ["two ends in one place", ({ level_id }) => ({ start: [0, 0], end: [0, 0], profile: "200x300", level_id }), 1100],
      [
        "flanges thicker than the beam",
        ({ level_id }) => ({
          start: [0, 0],
          end: [1, 0],
          profile: { shape: "I", width: 200, depth: 30, web: 10, flange: 20 },
          level_id,
        }),
        1009,
      ],
    ],
  },
  create_stair: {
    good: ({ level_id, upper }) => ({
      location: [0, 0],
      base_level: level_id,
      top_level: upper,
      risers: 20,
      riser_height: 150,
    }),
    answers: { stair_id: uuid, rise: 3000 },
    records: MADE,
    refuses: [
      ["one riser", ({ level_id }) => ({ location: [0, 0], base_level: level_id, risers: 1, riser_height: 150 }), 1003],
      [
        "a turn without room for two flights",
        ({ level_id }) => ({ location: [0, 0], base_level: level_id, risers: 3, riser_height: 150, stair_type: "U" }),
        1003,
      ],
    ],
  },
  create_branch: {
    good: () => ({ name: "try" }),
    answers: { branch_id: uuid },
    records: ["branch.created"],
    refuses: [
      ["a name that is taken", ({ model_id }) => ({ name: "option", model_id }), 1003],
      ["an event that is not there", () => ({ name: "x", from_event_id: NOBODY }), 1311],
    ],
  },
  switch_branch: {
    good: ({ option }) => ({ branch_id: option }),
    answers: { name: "option" },
    records: ["branch.switched"],
    refuses: [["a branch that is not there", () => ({ branch_id: NOBODY }), 1301]],
  },
  undo: {
    good: ({ branch_id }) => ({ branch_id }),
    answers: { undone: [uuid] },
    records: ["undo.applied"],
    refuses: [["an event that is not there", ({ branch_id }) => ({ event_id: NOBODY, branch_id }), 1311]],
  },
  delete_elements: {
    good: ({ wall_id }) => ({ element_ids: [wall_id] }),
    answers: {
      cascade_deleted: expect.arrayContaining([expect.objectContaining({ type: "door" })]),
      affected_count: 4,
    },
    records: ["element.deleted"],
    refuses: [
      ["a host, before a person has seen what hangs on it", ({ wall_id }) => ({ element_ids: [wall_id] }), 1202],
      ["a level on which something stands", ({ level_id }) => ({ element_ids: [level_id] }), 1114],
      ["an element that is not there", () => ({ element_ids: [NOBODY] }), 1300],
      ["nothing", () => ({ element_ids: [] }), 1003],
    ],
  },
  merge_branch: {
    good: ({ option }) => ({ source_branch_id: option }),
    answers: { merged: { created: 1, modified: 0, deleted: 0 } },
    records: ["branch.merged"],
    refuses: [
      ["a branch that is not there", () => ({ source_branch_id: NOBODY }), 1301],
      ["main into nothing", ({ branch_id }) => ({ source_branch_id: branch_id }), 1000],
      ["a branch into itself", ({ option }) => ({ source_branch_id: option, target_branch_id: option }), 1303],
    ],
  },
};

test.each(Object.entries(CONTRACTS))(
  "%s refuses what it must and changes nothing by it, rehearses for agents, then does what it says",
  async (tool, { good, answers, records, refuses }) => {
    const site = await openTestBuilding();
    const ids = await build(site);
    const before = await site.root();
    for (const [what, args, code] of refuses) {
      const error = await site.refused(tool, args(ids));
      expect(error, what).toMatchObject({ code, message: expect.any(String), data: { hint: expect.any(String) } });
    }

    const rehearsed = await site.ask(tool, { ...good(ids), reasoning: "look first" });
    expect(rehearsed).toMatchObject({
      success: true,
      event_id: null,
      dry_run: true,
      would_record: records,
      data: answers,
      audit: { reasoning: "look first", agent_id: expect.any(String), user_id: expect.any(String) },
    });
    expect(await site.root()).toBe(before);

    const { event_ids, ...data } = await site.make(tool, good(ids));
    expect(data).toMatchObject(answers);
    expect(event_ids).toHaveLength(records.length);
    expect(await site.root()).not.toBe(before);
    const { live, rebuilt } = await site.replay();
    expect(rebuilt).toEqual(live);
  },
);

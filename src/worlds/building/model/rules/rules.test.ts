import { expect, test } from "vitest";
import { door, element, level, planOf, rectangle, room, wall } from "../../../../../test/kit/building-plan.ts";
import type { Element, Parameters } from "../element.ts";
import { evaluate, statusOf } from "./evaluate.ts";
import type { RuleOptions } from "./measure.ts";
import { narrowestOf, widestCircleOf } from "./outline.ts";
import { RULES } from "./table/index.ts";

/** Lengths in metres, as a branch keeps them. A millimetre is the least that counts. */
const MM = 0.001;

type Model = readonly Element[];

/** A model that keeps the rule to the millimetre, one that breaks it by no more than that, and one it cannot check. */
interface Rows {
  readonly passes: Model;
  readonly fails: Model;
  readonly cannotCheck: Model;
  readonly options?: RuleOptions;
}

const ground = level("ground");
const upper = level("upper", 3);
const south = wall("south", [0, 0], [12, 0]);
const mesh = (category: string) => element("body", "mesh", { category });

function doorOf(more: Parameters): Model {
  return [
    ground,
    south,
    { ...door("door", "south", 1), parameters: { ...door("door", "south", 1).parameters, ...more } },
  ];
}
/** The same rule of doors at several limits. */
const clearWidth = (mm: number): Rows => ({
  passes: doorOf({ clear_width: mm * MM }),
  fails: doorOf({ clear_width: (mm - 1) * MM }),
  cannotCheck: [mesh("Doors")],
});
const roomOf = (more: Parameters, wide = 4, deep = 5) => [ground, room("room", rectangle(0, 0, wide, deep), more)];
const corridor = (mm: number): Rows => ({
  passes: roomOf({ room_type: "corridor" }, 20, mm * MM),
  fails: roomOf({ room_type: "corridor" }, 20, (mm - 1) * MM),
  cannotCheck: roomOf({}),
});
const turning = (mm: number): Rows => ({
  passes: roomOf({ room_type: "toilet" }, mm * MM, 3),
  fails: roomOf({ room_type: "toilet" }, (mm - 1) * MM, 3),
  cannotCheck: roomOf({}),
});
const stairOf = (more: Parameters) => {
  const common = { location: [0, 0], direction: 0, risers: 16, riser_height: 0.17, tread_depth: 0.28, width: 1.2 };
  return [ground, element("stair", "stair", { ...common, stair_type: "straight", base_level: "ground", ...more })];
};
const stair = (parameter: string, good: number, bad: number): Rows => ({
  passes: stairOf({ [parameter]: good * MM }),
  fails: stairOf({ [parameter]: bad * MM }),
  cannotCheck: [mesh("Stairs")],
});
const headroom = (mm: number): Rows => ({ ...stair("headroom", mm, mm - 1), cannotCheck: stairOf({}) });
const beamOf = (material: string | undefined, span: number, depth: number) => [
  ground,
  element("beam", "beam", {
    start: [0, 0],
    end: [span, 0],
    profile: { shape: "rectangular", width: 0.2, depth },
    level_id: "ground",
    elevation: 3,
    ...(material !== undefined && { material }),
  }),
];
const beam = (material: string, ratio: number): Rows => ({
  passes: beamOf(material, ratio * 0.3, 0.3),
  fails: beamOf(material, ratio * 0.3, 0.3 - MM),
  cannotCheck: beamOf(undefined, 5, 0.3),
});
const columnOf = (material: string | undefined, side: number, height = 3) => [
  ground,
  level("upper", height),
  element("column", "column", {
    location: [0, 0],
    base_level: "ground",
    top_level: "upper",
    profile: { shape: "rectangular", width: side, depth: 1 },
    rotation: 0,
    ...(material !== undefined && { material }),
  }),
];
const rated = (rating: number | undefined, type: string): Model => [
  ground,
  wall("south", [0, 0], [4, 0], rating === undefined ? {} : { fire_rating: rating }),
  room("room", rectangle(0.1, 0.1, 3.9, 4.9), { room_type: type }),
];
/** Ratings come in steps of half an hour: the least that can be missing. */
const wallsRated = (type: string, least: number): Rows => ({
  passes: rated(least, type),
  fails: rated(least - 30, type),
  cannotCheck: rated(undefined, type),
});
const fireDoor = (own: number | undefined): Model => [
  ground,
  wall("south", [0, 0], [4, 0], { fire_rating: 120 }),
  element("door", "door", {
    ...door("door", "south", 1).parameters,
    ...(own !== undefined && { fire_rating: own }),
  }),
];
/** A long room with a door at its end: the furthest corner lies at a known distance. */
function hall(length: number, withDoor = true): Model {
  const walls = [wall("long", [0, 0], [length, 0]), wall("end", [0, 0], [0, 4])];
  return [
    ground,
    ...walls,
    room("hall", rectangle(0, 0, length, 4)),
    ...(withDoor ? [door("exit", "end", 1.5, 1)] : []),
  ];
}
/** How long such a room is where the way out has a given length: corner to middle, and middle to the door. */
function lengthFor(way: number): number {
  let [low, high] = [1, 2 * way];
  for (let n = 0; n < 100; n += 1) {
    const middle = (low + high) / 2;
    if (Math.hypot(middle / 2, 2) + middle / 2 < way) low = middle;
    else high = middle;
  }
  return low;
}
const travel = (metres: number): Rows => ({
  passes: hall(lengthFor(metres - 1e-7)),
  fails: hall(lengthFor(metres + MM)),
  cannotCheck: hall(10, false),
});
const large = (deep: number, doors: number): Model => [
  ground,
  wall("side", [0, 0], [10, 0]),
  room("hall", rectangle(0, 0, 10, deep)),
  ...Array.from({ length: doors }, (_, n) => door(`door-${n}`, "side", 1 + 2 * n)),
];
const exitOf = (width: number): Model => [
  ground,
  wall("side", [0, 0], [10, 0]),
  room("hall", rectangle(0.1, 0.1, 9.9, 4)),
  element("exit", "door", { ...door("exit", "side", 1).parameters, clear_width: width }),
];
const slabOver = (gap: number): Model => [
  ground,
  upper,
  wall("south", [0, 0], [4, 0], { height: 2.8 - gap }),
  floor("upper"),
];
function floor(on: string): Element {
  const boundary_points = rectangle(0, -1, 4, 3);
  return element("floor", "floor", { boundary_points, thickness: 0.2, elevation: 0, level_id: on, floor_type: "slab" });
}
const columnOver = (gap: number): Model => [
  ground,
  level("upper", 3),
  level("top", 6),
  wall("south", [-1, 0], [1, 0], { height: 3 - gap }),
  element("column", "column", {
    location: [0, 0],
    base_level: "upper",
    top_level: "top",
    profile: { shape: "rectangular", width: 0.3, depth: 0.3 },
    rotation: 0,
  }),
];
const carrying = (type: string | undefined, open: number): Model => {
  const { wall_type: _basic, ...plain } = wall("side", [0, 0], [10, 0]).parameters;
  return [
    ground,
    element("side", "wall", { ...plain, ...(type !== undefined && { wall_type: type }) }),
    element("hole", "opening", { host_id: "side", offset: 1, width: open, height: 1, base_height: 1 }),
  ];
};
const opening = (offset: number, host = "south"): Model => [
  ground,
  wall("south", [0, 0], [4, 0]),
  { ...door("door", host, offset, 0.9) },
];

const ROWS: Readonly<Record<string, Rows>> = {
  "ADA-DOOR-CLEAR-WIDTH": clearWidth(815),
  "ADA-ROUTE-WIDTH": corridor(915),
  "ADA-TURNING": turning(1525),
  "DDA-DOOR-CLEAR-WIDTH": clearWidth(800),
  "DDA-CORRIDOR-WIDTH": corridor(1200),
  "DDA-TURNING": turning(1500),
  "IBC-CEILING-HEIGHT": {
    passes: roomOf({ height: 2.286 }),
    fails: roomOf({ height: 2.285 }),
    cannotCheck: [mesh("Rooms")],
  },
  "IBC-DOOR-CLEAR-WIDTH": clearWidth(813),
  "IBC-DOOR-HEIGHT": {
    passes: doorOf({ height: 2.032 }),
    fails: doorOf({ height: 2.031 }),
    cannotCheck: [mesh("Doors")],
  },
  "IBC-CORRIDOR-WIDTH": corridor(1118),
  "IBC-STAIR-WIDTH": stair("width", 1118, 1117),
  "IBC-STAIR-RISER": stair("riser_height", 178, 179),
  "IBC-STAIR-TREAD": stair("tread_depth", 279, 278),
  "IBC-STAIR-HEADROOM": headroom(2032),
  "BS9999-DOOR-CLEAR-WIDTH": clearWidth(800),
  "BS9999-STAIR-WIDTH": stair("width", 900, 899),
  "BS9999-STAIR-RISER": stair("riser_height", 150, 149),
  "BS9999-STAIR-TREAD": stair("tread_depth", 250, 249),
  "BS9999-STAIR-STEP": {
    passes: stairOf({ riser_height: 0.2, tread_depth: 0.3 }),
    fails: stairOf({ riser_height: 0.2, tread_depth: 0.301 }),
    cannotCheck: [mesh("Stairs")],
  },
  "BS9999-STAIR-HEADROOM": headroom(2000),
  "BS9999-STAIR-FLIGHT": {
    passes: stairOf({ risers: 16 }),
    fails: stairOf({ risers: 17 }),
    cannotCheck: stairOf({ stair_type: "spiral" }),
  },
  "ISO19650-ROOM-NUMBERS": {
    passes: [
      ground,
      room("a", rectangle(0, 0, 1, 1), { number: "1" }),
      room("b", rectangle(2, 0, 3, 1), { number: "2" }),
    ],
    fails: [
      ground,
      room("a", rectangle(0, 0, 1, 1), { number: "1" }),
      room("b", rectangle(2, 0, 3, 1), { number: "1" }),
    ],
    cannotCheck: roomOf({}),
  },
  "EC-STEEL-BEAM-SPAN": beam("steel", 24),
  "EC-CONCRETE-BEAM-SPAN": beam("concrete", 20),
  "EC-TIMBER-BEAM-SPAN": beam("timber", 18),
  "EC-STEEL-COLUMN-SLENDERNESS": {
    passes: columnOf("steel", 0.06, (200 * 0.06) / Math.sqrt(12)),
    fails: columnOf("steel", 0.06, (200 * 0.06) / Math.sqrt(12) + MM),
    cannotCheck: columnOf(undefined, 0.3),
  },
  "EC-CONCRETE-COLUMN-SLENDERNESS": {
    passes: columnOf("concrete", 0.12, 3),
    fails: columnOf("concrete", 0.12 - MM, 3),
    cannotCheck: columnOf(undefined, 0.3),
  },
  "STRUCT-FLOOR-SUPPORT": { passes: slabOver(0.01), fails: slabOver(0.011), cannotCheck: [mesh("Floors")] },
  "STRUCT-COLUMN-SUPPORT": { passes: columnOver(0.01), fails: columnOver(0.011), cannotCheck: [mesh("Columns")] },
  "STRUCT-WALL-OPENINGS": {
    passes: carrying("structural", 6),
    fails: carrying("structural", 6 + MM),
    cannotCheck: carrying(undefined, 1),
  },
  "FIRE-CORRIDOR-WALLS": wallsRated("corridor", 60),
  "FIRE-STAIR-WALLS": wallsRated("stair", 120),
  "FIRE-SHAFT-WALLS": wallsRated("shaft", 120),
  "FIRE-DOORS": { passes: fireDoor(90), fails: fireDoor(60), cannotCheck: fireDoor(undefined) },
  "EGRESS-DOORS": {
    passes: large(5 + MM, 2),
    fails: large(5 + MM, 1),
    cannotCheck: [ground, room("hall", rectangle(0, 0, 10, 6))],
  },
  "EGRESS-EXITS": {
    passes: large(5.001, 2),
    fails: large(5.001, 1),
    cannotCheck: large(5.001, 0),
  },
  "EGRESS-EXIT-WIDTH": {
    passes: exitOf(0.5),
    fails: exitOf(0.499),
    cannotCheck: [ground],
    options: { occupancy: 100 },
  },
  "EGRESS-TRAVEL-61": travel(61),
  "EGRESS-TRAVEL-76": travel(76),
  "EGRESS-TRAVEL-122": travel(122),
  "GEOM-001": {
    passes: [ground, wall("wall", [0, 0], [0.1, 0])],
    fails: [ground, wall("wall", [0, 0], [0.099, 0])],
    cannotCheck: [mesh("Walls")],
  },
  "GEOM-003": {
    passes: [ground, wall("wall", [0, 0], [1, 0], { thickness: MM })],
    fails: [ground, wall("wall", [0, 0], [1, 0], { thickness: 0 })],
    cannotCheck: [mesh("Walls")],
  },
  "GEOM-004": {
    passes: [ground, wall("wall", [0, 0], [1, 0], { height: MM })],
    fails: [ground, wall("wall", [0, 0], [1, 0], { height: 0 })],
    cannotCheck: [mesh("Walls")],
  },
  "GEOM-005": { passes: opening(3.1), fails: opening(3.101), cannotCheck: opening(1, "gone") },
};

test("every rule has its three rows, and no row is left over", () => {
  expect(Object.keys(ROWS).sort()).toEqual(RULES.map(({ id }) => id).sort());
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

test.each(RULES)("$id passes, fails by the least, and says where it cannot check", (rule) => {
  const rows = ROWS[rule.id];
  if (rows === undefined) throw new Error("no rows");
  const outcome = (model: Model) => evaluate(rule, { state: planOf([...model]), options: rows.options ?? {} });
  expect(outcome(rows.passes)).toMatchObject({ outcome: "passed", violations: [], unchecked: [] });
  expect(outcome(rows.fails)).toMatchObject({ outcome: "failed" });
  const unchecked = outcome(rows.cannotCheck);
  expect(unchecked.outcome).toBe("not_checked");
  expect(unchecked.reason).not.toBe("");
});

test("every rule says where its value is from, and none that was not read calls itself verified", () => {
  for (const { id, source, valueVerified, clauseVerified, inputs, min, max } of RULES) {
    expect(inputs.length, id).toBeGreaterThan(0);
    expect(min ?? max, id).toBeDefined();
    if (source === "unverified") expect([valueVerified, clauseVerified], id).toEqual([false, false]);
  }
});

test("a model without doors is never compliant, whatever else it holds", () => {
  const withRooms = planOf(roomOf({ room_type: "office", height: 3 }));
  for (const standard of ["IBC", "BS9999", "ADA", "DDA"] as const) {
    const own = RULES.filter((rule) => rule.standard === standard);
    const results = own.map((rule) => evaluate(rule, { state: withRooms, options: {} }));
    expect(statusOf(results), standard).toBe("not_determined");
  }
});

test("nothing that ran is nothing that holds", () => {
  const [rule] = RULES.filter(({ subject }) => subject === "stairs");
  const result = rule && evaluate(rule, { state: planOf([ground]), options: {} });
  expect(result?.outcome).toBe("not_applicable");
  expect(statusOf(result === undefined ? [] : [result])).toBe("not_determined");
  expect(statusOf([])).toBe("not_determined");
});

test("the narrowest place of a corridor that turns, and the widest circle of a room that does", () => {
  const turned = [
    [0, 0],
    [10, 0],
    [10, 1.2],
    [1.5, 1.2],
    [1.5, 8],
    [0, 8],
  ] as const;
  expect(narrowestOf(turned)).toBeCloseTo(1.2, 9);
  expect(widestCircleOf(turned)).toBeGreaterThan(1.5);
  expect(widestCircleOf(rectangle(0, 0, 1.5, 4))).toBeCloseTo(1.5, 5);
});

import { expect, test } from "vitest";
import {
  door,
  element,
  level,
  planOf,
  rectangle,
  room,
  threeRooms,
  wall,
} from "../../../../../test/kit/building-plan.ts";
import type { Parameters, Point } from "../element.ts";
import { shortestWalk, walkableGraphOf } from "./walkable.ts";

test("leads from middle to door to middle, and says which doors lead outside", () => {
  const graph = walkableGraphOf(planOf(threeRooms()));

  const walk = shortestWalk(graph, "kitchen", "bath");

  expect(walk?.steps.map(({ room: inside, via, at }) => [inside?.id ?? via?.id, at])).toEqual([
    ["kitchen", [2, 2.5, 0]],
    ["door-1", [4, expect.closeTo(2.45, 9), 0]],
    ["hall", [6, 2.5, 0]],
    ["door-2", [8, expect.closeTo(3.45, 9), 0]],
    ["bath", [10, 2.5, 0]],
  ]);
  expect(walk?.distance).toBeCloseTo(2 * Math.hypot(2, 0.05) + 2 * Math.hypot(2, 0.95), 9);
  expect(graph.exits.map(({ room: inside, via }) => [inside, via.id])).toEqual([["hall", "entrance"]]);
});

test("is the same way back", () => {
  const graph = walkableGraphOf(planOf(threeRooms()));

  const [there, back] = [shortestWalk(graph, "kitchen", "bath"), shortestWalk(graph, "bath", "kitchen")];

  expect(back?.distance).toBeCloseTo(there?.distance ?? 0, 12);
  expect(back?.steps).toEqual([...(there?.steps ?? [])].reverse());
});

test("takes the shorter of two doors, and the other one when that is gone", () => {
  const plan = planOf(threeRooms(), door("far", "between-1", 0.2));
  const viaOf = (state: typeof plan) => shortestWalk(walkableGraphOf(state), "kitchen", "hall")?.steps[1]?.via?.id;

  expect(viaOf(plan)).toBe("door-1");
  expect(viaOf(plan.with(new Map([["door-1", null]])))).toBe("far");
});

test("finds no way where no door is, and one without steps to where it starts", () => {
  const graph = walkableGraphOf(planOf(threeRooms()).with(new Map([["door-2", null]])));

  expect(shortestWalk(graph, "kitchen", "bath")).toBeUndefined();
  expect(shortestWalk(graph, "bath", "bath")).toMatchObject({ distance: 0, steps: [{ at: [10, 2.5, 0] }] });
});

test("does not go through windows, nor through openings above the floor", () => {
  const plan = planOf(
    threeRooms().filter(({ id }) => id !== "door-1"),
    element("window", "window", { wall_id: "between-1", offset: 1, width: 1, height: 1, sill_height: 0.9 }),
    element("hatch", "opening", { host_id: "between-1", offset: 3, base_height: 1, width: 1, height: 1 }),
  );
  expect(shortestWalk(walkableGraphOf(plan), "kitchen", "hall")).toBeUndefined();

  const opened = plan.with(
    new Map([
      ["hatch", element("hatch", "opening", { host_id: "between-1", offset: 3, base_height: 0, width: 1, height: 2 })],
    ]),
  );

  expect(shortestWalk(walkableGraphOf(opened), "kitchen", "hall")?.steps[1]?.via?.id).toBe("hatch");
});

test("goes where rooms flow into each other, and over stairs to another storey", () => {
  const plan = planOf(
    level("ground"),
    level("upper", 3),
    room("living", rectangle(0, 0, 4, 4)),
    room("dining", rectangle(4, 0, 8, 4)),
    room("landing", rectangle(0, 0, 8, 4), { level_id: "upper" }),
    element("stair", "stair", {
      location: [5, 2],
      direction: 0,
      risers: 11,
      riser_height: 0.27,
      tread_depth: 0.25,
      width: 1,
      stair_type: "straight",
      base_level: "ground",
      top_level: "upper",
    }),
  );

  const walk = shortestWalk(walkableGraphOf(plan), "living", "landing");

  expect(walk?.steps.map(({ room: inside, via, at }) => [inside?.id ?? via?.id ?? "open", at])).toEqual([
    ["living", [2, 2, 0]],
    ["open", [4, 2, 0]],
    ["dining", [6, 2, 0]],
    ["stair", [5, 2, 0]],
    ["stair", [7.5, 2, 3]],
    ["landing", [4, 2, 3]],
  ]);
  expect(walk?.distance).toBeCloseTo(2 + 2 + 1 + Math.hypot(2.5, 3) + 3.5, 9);
});

/** A stair of two equal flights of five risers each, 1 m wide, from [5, 2] eastward. */
const bent = (stair_type: string, more: Parameters = {}) =>
  element("stair", "stair", {
    location: [5, 2],
    direction: 0,
    risers: 10,
    riser_height: 0.3,
    tread_depth: 0.25,
    width: 1,
    stair_type,
    base_level: "ground",
    top_level: "upper",
    ...more,
  });

test.each([
  [
    "L",
    {},
    [
      [6.5, 2, 1.5],
      [6.5, 3.5, 3],
    ],
    "north-east",
  ],
  [
    "L",
    { turn: "right" },
    [
      [6.5, 2, 1.5],
      [6.5, 0.5, 3],
    ],
    "south-east",
  ],
  [
    "U",
    {},
    [
      [6.5, 2, 1.5],
      [6.5, 3, 1.5],
      [5, 3, 3],
    ],
    "north-west",
  ],
  [
    "U",
    { direction: 180 },
    [
      [3.5, 2, 1.5],
      [3.5, 1, 1.5],
      [5, 1, 3],
    ],
    "south-west",
  ],
] as const)("a stair of form %s %j leads to where its upper flight ends", (form, more, places, where) => {
  const upper = { level_id: "upper" };
  const plan = planOf(
    level("ground"),
    level("upper", 3),
    room("hall", rectangle(0, 0, 8, 5)),
    room("south-west", rectangle(0, 0, 6, 2.5), upper),
    room("south-east", rectangle(6, 0, 8, 2.5), upper),
    room("north-west", rectangle(0, 2.6, 6, 5), upper),
    room("north-east", rectangle(6.1, 2.6, 8, 5), upper),
    bent(form, more),
  );

  const walk = shortestWalk(walkableGraphOf(plan), "hall", where);

  const close = places.map((at) => at.map((value) => expect.closeTo(value, 9)));
  expect(walk?.steps.slice(1, -1).map(({ at }) => at)).toEqual([[5, 2, 0], ...close]);
});

test("a spiral stair is as long as it winds, and ends above where its last tread is", () => {
  // Around a post of 0.1 m: a full turn on the walking line of 0.6 m.
  const round = bent("spiral", { risers: 13, tread_depth: (2 * Math.PI * 0.6) / 12, riser_height: 0.25 });
  const plan = planOf(
    level("ground"),
    level("upper", 3.25),
    room("hall", rectangle(0, 0, 8, 5)),
    room("landing", rectangle(4, 1, 8, 5), { level_id: "upper" }),
    round,
  );

  const steps = shortestWalk(walkableGraphOf(plan), "hall", "landing")?.steps.slice(1, -1) ?? [];

  expect(steps).toHaveLength(13);
  expect(steps.at(6)?.at).toEqual([5, 3.2, 1.625].map((value) => expect.closeTo(value, 9)));
  expect(steps.at(-1)?.at).toEqual([5, 2, 3.25].map((value) => expect.closeTo(value, 9)));
});

test("a door in a wall of two storeys is a way on the storey where it stands only", () => {
  const tall = (id: string, start: Point, end: Point) => wall(id, start, end, { height: 6 });
  const upper = { level_id: "upper" };
  const plan = planOf(
    level("ground"),
    level("upper", 3),
    tall("between", [4, 0], [4, 5]),
    room("shop", rectangle(0, 0, 3.9, 5)),
    room("store", rectangle(4.1, 0, 8, 5)),
    room("flat", rectangle(0, 0, 3.9, 5), upper),
    room("attic", rectangle(4.1, 0, 8, 5), upper),
    door("below", "between", 1),
    element("above", "opening", { host_id: "between", offset: 3, base_height: 3, width: 1, height: 2 }),
  );

  const { passages, exits } = walkableGraphOf(plan);

  expect(passages.map(({ rooms, via }) => [via?.id, [...rooms].sort()])).toEqual([
    ["above", ["attic", "flat"]],
    ["below", ["shop", "store"]],
  ]);
  expect(exits).toEqual([]);
});

test("a wall may begin below the floor, and an opening in it at the floor is a way", () => {
  const plan = planOf(
    level("ground"),
    wall("between", [4, 0], [4, 5], { base_offset: -0.25, height: 3.25 }),
    room("a", rectangle(0, 0, 3.9, 5)),
    room("b", rectangle(4.1, 0, 8, 5)),
    element("gap", "opening", { host_id: "between", offset: 3, base_height: 0.25, width: 1, height: 2 }),
  );

  expect(shortestWalk(walkableGraphOf(plan), "a", "b")?.steps[1]?.via?.id).toBe("gap");
});

test("a door that no room has is no way", () => {
  const graph = walkableGraphOf(planOf(level("ground"), wall("alone", [0, 0], [5, 0]), door("d", "alone", 1)));

  expect(graph).toEqual({ rooms: new Map(), passages: [], exits: [] });
});

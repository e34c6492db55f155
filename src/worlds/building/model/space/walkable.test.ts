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

test("a door that no room has is no way", () => {
  const graph = walkableGraphOf(planOf(level("ground"), wall("alone", [0, 0], [5, 0]), door("d", "alone", 1)));

  expect(graph).toEqual({ rooms: new Map(), passages: [], exits: [] });
});

import { describe, expect, test } from "vitest";
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
import type { BranchState } from "../state/branch-state.ts";
import { insideOf, measuresOf } from "./room.ts";
import { boundsOf, contactOf, holesOf } from "./room-bounds.ts";

function boundsIn(plan: BranchState, id: string) {
  const found = plan.get(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return boundsOf(plan, found);
}

test("measures a room by its outline and height", () => {
  expect(measuresOf(room("r", rectangle(0, 0, 4, 2.5)))).toEqual({
    area: 10,
    perimeter: 13,
    height: 2.5,
    volume: 25,
    centre: [2, 1.25],
  });
});

test("finds a place inside a room that is bent around its middle", () => {
  const horseshoe = [
    [0, 0],
    [6, 0],
    [6, 6],
    [5, 6],
    [5, 1],
    [1, 1],
    [1, 6],
    [0, 6],
  ] as const;

  const [x, y] = insideOf(horseshoe);

  expect(x < 1 || x > 5 || y < 1).toBe(true);
  expect(Math.min(x, 6 - x, y, 6 - y)).toBeGreaterThan(0);
});

describe("a room between walls", () => {
  test("lies along each of them, on the side where it is", () => {
    const plan = planOf(threeRooms());

    const { stretches } = boundsIn(plan, "hall");

    expect(stretches.map(({ wall: { id }, from, to, side }) => [id, from, to, side])).toEqual([
      ["between-1", 0.1, 4.9, "right"],
      ["between-2", 0.1, 4.9, "left"],
      ["north", 4.1, 7.9, "right"],
      ["south", 4.1, 7.9, "left"],
    ]);
    expect(holesOf(plan, boundsIn(plan, "hall")).map(({ id }) => id)).toEqual(["door-1", "door-2", "entrance"]);
    expect(holesOf(plan, boundsIn(plan, "bath")).map(({ id }) => id)).toEqual(["door-2"]);
  });

  test("may as well be drawn to the middle of its walls", () => {
    const plan = planOf(threeRooms()).with(new Map([["hall", room("hall", rectangle(4, 0, 8, 5))]]));

    expect(boundsIn(plan, "hall").stretches.map(({ wall: { id } }) => id)).toEqual([
      "between-1",
      "between-2",
      "north",
      "south",
    ]);
  });

  test("is not bounded by walls of another storey", () => {
    const plan = planOf(threeRooms(), level("upper", 3), wall("above", [4, 0], [4, 5], { level_id: "upper" }));

    expect(boundsIn(plan, "hall").stretches.map(({ wall: { id } }) => id)).not.toContain("above");
  });
});

describe("two rooms", () => {
  const contact = (plan: BranchState, a: string, b: string) => contactOf(boundsIn(plan, a), boundsIn(plan, b));

  test("touch where they lie on the two sides of one wall", () => {
    const plan = planOf(threeRooms());

    expect(contact(plan, "kitchen", "hall")).toEqual({
      walls: [plan.get("between-1")],
      wallLength: expect.closeTo(4.8, 9),
      openLength: 0,
      openAt: undefined,
    });
    expect(contact(plan, "hall", "kitchen")).toEqual(contact(plan, "kitchen", "hall"));
    expect(contact(plan, "kitchen", "bath")).toBeUndefined();
  });

  test("touch where their outlines run on each other and no wall stands", () => {
    const plan = planOf(level("ground"), room("a", rectangle(0, 0, 3, 3)), room("b", rectangle(3, 1, 6, 9)));

    expect(contact(plan, "a", "b")).toEqual({ walls: [], wallLength: 0, openLength: 2, openAt: [3, 2] });
  });

  test("touch beside a wall that stands along a part of their border only", () => {
    const rooms = [level("ground"), room("a", rectangle(0, 0, 3, 4)), room("b", rectangle(3, 0, 6, 4))];
    const plan = planOf(...rooms, wall("half", [3, 0], [3, 1.5]));
    const pieces = planOf(...rooms, wall("south", [3, 0], [3, 1]), wall("north", [3, 3], [3, 4]));

    expect(contact(plan, "a", "b")).toEqual({
      walls: [plan.get("half")],
      wallLength: 1.5,
      openLength: 2.5,
      openAt: [3, 2.75],
    });
    expect(contact(plan, "b", "a")).toEqual(contact(plan, "a", "b"));
    expect(contact(pieces, "a", "b")).toMatchObject({ wallLength: 2, openLength: 2, openAt: [3, 2] });
  });

  test("have no way between them where their wall ends at the faces of others", () => {
    const plan = planOf(
      level("ground"),
      room("a", rectangle(0, 0, 3, 4)),
      room("b", rectangle(3, 0, 6, 4)),
      wall("between", [3, 0.2], [3, 3.8]),
    );

    expect(contact(plan, "a", "b")).toMatchObject({ wallLength: expect.closeTo(3.6, 9), openLength: 0 });
  });

  test("that meet in a corner do not touch, nor do rooms over each other", () => {
    const plan = planOf(
      level("ground"),
      level("upper", 3),
      room("a", rectangle(0, 0, 3, 3)),
      room("b", rectangle(3, 3, 6, 6)),
      room("c", rectangle(3, 0, 6, 3), { level_id: "upper" }),
    );

    expect(contact(plan, "a", "b")).toBeUndefined();
    expect(contact(plan, "a", "c")).toBeUndefined();
  });

  test("on the same side of a long wall do not touch through it", () => {
    const plan = planOf(
      level("ground"),
      wall("long", [0, 0], [10, 0]),
      room("a", rectangle(0, 0.1, 3, 3)),
      room("b", rectangle(6, 0.1, 9, 3)),
    );

    expect(contact(plan, "a", "b")).toBeUndefined();
  });

  test("keep their door when it moves along, and lose it when it moves away", () => {
    const plan = planOf(
      threeRooms(),
      element("gap", "opening", { host_id: "north", offset: 5, base_height: 0, width: 1, height: 2 }),
    );
    expect(holesOf(plan, boundsIn(plan, "hall")).map(({ id }) => id)).toEqual(["door-1", "door-2", "entrance", "gap"]);

    const after = plan.with(new Map([["entrance", door("entrance", "south", 9)]]));

    expect(holesOf(after, boundsIn(after, "hall")).map(({ id }) => id)).toEqual(["door-1", "door-2", "gap"]);
    expect(holesOf(after, boundsIn(after, "bath")).map(({ id }) => id)).toEqual(["door-2", "entrance"]);
  });
});

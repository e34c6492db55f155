import { expect, test } from "vitest";
import { door, element, level, planOf, rectangle, room, wall } from "../../../../../test/kit/building-plan.ts";
import type { Parameters } from "../element.ts";
import { checkJoin } from "./check-join.ts";

const STOREYS = [level("ground"), level("upper", 3)];

function joined(other: Parameters) {
  const join = element("join", "join", { element_ids: ["one", "other"], join_type: "auto" });
  const plan = planOf(STOREYS, wall("one", [0, 0], [5, 0]), wall("other", [5, 0], [5, 4], other), join);
  return () => checkJoin(plan, join);
}

test("walls of one storey are joined at their corner, whatever their heights", () => {
  expect(joined({})).not.toThrow();
  expect(joined({ height: 1 })).not.toThrow();
  expect(joined({ base_offset: 2.5 })).not.toThrow();
});

test("walls that meet in plan and stand one above the other are not", () => {
  expect(joined({ level_id: "upper" })).toThrow("must meet");
  expect(joined({ base_offset: 3 })).toThrow("must meet");
});

test("what stands in a wall, and what has no body, is not joined", () => {
  const things = [door("other", "one", 1), room("other", rectangle(0, 0, 5, 4))];
  for (const other of things) {
    const join = element("join", "join", { element_ids: ["one", "other"], join_type: "auto" });
    const plan = planOf(STOREYS, wall("one", [0, 0], [5, 0]), other, join);
    expect(() => checkJoin(plan, join)).toThrow("is not joined");
  }
});

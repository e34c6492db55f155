import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

const AROUND_DOOR = { min: [3500, 1500, 0], max: [4500, 2500, 1000] };

test("finds what reaches into a box, of the categories that are asked for", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const all = await building.ask("spatial_query", { bounds: AROUND_DOOR });
  const doors = await building.ask("spatial_query", { bounds: AROUND_DOOR, categories: ["Doors", "Windows"] });

  expect(all.data).toEqual({
    element_ids: [ids.between1, ids.door1, ids.hall, ids.kitchen].sort(),
    total: 4,
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
  expect(doors.data.element_ids).toEqual([ids.door1]);
});

test("finds what was moved where it is now, and not where it was", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  await building.ask("spatial_query", { bounds: AROUND_DOOR });

  await building.make("move_element", { element_id: ids.between1, delta: [1000, 0, 0] });

  const { data } = await building.ask("spatial_query", { bounds: AROUND_DOOR, categories: ["Walls", "Doors"] });
  expect(data.element_ids).toEqual([]);
  const there = { min: [4500, 1500], max: [5500, 2500] };
  const moved = await building.ask("spatial_query", { bounds: there, categories: ["Walls", "Doors"] });
  expect(moved.data.element_ids).toEqual([ids.between1, ids.door1].sort());
});

test("gives long lists page by page", async () => {
  const building = await openTestBuilding();
  await makeThreeRooms(building);
  const bounds = { min: [-1000, -1000], max: [20000, 20000] };

  const whole = await building.ask("spatial_query", { bounds });
  const first = await building.ask("spatial_query", { bounds, limit: 5 });
  const second = await building.ask("spatial_query", { bounds, limit: 50, offset: first.data.next_offset });

  expect(first.data).toMatchObject({ total: 12, truncated: true, next_offset: 5 });
  expect([...first.data.element_ids, ...second.data.element_ids]).toEqual(whole.data.element_ids);
  expect(second.data).not.toHaveProperty("truncated");
});

test.each([
  ["turned inside out", { bounds: { min: [5000, 0, 0], max: [0, 5000, 0] } }, 1003],
  ["without end", { bounds: { min: [0, 0, 0], max: [1e12, 1, 1] } }, 1003],
  ["left out", {}, 1000],
  ["of words", { bounds: { min: ["a", "b"], max: [1, 1] } }, 1001],
  ["of no category", { bounds: AROUND_DOOR, categories: ["Ghosts"] }, 1002],
])("refuses a box %s", async (_what, args, code) => {
  const building = await openTestBuilding();
  await makeThreeRooms(building);

  expect(await building.refused("spatial_query", args)).toMatchObject({ code });
});

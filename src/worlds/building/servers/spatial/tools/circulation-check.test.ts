import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

test("walks straight where nothing is in the way", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const { data, warnings } = await building.ask("circulation_check", { start: [1000, 1000], end: [3000, 1000] });

  expect(warnings).toEqual([]);
  expect(data).toEqual({
    reachable: true,
    distance: 2000,
    path: [
      [1000, 1000, 0],
      [3000, 1000, 0],
    ],
    obstacles: [],
    level_id: ids.ground,
    clearance_width: 600,
    grid: 100,
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
});

test("walks through doors that are wide enough, and names what stands across the straight line", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const asked = { start: [2000, 1000, 0], end: [6000, 1000, 0] };

  const { data } = await building.ask("circulation_check", asked);
  const wide = await building.ask("circulation_check", { ...asked, clearance_width: 950 });

  expect(data).toMatchObject({ reachable: true, obstacles: [{ element_id: ids.between1, category: "Walls" }] });
  expect(data.distance).toBeGreaterThan(4700);
  expect(data.distance).toBeLessThan(5200);
  expect(wide).toMatchObject({
    data: { reachable: false, distance: null, path: [], grid: null },
    warnings: [expect.stringContaining("close every way")],
  });
});

test("sees a column that was just put in the way", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const { level_id: upper } = await building.make("create_level", { name: "Upper", elevation: 3000 });
  const asked = { start: [1000, 1000], end: [3000, 1000], level_id: ids.ground };
  expect((await building.ask("circulation_check", asked)).data.obstacles).toEqual([]);

  const { column_id } = await building.make("create_column", {
    location: [2000, 1000],
    base_level: ids.ground,
    top_level: upper,
    profile: "300x300",
  });

  const { data } = await building.ask("circulation_check", asked);
  expect(data.obstacles).toEqual([{ element_id: column_id, category: "Columns" }]);
  expect(data.distance).toBeGreaterThan(2100);
});

test.each([
  ["ends on different levels", { start: [1000, 1000, 0], end: [1000, 1000, 3000] }, 1003],
  ["a height where no level is", { start: [0, 0, 90000], end: [1000, 0, 90000] }, 1302],
  ["points beyond the model", { start: [0, 0], end: [1e9, 0] }, 1104],
  ["a plan beyond all measure", { start: [0, 0], end: [5e6, 5e6] }, 1003],
  ["a level that is none", { start: [0, 0], end: [1, 1], level_id: "00000000-0000-4000-8000-000000000000" }, 1302],
  ["an end left out", { start: [0, 0] }, 1000],
  ["numbers that are none", { start: ["x", 0], end: [1, 1] }, 1001],
])("refuses %s", async (_what, args, code) => {
  const building = await openTestBuilding();
  await makeThreeRooms(building);
  await building.make("create_level", { name: "Upper", elevation: 3000 });

  expect(await building.refused("circulation_check", args)).toMatchObject({ code });
});

import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

test("lists what stands on a level, with the doors in its walls", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const { level_id: upper } = await building.make("create_level", { name: "Upper", elevation: 3000 });
  const { wall_id } = await building.make("create_wall", {
    start: [0, 0],
    end: [5000, 0],
    level_id: upper,
    wall_type: "basic",
  });

  const ground = await building.ask("level_elements", { level_id: ids.ground });
  const doors = await building.ask("level_elements", { level_id: ids.ground, categories: ["Doors"] });
  const above = await building.ask("level_elements", { level_id: upper });

  const { model, ground: _level, ...elements } = ids;
  expect(ground.data).toEqual({
    level_id: ids.ground,
    element_ids: Object.values(elements).sort(),
    counts: { Doors: 3, Rooms: 3, Walls: 6 },
    total: 12,
    model_id: model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
  expect(doors.data).toMatchObject({ element_ids: [ids.door1, ids.door2, ids.entrance].sort(), counts: { Doors: 3 } });
  expect(above.data.element_ids).toEqual([wall_id]);
});

test("loses what moved to another level", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const { level_id: upper } = await building.make("create_level", { name: "Upper", elevation: 3000 });

  await building.make("modify_parameter", { element_id: ids.east, parameter_name: "level_id", value: upper });

  const { data } = await building.ask("level_elements", { level_id: ids.ground, categories: ["Walls"] });
  expect(data.element_ids).not.toContain(ids.east);
  expect((await building.ask("level_elements", { level_id: upper })).data.element_ids).toEqual([ids.east]);
});

test("refuses what is no level", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect(await building.refused("level_elements", { level_id: ids.east })).toMatchObject({ code: 1302 });
  expect(await building.refused("level_elements", { level_id: ids.ground, limit: 0 })).toMatchObject({ code: 1003 });
});

import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

test("leads from room to room through doors", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const { data, warnings } = await building.ask("path_finding", { from_room: ids.kitchen, to_room: ids.bath });

  expect(warnings).toEqual([]);
  expect(data).toEqual({
    reachable: true,
    distance: expect.closeTo(2 * Math.hypot(2000, 50) + 2 * Math.hypot(2000, 950), 3),
    path: [
      { kind: "room", element_id: ids.kitchen, at: [2000, 2500, 0] },
      { kind: "door", element_id: ids.door1, at: [4000, 2450, 0] },
      { kind: "room", element_id: ids.hall, at: [6000, 2500, 0] },
      { kind: "door", element_id: ids.door2, at: [8000, 3450, 0] },
      { kind: "room", element_id: ids.bath, at: [10000, 2500, 0] },
    ],
    rooms: [ids.kitchen, ids.hall, ids.bath],
    method: expect.any(String),
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
});

test("says so where no way leads, and finds one as soon as there is a door", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const { wall_id } = await building.make("create_wall", {
    start: [12000, 5000],
    end: [16000, 5000],
    level_id: ids.ground,
    wall_type: "basic",
  });
  const boundary_points = [
    [12100, 100],
    [16000, 100],
    [16000, 4900],
    [12100, 4900],
  ];
  const { room_id } = await building.make("create_room", {
    name: "shed",
    boundary_points,
    height: 2500,
    level_id: ids.ground,
  });

  const closed = await building.ask("path_finding", { from_room: ids.kitchen, to_room: room_id });
  expect(closed).toMatchObject({
    success: true,
    data: { reachable: false, distance: null, path: [], rooms: [] },
    warnings: [expect.stringContaining("leads")],
  });

  await building.make("place_door", { wall_id: ids.east, offset: 1000 });
  const opened = await building.ask("path_finding", { from_room: ids.kitchen, to_room: room_id });
  expect(opened.data).toMatchObject({ reachable: true, rooms: [ids.kitchen, ids.hall, ids.bath, room_id] });
  expect(wall_id).toEqual(expect.any(String));
});

test("refuses what is no room", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect(await building.refused("path_finding", { from_room: ids.door1, to_room: ids.bath })).toMatchObject({
    code: 1001,
  });
  expect(await building.refused("path_finding", { from_room: ids.kitchen, to_room: ids.model })).toMatchObject({
    code: 1300,
  });
  expect(await building.refused("path_finding", { from_room: ids.kitchen })).toMatchObject({ code: 1000 });
});

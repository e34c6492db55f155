import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

test("tells a room's measures, its neighbours and what is in its walls, and writes nothing", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const before = await building.root();

  const answer = await building.ask("room_analysis", { room_id: ids.hall });

  expect(answer).toMatchObject({ success: true, event_id: null, warnings: [], audit: { reasoning: "read" } });
  const beside = (room: string, wall: string, door: string) => ({
    room_id: ids[room],
    name: room,
    shared_length: 4800,
    wall_ids: [ids[wall]],
    door_ids: [ids[door]],
    connected: true,
  });
  const neighbours = [beside("kitchen", "between1", "door1"), beside("bath", "between2", "door2")];
  const doors = ["door1", "door2", "entrance"].map((door) => ({ element_id: ids[door], category: "Doors" }));
  expect(answer.data).toEqual({
    room_id: ids.hall,
    name: "hall",
    level_id: ids.ground,
    area: 18.24,
    volume: 45.6,
    perimeter: 17200,
    height: 2500,
    centre: [6000, 2500, 0],
    adjacencies: neighbours.sort((a, b) => ((a.room_id ?? "") < (b.room_id ?? "") ? -1 : 1)),
    openings: doors.sort((a, b) => ((a.element_id ?? "") < (b.element_id ?? "") ? -1 : 1)),
    units: { length: "mm", area: "m2", volume: "m3" },
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
  expect(await building.root()).toBe(before);
});

test("sees what the last call changed", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const first = await building.ask("room_analysis", { room_id: ids.kitchen });
  expect(first.data.adjacencies).toMatchObject([{ room_id: ids.hall, connected: true }]);

  await building.make("move_element", { element_id: ids.door1, delta: [0, -1800, 0] });
  await building.make("modify_parameter", { element_id: ids.kitchen, parameter_name: "height", value: 3000 });
  const second = await building.ask("room_analysis", { room_id: ids.kitchen });

  expect(second.data).toMatchObject({ volume: 3.8 * 4.8 * 3, model_version: first.data.model_version + 2 });
});

test.each([
  ["a wall", (ids: Readonly<Record<string, string>>) => ids.south, 1001],
  ["what is nowhere", () => "00000000-0000-4000-8000-000000000000", 1300],
  ["what is no id", () => "kitchen", 1005],
])("refuses %s", async (_what, roomOf, code) => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect(await building.refused("room_analysis", { room_id: roomOf(ids) })).toMatchObject({ code });
});

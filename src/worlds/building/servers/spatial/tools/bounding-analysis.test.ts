import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

interface Found {
  readonly element_id: string;
}

const byId = (a: Found, b: Found) => (a.element_id < b.element_id ? -1 : 1);

test("names the walls a room lies along, what lies below it, and that it is enclosed", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const boundary_points = [
    [0, 0],
    [12000, 0],
    [12000, 5000],
    [0, 5000],
  ];
  const { floor_id } = await building.make("create_floor", { boundary_points, level_id: ids.ground });

  const { data } = await building.ask("bounding_analysis", { element_id: ids.hall });

  const wall = (name: string, contact_length: number) => ({
    element_id: String(ids[name]),
    category: "Walls",
    side: "beside",
    contact_length,
  });
  expect(data).toEqual({
    element_id: ids.hall,
    category: "Rooms",
    bounding_box: { min: [4100, 100, 0], max: [7900, 4900, 2500] },
    bounding_elements: [
      wall("between1", 4800),
      wall("between2", 4800),
      wall("north", 3800),
      wall("south", 3800),
      { element_id: floor_id, category: "Floors", side: "below" },
    ].sort(byId),
    bounding_count: 5,
    open_length: 0,
    enclosed: true,
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
});

test("tells how much of a room is open once a wall is gone from it", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  await building.make("move_element", { element_id: ids.east, delta: [3000, 0, 0] });

  const { data } = await building.ask("bounding_analysis", { element_id: ids.bath });
  expect(data).toMatchObject({ open_length: 4800, enclosed: false, bounding_count: 3 });
});

test("names what touches a wall", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const { data } = await building.ask("bounding_analysis", { element_id: ids.west });

  expect(data).toMatchObject({ category: "Walls", bounding_box: { min: [-100, 0, 0], max: [100, 5000, 3000] } });
  expect(data.bounding_elements).toEqual(
    [
      { element_id: String(ids.north), category: "Walls", side: "beside" },
      { element_id: String(ids.south), category: "Walls", side: "beside" },
      { element_id: String(ids.kitchen), category: "Rooms", name: "kitchen", side: "beside" },
    ].sort(byId),
  );
  expect(data).not.toHaveProperty("enclosed");
});

test("a level takes up no room, and what is not there is refused", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect((await building.ask("bounding_analysis", { element_id: ids.ground })).data).toMatchObject({
    bounding_box: null,
    bounding_elements: [],
  });
  expect(await building.refused("bounding_analysis", { element_id: ids.model })).toMatchObject({ code: 1300 });
  expect(await building.refused("bounding_analysis", { element_id: "wall" })).toMatchObject({ code: 1005 });
});

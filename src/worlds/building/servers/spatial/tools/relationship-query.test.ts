import { expect, test } from "vitest";
import { openTestBuilding, type TestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

async function related(building: TestBuilding, element_id: string | undefined, relationship_type: string) {
  const { data } = await building.ask("relationship_query", { element_id, relationship_type });
  return data.related_elements.map((one: { element_id: string }) => one.element_id);
}

test("tells the whole relationship, with categories and names", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  const { data } = await building.ask("relationship_query", { element_id: ids.between1, relationship_type: "bounds" });

  const rooms = ["kitchen", "hall"].map((name) => ({ element_id: String(ids[name]), category: "Rooms", name }));
  expect(data).toEqual({
    element_id: ids.between1,
    relationship_type: "bounds",
    related_elements: rooms.sort((a, b) => (a.element_id < b.element_id ? -1 : 1)),
    total: 2,
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
});

test("knows every relationship of the contract", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const { level_id: upper } = await building.make("create_level", { name: "Upper", elevation: 3000 });
  const slab = [
    [0, 0],
    [12000, 0],
    [12000, 5000],
    [0, 5000],
  ];
  const { floor_id } = await building.make("create_floor", {
    boundary_points: slab,
    level_id: upper,
    thickness: 300,
    elevation: 300,
  });
  const { column_id } = await building.make("create_column", {
    location: [6000, 1000],
    base_level: ids.ground,
    top_level: upper,
    profile: "300x300",
  });
  await building.make("join_elements", { element_ids: [ids.south, ids.west] });
  const { opening_id } = await building.make("create_opening", {
    host_id: ids.north,
    offset: 1000,
    width: 500,
    height: 500,
    base_height: 1000,
    opening_type: "vent",
  });

  expect(await related(building, ids.south, "hosts")).toEqual([ids.entrance]);
  expect(await related(building, ids.entrance, "hosted_by")).toEqual([ids.south]);
  expect(await related(building, ids.south, "joined_to")).toEqual([ids.west]);
  expect(await related(building, ids.kitchen, "bounded_by")).toEqual(
    [ids.between1, ids.north, ids.south, ids.west].sort(),
  );
  expect(await related(building, ids.door1, "on_level")).toEqual([ids.ground]);
  expect(await related(building, ids.north, "supports")).toEqual([floor_id]);
  expect(await related(building, floor_id, "supported_by")).toEqual(
    [ids.south, ids.north, ids.west, ids.between1, ids.between2, ids.east, column_id].sort(),
  );
  expect(await related(building, ids.hall, "contains")).toEqual([column_id]);
  expect(await related(building, upper, "contains")).toEqual([floor_id]);
  expect(await related(building, column_id, "depends_on")).toEqual([ids.ground, upper].sort());
  expect(await related(building, ids.door1, "fills")).toEqual([ids.between1]);
  expect(await related(building, opening_id, "voids")).toEqual([ids.north]);
});

test("refuses a relationship that nobody knows and elements that are not there", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect(
    await building.refused("relationship_query", { element_id: ids.hall, relationship_type: "likes" }),
  ).toMatchObject({ code: 1002 });
  expect(await building.refused("relationship_query", { element_id: ids.hall })).toMatchObject({ code: 1000 });
  expect(
    await building.refused("relationship_query", { element_id: ids.model, relationship_type: "hosts" }),
  ).toMatchObject({ code: 1300 });
});

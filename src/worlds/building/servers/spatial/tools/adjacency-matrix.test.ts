import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { makeThreeRooms } from "../../../../../../test/kit/three-rooms.ts";

test("says of every two rooms of a level whether they lie beside each other", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);
  const [kitchen, hall, bath] = [String(ids.kitchen), String(ids.hall), String(ids.bath)];

  const { data } = await building.ask("adjacency_matrix", { level_id: ids.ground });

  expect(data).toEqual({
    level_id: ids.ground,
    rooms: [kitchen, hall, bath].sort(),
    form: "whole",
    matrix: {
      [kitchen]: { [hall]: true, [bath]: false },
      [hall]: { [kitchen]: true, [bath]: true },
      [bath]: { [kitchen]: false, [hall]: true },
    },
    connected: expect.toSatisfy(
      (pairs: string[][]) => pairs.length === 2 && pairs.every((pair) => pair.includes(hall)),
    ),
    total: 3,
    model_id: ids.model,
    branch_id: expect.any(String),
    model_version: expect.any(Number),
  });
});

test("names only neighbours where there are many rooms, page by page", async () => {
  const building = await openTestBuilding();
  await building.make("create_project", { name: "Row" });
  const { level_id } = await building.make("create_level", { name: "Ground", elevation: 0 });
  for (let at = 0; at < 26; at += 1) {
    const [west, east] = [at * 3000, at * 3000 + 3000];
    const boundary_points = [
      [west, 0],
      [east, 0],
      [east, 3000],
      [west, 3000],
    ];
    await building.make("create_room", { name: `R${at}`, boundary_points, height: 2500, level_id });
  }

  const { data } = await building.ask("adjacency_matrix", { level_id, limit: 20 });
  const rest = await building.ask("adjacency_matrix", { level_id, limit: 20, offset: data.next_offset });

  expect(data).toMatchObject({ form: "neighbours", total: 26, truncated: true, next_offset: 20 });
  expect(rest.data).toMatchObject({ total: 26 });
  expect(rest.data).not.toHaveProperty("truncated");
  const rows: Record<string, boolean>[] = [...Object.values(data.matrix), ...Object.values(rest.data.matrix)] as never;
  // Every room but the two at the ends has one on each side.
  expect(rows.map((row) => Object.values(row)).sort((a, b) => a.length - b.length)).toEqual([
    [true],
    [true],
    ...Array(24).fill([true, true]),
  ]);
});

test("refuses what is no level of the branch", async () => {
  const building = await openTestBuilding();
  const ids = await makeThreeRooms(building);

  expect(await building.refused("adjacency_matrix", { level_id: ids.hall })).toMatchObject({ code: 1302 });
  expect(await building.refused("adjacency_matrix", { level_id: "ground" })).toMatchObject({ code: 1005 });
  expect(await building.refused("adjacency_matrix", {})).toMatchObject({ code: 1000 });
});

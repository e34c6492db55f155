import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";
import { temporaryFolder } from "../../../../../../test/kit/folder.ts";
import { writeIfc } from "../../../../../../test/kit/ifc.ts";

async function begin() {
  const site = await openTestBuilding();
  await site.make("create_project", { name: "House" });
  const { level_id } = await site.make("create_level", { name: "Ground", elevation: 0 });
  const wall = async (start: number[], end: number[], more: object = {}) =>
    (await site.make("create_wall", { start, end, height: 2500, thickness: 200, level_id, ...more })).wall_id as string;
  const clashes = async (args: object = {}) => site.make("clash_detection", args as Record<string, unknown>);
  return { ...site, level_id, wall, clashes };
}

test("two walls on one axis that overlap by 50 mm have 25 000 000 mm³ in common", async () => {
  const { wall, clashes, ask } = await begin();
  const a = await wall([0, 0], [3000, 0]);
  const b = await wall([2950, 0], [5950, 0]);
  const [first, second] = [a, b].sort();
  const found = await clashes({ source_category: "Walls", target_category: "Walls", tolerance: 0 });
  expect(found).toMatchObject({
    validation_run_id: expect.any(String),
    status: "clashes",
    counts: { hard: 1, duplicate: 0, clearance: 0, soft: 0 },
    clashes: [
      {
        element_a: first,
        element_b: second,
        clash_type: "hard",
        severity: "error",
        method: "solid",
        location: [2975, 0, 1250],
        overlap_volume: 25_000_000,
        penetration_depth: 50,
        gap: null,
      },
    ],
  });
  const { data } = await ask("get_event_log", { limit: 100 });
  expect(data.events.at(-1)).toMatchObject({
    event_type: "validation.run",
    payload: { run: { id: found.validation_run_id, tool: "clash_detection", summary: { counts: { hard: 1 } } } },
  });
});

test("walls that touch do not clash, 1 mm does, and no deeper than the tolerance is soft", async () => {
  const { wall, clashes } = await begin();
  await wall([0, 0], [3000, 0]);
  await wall([3000, 0], [6000, 0]);
  expect(await clashes()).toMatchObject({ clashes: [], status: "clash_free", pair_tests: 1 });
  await wall([5999, 0], [9000, 0]);
  expect(await clashes()).toMatchObject({
    clashes: [{ clash_type: "hard", overlap_volume: 500_000, penetration_depth: 1 }],
  });
  expect(await clashes({ tolerance: 1 })).toMatchObject({ clashes: [{ clash_type: "soft", severity: "info" }] });
});

test("what is turned is measured along its own faces, far from the origin too", async () => {
  const { wall, clashes } = await begin();
  const at = (along: number) => [900_000 + along * Math.cos(0.7), 400_000 + along * Math.sin(0.7)];
  await wall(at(0), at(3000));
  await wall(at(2990), at(6000));
  const { clashes: found } = await clashes();
  expect(found).toHaveLength(1);
  expect(found[0].penetration_depth).toBeCloseTo(10, 2);
  expect(found[0].overlap_volume).toBeCloseTo(5_000_000, -2);
});

test("a gap below the clearance and a wall that stands there twice are named as such", async () => {
  const { wall, clashes } = await begin();
  await wall([0, 0], [3000, 0]);
  await wall([3025, 0], [6000, 0]);
  expect(await clashes({ clearance: 24 })).toMatchObject({ clashes: [], status: "clash_free" });
  expect(await clashes({ clearance: 25 })).toMatchObject({
    clashes: [{ clash_type: "clearance", gap: 25, overlap_volume: 0 }],
  });
  await wall([0, 0], [3000, 0]);
  expect(await clashes()).toMatchObject({
    clashes: [{ clash_type: "duplicate", overlap_volume: 1_500_000_000, severity: "error" }],
  });
});

test("a door in its wall, joined walls and rooms are in nobody's way", async () => {
  const { wall, clashes, make, level_id } = await begin();
  const south = await wall([0, 0], [3000, 0]);
  const west = await wall([0, 0], [0, 3000]);
  const corner = await clashes();
  expect(corner.counts.hard).toBe(1);
  await make("join_elements", { element_ids: [south, west] });
  await make("place_door", { wall_id: south, offset: 1000 });
  const inside = [
    [-100, -100],
    [2900, -100],
    [2900, 2900],
    [-100, 2900],
  ];
  await make("create_room", { name: "Hall", boundary_points: inside, level_id });
  expect(await clashes()).toMatchObject({ clashes: [], status: "clash_free" });
  expect((await clashes({ source_category: "Walls", target_category: "Rooms" })).counts.hard).toBe(2);
});

test("triangles that enclose nothing are compared as such: without a volume, and with a warning", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "import"));
  const ifc = writeIfc();
  const storey = ifc.storey("Ground", 0);
  ifc.wall(storey, "South", { start: [0, 0], end: [3000, 0], thickness: 200, height: 2500 });
  const sheet = (x: number, low: number, high: number) => [
    [
      [x, low, 0],
      [x, high, 0],
      [x, high, 1000],
      [x, low, 1000],
    ],
  ];
  ifc.faces(storey, "IFCFURNISHINGELEMENT", "Through", sheet(1000, -500, 500));
  ifc.faces(storey, "IFCFURNISHINGELEMENT", "Beside", sheet(2000, 100, 500));
  ifc.faces(storey, "IFCFURNISHINGELEMENT", "In by 1 mm", sheet(2500, 99, 500));
  writeFileSync(join(folder, "import", "house.ifc"), ifc.finish());
  const site = await openTestBuilding({ folder });
  await site.make("import_ifc", { file_path: "import/house.ifc", project_name: "House" });
  const answer = await site.ask("clash_detection", { source_category: "Walls", target_category: "Furniture" });
  expect(answer.data.counts).toEqual({ hard: 2, duplicate: 0, clearance: 0, soft: 0 });
  for (const clash of answer.data.clashes) {
    expect(clash).toMatchObject({ method: "mesh", overlap_volume: null, penetration_depth: null });
  }
  expect(answer.data.clashes.map((clash: { location: number[] }) => clash.location[0]).sort()).toEqual([1000, 2500]);
  expect(answer.warnings).toEqual([expect.stringContaining("2 clashes are with elements that are no closed solids")]);
  const near = await site.ask("clash_detection", {
    source_category: "Walls",
    target_category: "Furniture",
    clearance: 50,
  });
  expect(near.data).toMatchObject({ not_checked_count: 1, not_checked: [{ reason: expect.any(String) }] });
});

test("a model with nothing to compare is not called free of clashes", async () => {
  const { clashes, wall } = await begin();
  expect(await clashes()).toMatchObject({ clashes: [], status: "not_determined" });
  await wall([0, 0], [3000, 0]);
  await wall([0, 5000], [3000, 5000]);
  // Two walls, and not one window that they could meet.
  const sides = { source_category: "Walls", target_category: "Windows" };
  expect(await clashes(sides)).toMatchObject({ clashes: [], pair_tests: 0, status: "not_determined" });
  expect(await clashes({ source_category: "Walls", target_category: "Walls" })).toMatchObject({ status: "clash_free" });
});

test("a round column that touches a wall or another column does not clash, and 1 mm does", async () => {
  const { wall, clashes, make, level_id } = await begin();
  const { level_id: top_level } = await make("create_level", { name: "Upper", elevation: 3000 });
  const column = (location: number[], diameter: number) =>
    make("create_column", { location, base_level: level_id, top_level, profile: { shape: "circular", diameter } });
  await wall([0, 0], [3000, 0]);
  await column([1500, 500], 800);
  await column([1500, 1200], 600);
  expect(await clashes()).toMatchObject({ clashes: [], status: "clash_free", pair_tests: 2 });
  expect((await clashes({ clearance: 10 })).counts).toMatchObject({ hard: 0, clearance: 2 });
  await column([500, 499], 800);
  const { clashes: found } = await clashes();
  expect(found).toMatchObject([{ clash_type: "hard", category_a: "Walls", category_b: "Columns" }]);
  expect(found[0].penetration_depth).toBeCloseTo(1, 0);
});

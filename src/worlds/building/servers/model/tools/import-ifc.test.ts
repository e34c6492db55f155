import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Answer, openTestBuilding, type TestBuilding } from "../../../../../../test/kit/building.ts";
import { type IfcWriter, writeIfc } from "../../../../../../test/kit/ifc.ts";

/** A kitchen of four walls with a door and a window, a floor with a hole, a column, a table and a sheet. */
function house(ifc: IfcWriter): Buffer {
  const ground = ifc.storey("Ground", 0);
  const upper = ifc.storey("Upper", 3000);
  const size = { thickness: 200, height: 2500 };
  const south = ifc.wall(ground, "South", { start: [0, 0], end: [5000, 0], ...size });
  ifc.wall(ground, "East", { start: [5000, 0], end: [5000, 4000], ...size });
  ifc.wall(ground, "North", { start: [5000, 4000], end: [0, 4000], ...size });
  ifc.wall(ground, "West", { start: [0, 4000], end: [0, 0], ...size });
  const doorway = ifc.opening(south, { at: [1000, -150, -1], size: [900, 300, 2101] });
  ifc.fill(ground, doorway, "IFCDOOR", "Entrance", [900, 2100], "SINGLE_SWING_RIGHT");
  const sill = ifc.opening(south, { at: [3000, -150, 900], size: [1200, 300, 1000] });
  ifc.fill(ground, sill, "IFCWINDOW", "View", [1200, 1000]);
  const inside = [
    [100, 100],
    [4900, 100],
    [4900, 3900],
    [100, 3900],
  ] as const;
  ifc.space(ground, "0.01", "Kitchen", inside, 2500);
  const hole = [
    [1000, 1000],
    [1000, 2000],
    [2000, 2000],
    [2000, 1000],
  ] as const;
  ifc.slab(
    upper,
    "Slab",
    [
      [0, 0],
      [5000, 0],
      [5000, 4000],
      [0, 4000],
    ],
    250,
    [hole],
  );
  const column = ifc.shape(ifc.swept(ifc.extrude(ifc.rectangle(300, 400, [0, 0]), 3000)));
  ifc.product(
    ground,
    "IFCCOLUMN",
    "C1",
    column,
    ifc.placement(ground.at, [2500, 2000, 0]),
    ...(ifc.isOld ? [] : [".COLUMN."]),
  );
  const block = ifc.shape(
    ifc.swept(
      ifc.extrude(ifc.rectangle(800, 600, [0, 0]), 700),
      ifc.extrude(ifc.rectangle(1000, 800, [0, 0]), 50, [0, 0, 700]),
    ),
  );
  const table = ifc.product(ground, "IFCFURNISHINGELEMENT", "Table", block, ifc.placement(ground.at, [4000, 3000, 0]));
  ifc.faces(ground, "IFCFURNISHINGELEMENT", "Sheet", [
    [
      [0, 0, 10],
      [1000, 0, 10],
      [1000, 1000, 10],
      [0, 1000, 10],
    ],
  ]);
  ifc.properties([south.ref], "Pset_WallCommon", {
    IsExternal: "IFCBOOLEAN(.T.)",
    LoadBearing: "IFCBOOLEAN(.T.)",
    FireRating: "IFCLABEL('REI 60')",
  });
  ifc.properties([table.ref], "Pset_Furniture", { Seats: "IFCINTEGER(4)" });
  ifc.material([south.ref], "Reinforced concrete");
  return ifc.finish();
}

async function openWith(files: Readonly<Record<string, Buffer>>): Promise<TestBuilding> {
  const building = await openTestBuilding();
  mkdirSync(join(building.folder, "import"), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(building.folder, "import", name), bytes);
  return building;
}

/** By their names. */
async function elementsIn(building: TestBuilding) {
  const { data } = await building.ask("list_elements", { limit: 100 });
  const found = new Map<string, Answer>();
  for (const { id, type, parameters } of data.elements) {
    const { element } = (await building.ask("get_element", { element_id: id })).data;
    found.set(parameters.name ?? type, element);
  }
  return found;
}

describe.each(["IFC2X3", "IFC4", "IFC4X3_ADD2"] as const)("a file of %s", (schema) => {
  test("becomes levels and elements: editable by its numbers, fixed where it has none", async () => {
    const building = await openWith({ "house.ifc": house(writeIfc({ schema })) });

    const data = await building.make("import_ifc", { file_path: "import/house.ifc", project_name: "House" });

    expect(data).toMatchObject({
      schema: schema === "IFC4X3_ADD2" ? "IFC4X3" : schema,
      project_name: "A small house",
      imported: 11,
      editable: 9,
      fixed: 2,
      not_solid: 1,
      left_out: 0,
      counts: { Levels: 2, Walls: 4, Doors: 1, Windows: 1, Rooms: 1, Floors: 1, Columns: 1, Furniture: 2 },
    });
    const found = await elementsIn(building);
    expect(found.get("South")).toMatchObject({
      type: "wall",
      parameters: {
        start: [0, 0],
        end: [5000, 0],
        thickness: 200,
        height: 2500,
        base_offset: 0,
        wall_type: "structural",
        is_exterior: true,
        fire_rating: 60,
        material: "concrete",
        properties: { Pset_WallCommon: { IsExternal: true, FireRating: "REI 60" } },
      },
    });
    expect(found.get("South").volume).toBeCloseTo(5 * 0.2 * 2.5 - 0.9 * 2.1 * 0.2 - 1.2 * 0.2, 6);
    // IFC2x3 says on the door's style how it swings, which these files do not have.
    const swing = schema === "IFC2X3" ? "left" : "right";
    expect(found.get("Entrance")).toMatchObject({
      type: "door",
      parameters: { offset: 1000, width: 900, height: 2100, swing },
    });
    expect(found.get("View")).toMatchObject({
      type: "window",
      parameters: { offset: 3000, width: 1200, height: 1000, sill_height: 900 },
    });
    expect(found.get("Kitchen")).toMatchObject({ type: "room", parameters: { number: "0.01", height: 2500 } });
    expect(found.get("Slab")).toMatchObject({
      type: "floor",
      parameters: { thickness: 250, elevation: 0, holes: [expect.any(Array)] },
    });
    expect(found.get("C1")).toMatchObject({ type: "column", parameters: { location: [2500, 2000] } });
    expect(found.get("Table")).toMatchObject({
      type: "mesh",
      parameters: { category: "Furniture", is_closed: true, properties: { Pset_Furniture: { Seats: 4 } } },
    });
    expect(found.get("Sheet")).toMatchObject({ type: "mesh", parameters: { is_closed: false } });
  });
});

test("what was brought in can be changed, asked about and verified", async () => {
  const building = await openWith({ "house.ifc": house(writeIfc()) });
  await building.make("import_ifc", { file_path: "import/house.ifc", project_name: "House" });
  const found = await elementsIn(building);

  await building.make("modify_parameter", {
    element_id: found.get("Entrance").id,
    parameter_name: "width",
    value: 1000,
  });
  const room = await building.ask("room_analysis", { room_id: found.get("Kitchen").id });

  expect(room.data).toMatchObject({ area: 4.8 * 3.8, openings: [{ category: "Doors" }, { category: "Windows" }] });
});

test("a rehearsal writes nothing, and the same file stands on a branch once", async () => {
  const building = await openWith({ "house.ifc": house(writeIfc()) });
  await building.make("create_project", { name: "Mine" });
  const before = await building.root();
  const asked = { file_path: "import/house.ifc" };

  const rehearsed = await building.ask("import_ifc", { ...asked, reasoning: "to see what it would be" });
  expect(rehearsed).toMatchObject({ success: true, dry_run: true, event_id: null, data: { imported: 11 } });
  expect(await building.root()).toBe(before);

  await building.make("import_ifc", asked);
  expect(await building.refused("import_ifc", asked)).toMatchObject({ code: 1303, data: { already_there: 13 } });
});

test("walls that numbers cannot tell come as triangles, with what stands in them", async () => {
  const ifc = writeIfc();
  const ground = ifc.storey("Ground", 0);
  const wall = ifc.wall(ground, "Niche", { start: [0, 0], end: [4000, 0], thickness: 300, height: 2500 });
  // Half through: a niche, which no opening of ours is.
  ifc.opening(wall, { at: [1000, 0, 500], size: [1000, 200, 1000] });
  const building = await openWith({ "niche.ifc": ifc.finish() });

  const data = await building.make("import_ifc", { file_path: "import/niche.ifc", project_name: "Niche" });

  expect(data).toMatchObject({ imported: 1, editable: 0, fixed: 1, not_solid: 0 });
  const niche = (await elementsIn(building)).get("Niche");
  expect(niche).toMatchObject({ type: "mesh", parameters: { category: "Walls", ifc_type: "IfcWall" } });
});

/** The place that a line of the file's own text leads to is put elsewhere: where the building stands in the world. */
function placedAt(bytes: Buffer, [x, y, z]: readonly [number, number, number], along = "(1.,0.,0.)"): Buffer {
  const text = bytes.toString("latin1");
  const axes = /IFCLOCALPLACEMENT\(\$,(#\d+)\)/.exec(text)?.[1];
  const [, point, direction] = new RegExp(`${axes}=IFCAXIS2PLACEMENT3D\\((#\\d+),#\\d+,(#\\d+)\\)`).exec(text) ?? [];
  const moved = text
    .replace(new RegExp(`${point}=IFCCARTESIANPOINT\\([^;]*;`), `${point}=IFCCARTESIANPOINT((${x}.,${y}.,${z}.));`)
    .replace(new RegExp(`${direction}=IFCDIRECTION\\([^;]*;`), `${direction}=IFCDIRECTION(${along});`);
  return Buffer.from(moved, "latin1");
}

test("a file that lies where maps have it is brought near, and another one of its site to the same place", async () => {
  const bytes = placedAt(house(writeIfc()), [456_123_456, 5_432_109_876, 123_456]);
  const building = await openWith({ "far.ifc": bytes });
  const origin = [456_000_000, 5_432_000_000, 0];

  const asked = { file_path: "import/far.ifc", dry_run: false, reasoning: "a test" };
  const first = await building.ask("import_ifc", { ...asked, project_name: "Far" });
  const found = await elementsIn(building);
  const again = await building.ask("import_ifc", {
    ...asked,
    project_name: "Mine",
    origin: [456_123_456, 5_432_109_876, 0],
  });

  expect(first).toMatchObject({ success: true, data: { editable: 9, fixed: 2, origin } });
  expect(first.warnings).toContainEqual(expect.stringContaining("[456000000, 5432000000, 0] mm was taken off"));
  expect(found.get("South").parameters).toMatchObject({
    start: [123_456, 109_876],
    end: [128_456, 109_876],
    thickness: 200,
  });
  expect(found.get("South").volume).toBeCloseTo(5 * 0.2 * 2.5 - 0.9 * 2.1 * 0.2 - 1.2 * 0.2, 6);
  expect(found.get("Table").bounds.min).toEqual([123_456 + 3500, 109_876 + 2600, 123_456]);
  expect(again.data).toMatchObject({ origin: [456_123_456, 5_432_109_876, 0], editable: 9 });
  expect(again.warnings).not.toContainEqual(expect.stringContaining("taken off"));
});

test("walls of a turned building are as thick as they are", async () => {
  const turned = placedAt(house(writeIfc()), [0, 0, 0], "(0.8660254037844387,0.5,0.)");
  const building = await openWith({ "turned.ifc": turned });

  const data = await building.make("import_ifc", { file_path: "import/turned.ifc", project_name: "Turned" });

  const found = await elementsIn(building);
  expect(data).toMatchObject({ editable: 9 });
  expect(["South", "East", "North", "West"].map((name) => found.get(name).parameters.thickness)).toEqual([
    200, 200, 200, 200,
  ]);
  expect(found.get("Entrance").parameters).toMatchObject({ offset: 1000, width: 900 });
});

test("what cannot be made or held is left out, and the rest comes in", async () => {
  const ifc = writeIfc();
  const ground = ifc.storey("Ground", 0);
  const size = { thickness: 200, height: 2500 };
  ifc.wall(ground, "Whole", { start: [0, 0], end: [5000, 0], ...size });
  const gone = ifc.wall(ground, "Gone", { start: [0, 5000], end: [5000, 5000], ...size });
  ifc.opening(gone, { at: [-10, -150, -10], size: [5020, 300, 2600] });
  ifc.wall(ground, "Astray", { start: [90_000_000, 0], end: [90_005_000, 0], ...size });
  ifc.wall(ground, "Beside", { start: [0, 9000], end: [5000, 9000], ...size });
  const building = await openWith({ "odd.ifc": ifc.finish() });

  const answer = await building.ask("import_ifc", {
    file_path: "import/odd.ifc",
    project_name: "Odd",
    dry_run: false,
    reasoning: "a test",
  });

  expect(answer).toMatchObject({ success: true, data: { editable: 2, fixed: 0, left_out: 2, origin: [0, 0, 0] } });
  expect(answer.warnings).toEqual([
    expect.stringMatching(/^1 products cannot be held/),
    expect.stringMatching(/^1 products have no body/),
  ]);
});

test("a body that is written inside out is a solid all the same, and says where it is in mm", async () => {
  const ifc = writeIfc();
  const ground = ifc.storey("Ground", 0);
  const corner = (x: number, y: number, z: number) => [x * 1000, y * 1000, z * 1000];
  const outward = [
    [corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0), corner(1, 0, 0)],
    [corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)],
    [corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1)],
    [corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1)],
    [corner(1, 1, 0), corner(0, 1, 0), corner(0, 1, 1), corner(1, 1, 1)],
    [corner(0, 1, 0), corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1)],
  ];
  ifc.faces(
    ground,
    "IFCBUILDINGELEMENTPROXY",
    "Inside out",
    outward.map((face) => [...face].reverse()),
    "$",
  );
  const building = await openWith({ "cube.ifc": ifc.finish() });

  const data = await building.make("import_ifc", { file_path: "import/cube.ifc", project_name: "Cube" });

  expect(data).toMatchObject({ fixed: 1, not_solid: 0 });
  const cube = (await elementsIn(building)).get("Inside out");
  expect(cube).toMatchObject({ volume: 1, parameters: { is_closed: true, bounds: [0, 0, 0, 1000, 1000, 1000] } });
});

test("says how much of a file stands in no storey", async () => {
  const ifc = writeIfc();
  const ground = ifc.storey("Ground", 0);
  ifc.wall(ground, "Loose", { start: [0, 0], end: [5000, 0], thickness: 200, height: 2500 });
  const text = ifc.finish().toString("latin1");
  const bytes = Buffer.from(text.replace(/.*IFCRELCONTAINEDINSPATIALSTRUCTURE.*\n/, ""), "latin1");
  const building = await openWith({ "loose.ifc": bytes });

  const asked = { file_path: "import/loose.ifc", project_name: "Loose", reasoning: "a test" };
  const { warnings } = await building.ask("import_ifc", asked);

  expect(warnings[0]).toMatch(/^1 elements stand in no storey/);
});

describe("a file that cannot be used is refused, and nothing is kept:", () => {
  const whole = house(writeIfc());

  test.each([
    ["cut off", whole.subarray(0, whole.length / 2), 1407],
    ["cut off before its last word", whole.subarray(0, whole.length - 30), 1407],
    ["no IFC at all", Buffer.from("hello"), 1407],
    ["empty", Buffer.alloc(0), 1407],
    [
      "of a schema that nobody here reads",
      Buffer.from(whole.toString("latin1").replace("'IFC4'", "'IFC5'"), "latin1"),
      1006,
    ],
    [
      "whole, and full of nonsense",
      Buffer.from(
        "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=NONSENSE(;\nENDSEC;\nEND-ISO-10303-21;",
      ),
      1407,
    ],
  ])("%s", async (_what, bytes, code) => {
    const building = await openWith({ "bad.ifc": bytes });

    expect(await building.refused("import_ifc", { file_path: "import/bad.ifc", project_name: "Bad" })).toMatchObject({
      code,
    });
  });

  test("200 MB", async () => {
    const building = await openWith({ "large.ifc": whole });
    truncateSync(join(building.folder, "import", "large.ifc"), 200 * 1024 * 1024);

    expect(
      await building.refused("import_ifc", { file_path: "import/large.ifc", project_name: "Large" }),
    ).toMatchObject({
      code: 1407,
      data: { reason: "too_large", max_size_bytes: 100 * 1024 * 1024 },
    });
  });

  test("not there, outside of what may be read, or asked for in two ways", async () => {
    const building = await openWith({ "house.ifc": whole });
    const project_name = "House";

    expect(await building.refused("import_ifc", { file_path: "import/none.ifc", project_name })).toMatchObject({
      code: 1407,
    });
    expect(await building.refused("import_ifc", { file_path: "/etc/hostname", project_name })).toMatchObject({
      code: 1200,
    });
    expect(
      await building.refused("import_ifc", { file_path: "import/house.ifc", project_name, branch_id: "main" }),
    ).toMatchObject({ code: 1004 });
    expect(await building.refused("import_ifc", { file_path: "import/house.ifc" })).toMatchObject({ code: 1304 });
    expect(
      await building.refused("import_ifc", { file_path: "import/house.ifc", project_name, reasoning: undefined }),
    ).toMatchObject({ code: 1206 });
  });

  test("cancelled", async () => {
    const building = await openWith({ "house.ifc": whole });
    const before = await building.root();
    const cancel = new AbortController();
    const asked = { file_path: "import/house.ifc", project_name: "House", dry_run: false, reasoning: "a test" };
    const answer = building.ask("import_ifc", asked, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 100);

    expect(await answer).toMatchObject({ success: false, error: { code: 1403 } });
    expect(await building.root()).toBe(before);
  });
});

import { describe, expect, test } from "vitest";
import { type IfcWriter, writeIfc } from "../../../../test/kit/ifc.ts";
import type { IfcFile, IfcMesh } from "../../ifc-file.ts";
import { parseIfc } from "./parse-ifc.ts";

const SCHEMAS = [
  ["IFC2X3", "IFC2X3"],
  ["IFC4", "IFC4"],
  ["IFC4X3_ADD2", "IFC4X3"],
] as const;

/** In cubic metres: a sixth of what the corners of all triangles span with the origin. */
function volumeOf({ vertices, triangles }: IfcMesh): number {
  const metres = (corner: number | undefined) => {
    const at = (corner ?? 0) * 3;
    return vertices.slice(at, at + 3).map((value) => value / 1000);
  };
  let spanned = 0;
  for (let index = 0; index < triangles.length; index += 3) {
    const [ax = 0, ay = 0, az = 0] = metres(triangles[index]);
    const [bx = 0, by = 0, bz = 0] = metres(triangles[index + 1]);
    const [cx = 0, cy = 0, cz = 0] = metres(triangles[index + 2]);
    spanned += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
  }
  return spanned / 6;
}

function parse(ifc: IfcWriter): Promise<IfcFile> {
  return parseIfc(ifc.finish());
}

function named(file: IfcFile, name: string) {
  const found = file.products.find((product) => product.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe.each(SCHEMAS)("a file of %s", (written, schema) => {
  test("says its storeys, walls, openings and what fills them, in millimetres of the world", async () => {
    const ifc = writeIfc({ schema: written });
    const storey = ifc.storey("Upper", 3000);
    const wall = ifc.wall(storey, "South", { start: [1000, 2000], end: [1000, 7000], thickness: 200, height: 2500 });
    const hole = ifc.opening(wall, { at: [500, -150, 0], size: [900, 300, 2100] });
    const door = ifc.fill(storey, hole, "IFCDOOR", "Entrance", [900, 2100]);
    ifc.space(
      storey,
      "1.01",
      "Kitchen",
      [
        [1000, 2000],
        [4000, 2000],
        [4000, 7000],
        [1000, 7000],
      ],
      2500,
    );
    ifc.properties([wall.ref], "Pset_WallCommon", { IsExternal: "IFCBOOLEAN(.T.)", FireRating: "IFCLABEL('REI 60')" });
    ifc.material([wall.ref], "Brick");

    const file = await parse(ifc);

    expect(file).toMatchObject({ schema, projectName: "A small house", entities: ifc.lines.length });
    expect(file.places.map(({ type, name, elevation }) => [type, name, elevation])).toEqual([
      ["IfcProject", "P", 0],
      ["IfcBuilding", "House", 0],
      ["IfcBuildingStorey", "Upper", 3000],
    ]);
    const upper = file.places.find((place) => place.type === "IfcBuildingStorey");
    const south = named(file, "South");
    expect(south).toMatchObject({
      place: upper?.id,
      axis: [
        [1000, 2000, 3000],
        [1000, 7000, 3000],
      ],
      body: [{ profile: { shape: "rectangle", width: 5000, depth: 200 }, direction: [0, 0, 1], depth: 2500 }],
      properties: { Pset_WallCommon: { IsExternal: true, FireRating: "REI 60" } },
      materials: ["Brick"],
      voids: null,
      fills: null,
    });
    expect(south.body?.[0]?.frame.slice(9)).toEqual([1000, 4500, 3000]);
    const opening = named(file, "Opening");
    expect(opening).toMatchObject({ type: "IfcOpeningElement", place: upper?.id, voids: south.id });
    expect(named(file, "Entrance")).toMatchObject({
      id: Number(door.ref.slice(1)),
      fills: opening.id,
      place: upper?.id,
      overallWidth: 900,
      overallHeight: 2100,
    });
    expect(file.products.find(({ type }) => type === "IfcSpace")).toMatchObject({
      name: "1.01",
      longName: "Kitchen",
      place: upper?.id,
    });
    expect(volumeOf(south.mesh as IfcMesh)).toBeCloseTo(5 * 0.2 * 2.5 - 0.9 * 0.2 * 2.1, 9);
  });
});

test.each([
  ["m", 1000],
  ["foot", 304.8],
] as const)("turns %s into millimetres", async (unit, size) => {
  const ifc = writeIfc({ unit });
  ifc.wall(ifc.storey("Ground", 1), "W", { start: [0, 0], end: [4, 0], thickness: 0.5, height: 3 });

  const file = await parse(ifc);

  const { body, axis, mesh } = named(file, "W");
  expect(body?.[0]?.depth).toBeCloseTo(3 * size, 9);
  expect(axis?.[1]?.[0]).toBeCloseTo(4 * size, 9);
  expect(axis?.[1]?.[2]).toBeCloseTo(size, 9);
  expect(volumeOf(mesh as IfcMesh)).toBeCloseTo((4 * 0.5 * 3 * size ** 3) / 1e9, 4);
});

test("keeps the holes of a profile, and every solid of a body", async () => {
  const ifc = writeIfc();
  const storey = ifc.storey("Ground", 0);
  const hole = [
    [1000, 1000],
    [1000, 2000],
    [2000, 2000],
    [2000, 1000],
  ] as const;
  ifc.slab(
    storey,
    "Slab",
    [
      [0, 0],
      [6000, 0],
      [6000, 4000],
      [0, 4000],
    ],
    300,
    [hole],
  );

  const slab = named(await parse(ifc), "Slab");

  expect(slab.body?.map(({ profile }) => profile)).toEqual([
    {
      shape: "polygon",
      outer: [
        [0, 0],
        [6000, 0],
        [6000, 4000],
        [0, 4000],
      ],
      inner: [hole],
    },
  ]);
  expect(slab.predefinedType).toBe("FLOOR");
  expect(volumeOf(slab.mesh as IfcMesh)).toBeCloseTo((24 - 1) * 0.3, 9);
});

test("follows what a type drew once to where it stands, and leaves what is stretched to the engine", async () => {
  const ifc = writeIfc();
  const storey = ifc.storey("Ground", 0);
  const drawn = ifc.swept(ifc.extrude(ifc.rectangle(300, 400, [0, 0]), 3000));
  const map = ifc.add("IFCREPRESENTATIONMAP", ifc.axes([0, 0, 0]), drawn);
  const point = ifc.add("IFCCARTESIANPOINT", "(100.,200.,0.)");
  function column(name: string, scale: string) {
    const target = ifc.add("IFCCARTESIANTRANSFORMATIONOPERATOR3D", "$", "$", point, scale, "$");
    const item = ifc.add("IFCMAPPEDITEM", map, target);
    const shown = ifc.add("IFCSHAPEREPRESENTATION", ifc.context, "'Body'", "'MappedRepresentation'", `(${item})`);
    ifc.product(storey, "IFCCOLUMN", name, ifc.shape(shown), ifc.placement(storey.at, [5000, 0, 0]), ".COLUMN.");
  }
  column("As drawn", "$");
  column("Twice as large", "2.");

  const file = await parse(ifc);

  expect(named(file, "As drawn").body).toMatchObject([
    { profile: { shape: "rectangle", width: 300, depth: 400 }, depth: 3000 },
  ]);
  expect(named(file, "As drawn").body?.[0]?.frame.slice(9)).toEqual([5100, 200, 0]);
  expect(named(file, "Twice as large").body).toBeNull();
});

test("a body that is no extrusion is what the engine made of it, closed or not", async () => {
  const ifc = writeIfc();
  const storey = ifc.storey("Ground", 0);
  ifc.faces(storey, "IFCFURNISHINGELEMENT", "Sheet", [
    [
      [0, 0, 0],
      [1000, 0, 0],
      [1000, 1000, 0],
      [0, 1000, 0],
    ],
  ]);

  const sheet = named(await parse(ifc), "Sheet");

  expect(sheet.body).toBeNull();
  expect(sheet.mesh?.vertices.length).toBe(12);
  expect(sheet.mesh?.triangles.length).toBe(6);
});

describe("a file as programs really write it", () => {
  function written(change: (text: string) => string, schema: "IFC2X3" | "IFC4" | "IFC4X3_ADD2" = "IFC4"): string {
    const ifc = writeIfc({ schema });
    const ground = ifc.storey("Ground", 0);
    ifc.storey("Upper", 3000);
    ifc.wall(ground, "South", { start: [0, 0], end: [5000, 0], thickness: 200, height: 2500 });
    return change(ifc.finish().toString("latin1"));
  }

  test.each([
    ["IFC2X3", "IFC2X3_TC1", "IFC2X3"],
    ["IFC4", "IFC4_ADD2", "IFC4"],
    ["IFC4", "IFC4_ADD2_TC1", "IFC4"],
    ["IFC4X3_ADD2", "IFC4X3_ADD1", "IFC4X3"],
    ["IFC4X3_ADD2", "IFC4X3_TC1", "IFC4X3"],
    ["IFC4X3_ADD2", "ifc4x3", "IFC4X3"],
  ] as const)("of %s may call its schema %s", async (schema, declared, read) => {
    const file = await parseIfc(Buffer.from(written((text) => text.replace(`'${schema}'`, `'${declared}'`), schema)));

    expect(file).toMatchObject({ schema: read, products: [{ name: "South" }] });
  });

  test.each([
    ["of Windows", (text: string) => Buffer.from(text, "latin1")],
    ["in UTF-8", (text: string) => Buffer.from(text, "utf8")],
  ])("may write letters %s as they are", async (_how, bytesOf) => {
    const file = await parseIfc(bytesOf(written((text) => text.replace("'South'", "'Südwände'"))));

    expect(file.products.map(({ name }) => name)).toEqual(["Südwände"]);
  });

  test("may have comments in its header", async () => {
    const text = written((one) => one.replace("HEADER;", "HEADER;\n/* once FILE_SCHEMA(('IFC1')); */"));

    expect(await parseIfc(Buffer.from(text))).toMatchObject({ schema: "IFC4", products: [{ name: "South" }] });
  });

  test("may tell the height of a storey by its attribute alone", async () => {
    const heights = async (text: string) => {
      const { places } = await parseIfc(Buffer.from(text));
      return places.filter(({ type }) => type === "IfcBuildingStorey").map(({ elevation }) => elevation);
    };
    const placeless = written((text) => text.replace(/('Upper',\$,\$,)#\d+/, "$1$"));
    const onePlane = written((text) =>
      text.replace(/IFCCARTESIANPOINT\(\(0\.,0\.,3000\.\)\)/, "IFCCARTESIANPOINT((0.,0.,0.))"),
    );

    expect([await heights(placeless), await heights(onePlane)]).toEqual([
      [0, 3000],
      [0, 3000],
    ]);
  });

  test("says how many lines it names and has not", async () => {
    const text = written((one) =>
      one.replace(/IFCPRODUCTDEFINITIONSHAPE\(\$,\$,\(#\d+,/, "IFCPRODUCTDEFINITIONSHAPE($,$,(#9999,"),
    );

    expect(await parseIfc(Buffer.from(text))).toMatchObject({ missing: 1, products: [{ name: "South", axis: null }] });
  });
});

test("a circle loses no more than half a hundredth of its area", async () => {
  const ifc = writeIfc();
  const ground = ifc.storey("Ground", 0);
  const circle = ifc.add("IFCCIRCLEPROFILEDEF", ".AREA.", "$", "$", "150.");
  const shape = ifc.shape(ifc.swept(ifc.extrude(circle, 3000)));
  ifc.product(ground, "IFCCOLUMN", "Round", shape, ifc.placement(ground.at, [0, 0, 0]), ".COLUMN.");

  const { mesh } = named(await parse(ifc), "Round");

  const whole = Math.PI * 0.15 ** 2 * 3;
  expect(volumeOf(mesh ?? { vertices: [], triangles: [] })).toBeGreaterThan(0.994 * whole);
});

describe("a file that leads astray", () => {
  test("by naming lines that it has not is read without them", async () => {
    const ifc = writeIfc();
    const storey = ifc.storey("Ground", 0);
    ifc.product(storey, "IFCCOLUMN", "Nowhere", "#99999" as `#${number}`, "#88888" as `#${number}`, ".COLUMN.");

    expect(named(await parse(ifc), "Nowhere")).toMatchObject({ body: null, mesh: null });
  });

  test("by placements that stand in each other is read, and stands nowhere", async () => {
    const ifc = writeIfc();
    const storey = ifc.storey("Ground", 0);
    // Four lines each: the second one is where the first says it stands.
    const second = ifc.lines.length + 8;
    const at = ifc.placement(`#${second}`, [0, 0, 0]);
    ifc.placement(at, [0, 0, 0]);
    ifc.product(storey, "IFCCOLUMN", "Round and round", "$", at, ".COLUMN.");

    expect(named(await parse(ifc), "Round and round")).toMatchObject({ body: null, mesh: null });
  });

  test("by no model at all is broken", async () => {
    await expect(
      parseIfc(Buffer.from("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n")),
    ).rejects.toThrow();
  });
});

/** Writes small IFC files, line by line: models of our own, so that tests carry nobody else's. */

type Corner = readonly [number, number];
type Schema = "IFC2X3" | "IFC4" | "IFC4X3_ADD2";
/** The number of a line, as others refer to it. */
export type Ref = `#${number}`;

const GUID_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";

export interface IfcBox {
  /** The corner with the smallest coordinates, within its host. */
  readonly at: readonly [number, number, number];
  readonly size: readonly [number, number, number];
}

export type IfcWriter = ReturnType<typeof writeIfc>;

export function writeIfc({ schema = "IFC4" as Schema, unit = "mm" as "mm" | "m" | "foot" } = {}) {
  const lines: string[] = [];
  const inside = new Map<Ref, Ref[]>();
  const spaces = new Map<Ref, Ref[]>();
  const isOld = schema === "IFC2X3";
  let guids = 0;

  function add(type: string, ...values: readonly string[]): Ref {
    lines.push(`#${lines.length + 1}=${type}(${values.join(",")});`);
    return `#${lines.length}`;
  }

  function guid(): string {
    guids += 1;
    const digits = [guids >> 12, (guids >> 6) & 63, guids & 63].map((digit) => GUID_DIGITS[digit]);
    return `'${"0".repeat(19)}${digits.join("")}'`;
  }

  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
  const list = (values: readonly string[]) => `(${values.join(",")})`;
  const text = (value: string | null) => (value === null ? "$" : `'${value}'`);
  const point = (...values: number[]) => add("IFCCARTESIANPOINT", list(values.map(real)));
  const direction = (...values: number[]) => add("IFCDIRECTION", list(values.map(real)));

  const owner = add(
    "IFCOWNERHISTORY",
    add(
      "IFCPERSONANDORGANIZATION",
      add("IFCPERSON", ...Array(8).fill("$")),
      add("IFCORGANIZATION", "$", "'Us'", "$", "$", "$"),
      "$",
    ),
    add("IFCAPPLICATION", "#2", "'1'", "'Test'", "'TEST'"),
    "$",
    ".NOTDEFINED.",
    "$",
    "$",
    "$",
    "0",
  );
  const up = direction(0, 0, 1);

  function axes(at: readonly number[], x: readonly number[] = [1, 0, 0]): Ref {
    return add("IFCAXIS2PLACEMENT3D", point(...at), up, direction(...x));
  }
  function placement(within: Ref | "$", at: readonly number[], x?: readonly number[]): Ref {
    return add("IFCLOCALPLACEMENT", within, axes(at, x));
  }
  const context = add("IFCGEOMETRICREPRESENTATIONCONTEXT", "$", "'Model'", "3", "1.E-5", axes([0, 0, 0]), "$");

  function lengthUnit(): Ref {
    if (unit === "mm") return add("IFCSIUNIT", "*", ".LENGTHUNIT.", ".MILLI.", ".METRE.");
    const metre = add("IFCSIUNIT", "*", ".LENGTHUNIT.", "$", ".METRE.");
    if (unit === "m") return metre;
    const foot = add("IFCMEASUREWITHUNIT", "IFCLENGTHMEASURE(0.3048)", metre);
    return add(
      "IFCCONVERSIONBASEDUNIT",
      add("IFCDIMENSIONALEXPONENTS", "1", "0", "0", "0", "0", "0", "0"),
      ".LENGTHUNIT.",
      "'FOOT'",
      foot,
    );
  }
  const project = add(
    "IFCPROJECT",
    guid(),
    owner,
    "'P'",
    "$",
    "$",
    "'A small house'",
    "$",
    list([context]),
    add("IFCUNITASSIGNMENT", list([lengthUnit()])),
  );
  const root = placement("$", [0, 0, 0]);
  const building = add("IFCBUILDING", guid(), owner, "'House'", "$", "$", root, "$", "$", ".ELEMENT.", "$", "$", "$");
  add("IFCRELAGGREGATES", guid(), owner, "$", "$", project, list([building]));

  function ring(corners: readonly Corner[]): Ref {
    const points = corners.map((corner) => point(...corner));
    return add("IFCPOLYLINE", list([...points, points[0] as Ref]));
  }
  function extrude(profile: Ref, depth: number, at: readonly number[] = [0, 0, 0]): Ref {
    return add("IFCEXTRUDEDAREASOLID", profile, axes(at), up, real(depth));
  }
  function polygon(corners: readonly Corner[], holes: readonly (readonly Corner[])[] = []): Ref {
    if (holes.length === 0) return add("IFCARBITRARYCLOSEDPROFILEDEF", ".AREA.", "$", ring(corners));
    return add("IFCARBITRARYPROFILEDEFWITHVOIDS", ".AREA.", "$", ring(corners), list(holes.map(ring)));
  }
  function rectangle(width: number, depth: number, middle: Corner): Ref {
    const at = add("IFCAXIS2PLACEMENT2D", point(...middle), "$");
    return add("IFCRECTANGLEPROFILEDEF", ".AREA.", "$", at, real(width), real(depth));
  }
  function represent(identifier: string, kind: string, items: readonly Ref[]): Ref {
    return add("IFCSHAPEREPRESENTATION", context, `'${identifier}'`, `'${kind}'`, list(items));
  }
  function shape(...representations: readonly Ref[]): Ref {
    return add("IFCPRODUCTDEFINITIONSHAPE", "$", "$", list(representations));
  }
  const swept = (...items: readonly Ref[]) => represent("Body", "SweptSolid", items);
  const enumerated = (word: string) => (isOld ? [] : [`.${word}.`]);

  interface Placed {
    readonly ref: Ref;
    readonly at: Ref;
  }

  function storey(name: string, elevation: number): Placed {
    const at = placement(root, [0, 0, elevation]);
    const ref = add(
      "IFCBUILDINGSTOREY",
      guid(),
      owner,
      text(name),
      "$",
      "$",
      at,
      "$",
      "$",
      ".ELEMENT.",
      real(elevation),
    );
    inside.set(ref, []);
    spaces.set(ref, []);
    return { ref, at };
  }

  /** A product of any type that has nothing after its tag but what is given. */
  function product(
    on: Placed,
    type: string,
    name: string,
    body: Ref | "$",
    at: Ref,
    ...more: readonly string[]
  ): Placed {
    const ref = add(type, guid(), owner, text(name), "$", "$", at, body, "$", ...more);
    inside.get(on.ref)?.push(ref);
    return { ref, at };
  }

  function wall(
    on: Placed,
    name: string,
    w: { start: Corner; end: Corner; thickness: number; height: number; base?: number },
  ): Placed {
    const [dx, dy] = [w.end[0] - w.start[0], w.end[1] - w.start[1]];
    const length = Math.hypot(dx, dy);
    const at = placement(on.at, [...w.start, w.base ?? 0], [dx / length, dy / length, 0]);
    const axis = represent("Axis", "Curve2D", [add("IFCPOLYLINE", list([point(0, 0), point(length, 0)]))]);
    const body = swept(extrude(rectangle(length, w.thickness, [length / 2, 0]), w.height));
    return product(
      on,
      isOld ? "IFCWALLSTANDARDCASE" : "IFCWALL",
      name,
      shape(axis, body),
      at,
      ...enumerated("SOLIDWALL"),
    );
  }

  /** A box that is cut from its host, given in the host's own frame. */
  function opening(host: Placed, { at: corner, size }: IfcBox): Placed {
    const at = placement(host.at, corner);
    const body = swept(extrude(rectangle(size[0], size[1], [size[0] / 2, size[1] / 2]), size[2]));
    const ref = add(
      "IFCOPENINGELEMENT",
      guid(),
      owner,
      "'Opening'",
      "$",
      "$",
      at,
      shape(body),
      "$",
      ...enumerated("OPENING"),
    );
    add("IFCRELVOIDSELEMENT", guid(), owner, "$", "$", host.ref, ref);
    return { ref, at };
  }

  function fill(
    on: Placed,
    hole: Placed,
    type: "IFCDOOR" | "IFCWINDOW",
    name: string,
    size: Corner,
    operation = "SINGLE_SWING_LEFT",
  ): Placed {
    const more = isOld
      ? []
      : type === "IFCDOOR"
        ? [".DOOR.", `.${operation}.`, "$"]
        : [".WINDOW.", ".SINGLE_PANEL.", "$"];
    const body = shape(swept(extrude(rectangle(size[0], 50, [size[0] / 2, 25]), size[1])));
    const placed = product(on, type, name, body, placement(hole.at, [0, 0, 0]), real(size[1]), real(size[0]), ...more);
    add("IFCRELFILLSELEMENT", guid(), owner, "$", "$", hole.ref, placed.ref);
    return placed;
  }

  function space(on: Placed, number: string, name: string, corners: readonly Corner[], height: number): Ref {
    const at = placement(on.at, [0, 0, 0]);
    const kind = isOld ? ".INTERNAL." : ".SPACE.";
    const body = shape(swept(extrude(polygon(corners), height)));
    const ref = add("IFCSPACE", guid(), owner, text(number), "$", "$", at, body, text(name), ".ELEMENT.", kind, "$");
    spaces.get(on.ref)?.push(ref);
    return ref;
  }

  function slab(
    on: Placed,
    name: string,
    corners: readonly Corner[],
    thickness: number,
    holes: readonly (readonly Corner[])[] = [],
  ): Placed {
    const at = placement(on.at, [0, 0, -thickness]);
    return product(on, "IFCSLAB", name, shape(swept(extrude(polygon(corners, holes), thickness))), at, ".FLOOR.");
  }

  /** Faces of a body that need not be closed. */
  function faces(
    on: Placed,
    type: string,
    name: string,
    rings: readonly (readonly (readonly number[])[])[],
    ...more: readonly string[]
  ): Placed {
    const face = (corners: readonly (readonly number[])[]) =>
      add(
        "IFCFACE",
        list([add("IFCFACEOUTERBOUND", add("IFCPOLYLOOP", list(corners.map((corner) => point(...corner)))), ".T.")]),
      );
    const model = add("IFCFACEBASEDSURFACEMODEL", list([add("IFCCONNECTEDFACESET", list(rings.map(face)))]));
    return product(
      on,
      type,
      name,
      shape(represent("Body", "SurfaceModel", [model])),
      placement(on.at, [0, 0, 0]),
      ...more,
    );
  }

  function properties(of: readonly Ref[], name: string, values: Readonly<Record<string, string>>): void {
    const all = Object.entries(values).map(([key, value]) => add("IFCPROPERTYSINGLEVALUE", text(key), "$", value, "$"));
    const set = add("IFCPROPERTYSET", guid(), owner, text(name), "$", list(all));
    add("IFCRELDEFINESBYPROPERTIES", guid(), owner, "$", "$", list(of), set);
  }

  function material(of: readonly Ref[], name: string): void {
    const made = add("IFCMATERIAL", text(name), ...(isOld ? [] : ["$", "$"]));
    add("IFCRELASSOCIATESMATERIAL", guid(), owner, "$", "$", list(of), made);
  }

  function finish(): Buffer {
    for (const [on, refs] of inside) {
      if (refs.length > 0) add("IFCRELCONTAINEDINSPATIALSTRUCTURE", guid(), owner, "$", "$", list(refs), on);
    }
    for (const [on, refs] of spaces)
      if (refs.length > 0) add("IFCRELAGGREGATES", guid(), owner, "$", "$", on, list(refs));
    if (inside.size > 0) add("IFCRELAGGREGATES", guid(), owner, "$", "$", building, list([...inside.keys()]));
    const header = `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n`;
    return Buffer.from(`${header}${lines.join("\n")}\nENDSEC;\nEND-ISO-10303-21;\n`, "latin1");
  }

  return {
    add,
    axes,
    context,
    extrude,
    faces,
    fill,
    finish,
    guid,
    material,
    opening,
    owner,
    placement,
    polygon,
    product,
    properties,
    rectangle,
    shape,
    slab,
    space,
    storey,
    swept,
    isOld,
    wall,
    lines,
  };
}

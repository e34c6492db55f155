import { describe, expect, test } from "vitest";
import { parseIfcLines } from "../../../../kernel/parsers/ifc/ifc-lines.ts";
import { ifcSchemas } from "../../files/ifc-schemas.ts";
import { checkIds } from "./check-ids.ts";

// Each facet, restriction, cardinality, data type and schema, from the words of the IDS 1.0 documentation.

type Status = "pass" | "fail" | "invalid";
type Schema = "IFC2X3" | "IFC4" | "IFC4X3_ADD2";

const v = (text: string) => `<simpleValue>${text}</simpleValue>`;
const r = (base: string, ...parts: readonly (readonly [string, string])[]) =>
  `<xs:restriction base="xs:${base}">${parts.map(([kind, value]) => `<xs:${kind} value="${value}"/>`).join("")}</xs:restriction>`;
const el = (name: string, inner: string) => `<${name}>${inner}</${name}>`;
const entity = (name: string, kind?: string) =>
  el("entity", el("name", v(name)) + (kind === undefined ? "" : el("predefinedType", v(kind))));
const card = (cardinality?: string) => (cardinality === undefined ? "" : ` cardinality="${cardinality}"`);
const attribute = (name: string, value?: string, cardinality?: string) =>
  `<attribute${card(cardinality)}>${el("name", v(name))}${value === undefined ? "" : el("value", value)}</attribute>`;
const property = (dataType: string | undefined, value?: string, cardinality?: string, base = v("X")) =>
  `<property${dataType === undefined ? "" : ` dataType="${dataType}"`}${card(cardinality)}>${el("propertySet", v("P"))}${el("baseName", base)}${value === undefined ? "" : el("value", value)}</property>`;
const material = (value?: string, cardinality?: string) =>
  `<material${card(cardinality)}>${value === undefined ? "" : el("value", value)}</material>`;
const classification = (value?: string, cardinality?: string, system = v("Uniclass")) =>
  `<classification${card(cardinality)}>${value === undefined ? "" : el("value", value)}${el("system", system)}</classification>`;
const partOf = (whole: string, relation?: string, cardinality?: string) =>
  `<partOf${relation === undefined ? "" : ` relation="${relation}"`}${card(cardinality)}>${whole}</partOf>`;

const WALL = entity("IFCWALL");
const G = (n: number) => `'0000000000000000000${String(n).padStart(3, "0")}'`;
/** Line 1 of every file. */
const wall = (schema: Schema, name = "'W'", kind = "$", word = "$") =>
  schema === "IFC2X3"
    ? `IFCWALL(${G(1)},$,${name},$,${word},$,$,$)`
    : `IFCWALL(${G(1)},$,${name},$,${word},$,$,$,${kind})`;
/** Lines 2 to 4: a property of it. */
const held = (line: string, name = "P") => [
  line,
  `IFCPROPERTYSET(${G(3)},$,'${name}',$,(#2))`,
  `IFCRELDEFINESBYPROPERTIES(${G(4)},$,$,$,(#1),#3)`,
];
const single = (value: string) => held(`IFCPROPERTYSINGLEVALUE('X',$,${value},$)`);

async function answer(
  schema: Schema,
  requirements: string,
  lines: readonly string[],
  { applicability = WALL, occurs = "", versions = schema as string } = {},
): Promise<Status> {
  const data = lines.map((line, n) => `#${n + 1}=${line};`).join("\n");
  const file = `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`;
  const xml = `<?xml version="1.0" encoding="utf-8"?><ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>T</title></info><specifications><specification name="S" ifcVersion="${versions}"><applicability ${occurs}>${applicability}</applicability><requirements>${requirements}</requirements></specification></specifications></ids>`;
  return checkIds(xml, await parseIfcLines(Buffer.from(file)), ifcSchemas()).status;
}

const SCHEMAS: readonly Schema[] = ["IFC2X3", "IFC4", "IFC4X3_ADD2"];

type Case = readonly [what: string, requirements: string, lines: (schema: Schema) => readonly string[], due: Status];

const IN_EVERY_SCHEMA: readonly Case[] = [
  [
    "a name that is one of a list",
    attribute("Name", r("string", ["enumeration", "A"], ["enumeration", "W"])),
    (s) => [wall(s)],
    "pass",
  ],
  ["a name that is none of a list", attribute("Name", r("string", ["enumeration", "A"])), (s) => [wall(s)], "fail"],
  [
    "a name that fits a pattern whole",
    attribute("Name", r("string", ["pattern", "W[0-9]{2}"])),
    (s) => [wall(s, "'W01'")],
    "pass",
  ],
  [
    "a name that fits a pattern in part",
    attribute("Name", r("string", ["pattern", "W[0-9]{2}"])),
    (s) => [wall(s, "'XW01'")],
    "fail",
  ],
  [
    "a name of one of two patterns",
    attribute("Name", r("string", ["pattern", "A.*"], ["pattern", "W.*"])),
    (s) => [wall(s)],
    "pass",
  ],
  [
    "a name of the right length",
    attribute("Name", r("string", ["length", "3"])),
    (s) => [wall(s, "'W\\X2\\00FC\\X0\\1'")],
    "pass",
  ],
  [
    "a name that is too long",
    attribute("Name", r("string", ["minLength", "1"], ["maxLength", "2"])),
    (s) => [wall(s, "'W01'")],
    "fail",
  ],
  ["an empty name", attribute("Name"), (s) => [wall(s, "''")], "fail"],
  ["a name that may be missing and is", attribute("Name", v("W"), "optional"), (s) => [wall(s, "$")], "pass"],
  ["a name that may be missing and is another", attribute("Name", v("W"), "optional"), (s) => [wall(s, "'V'")], "fail"],
  ["a name that must not be and is not", attribute("Name", v("W"), "prohibited"), (s) => [wall(s, "'V'")], "pass"],
  [
    "a number within its bounds",
    property("IFCREAL", r("double", ["minInclusive", "1"], ["maxExclusive", "2"])),
    (s) => [wall(s), ...single("IFCREAL(1.)")],
    "pass",
  ],
  [
    "a number at a bound that is out",
    property("IFCREAL", r("double", ["minInclusive", "1"], ["maxExclusive", "2"])),
    (s) => [wall(s), ...single("IFCREAL(2.)")],
    "fail",
  ],
  ["a number written otherwise", property("IFCREAL", v("1e3")), (s) => [wall(s), ...single("IFCREAL(1000.)")], "pass"],
  ["a value of another data type", property("IFCLABEL", v("A")), (s) => [wall(s), ...single("IFCTEXT('A')")], "fail"],
  [
    "a truth as it is written",
    property("IFCBOOLEAN", v("true")),
    (s) => [wall(s), ...single("IFCBOOLEAN(.T.)")],
    "pass",
  ],
  ["a truth that is false", property("IFCBOOLEAN", v("true")), (s) => [wall(s), ...single("IFCBOOLEAN(.F.)")], "fail"],
  ["a truth in capitals", property("IFCBOOLEAN", v("TRUE")), (s) => [wall(s), ...single("IFCBOOLEAN(.T.)")], "invalid"],
  [
    "a truth that is unknown says nothing",
    property("IFCLOGICAL"),
    (s) => [wall(s), ...single("IFCLOGICAL(.U.)")],
    "fail",
  ],
  [
    "a whole number that is not whole",
    property("IFCINTEGER", v("4.5")),
    (s) => [wall(s), ...single("IFCINTEGER(4)")],
    "invalid",
  ],
  ["an empty text says nothing", property("IFCLABEL"), (s) => [wall(s), ...single("IFCLABEL('')")], "fail"],
  [
    "a property without a value",
    property("IFCLABEL"),
    (s) => [wall(s), ...held("IFCPROPERTYSINGLEVALUE('X',$,$,$)")],
    "fail",
  ],
  ["a property that must not be and is not", property(undefined, undefined, "prohibited"), (s) => [wall(s)], "pass"],
  [
    "any of the values of a list",
    property("IFCLABEL", v("B")),
    (s) => [wall(s), ...held("IFCPROPERTYLISTVALUE('X',$,(IFCLABEL('A'),IFCLABEL('B')),$)")],
    "pass",
  ],
  [
    "any of the values of an enumeration",
    property("IFCLABEL", v("C")),
    (s) => [wall(s), ...held("IFCPROPERTYENUMERATEDVALUE('X',$,(IFCLABEL('A'),IFCLABEL('B')),$)")],
    "fail",
  ],
  [
    "every property whose name fits",
    property("IFCLABEL", v("A"), undefined, r("string", ["pattern", "X.*"])),
    (s) => [
      wall(s),
      "IFCPROPERTYSINGLEVALUE('X1',$,IFCLABEL('A'),$)",
      `IFCPROPERTYSET(${G(3)},$,'P',$,(#2,#5))`,
      `IFCRELDEFINESBYPROPERTIES(${G(4)},$,$,$,(#1),#3)`,
      "IFCPROPERTYSINGLEVALUE('X2',$,IFCLABEL('B'),$)",
    ],
    "fail",
  ],
  [
    "a length in millimetres",
    property("IFCLENGTHMEASURE", v("2.5")),
    (s) => [
      wall(s),
      ...single("IFCLENGTHMEASURE(2500.)"),
      "IFCUNITASSIGNMENT((#6))",
      "IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)",
    ],
    "pass",
  ],
  [
    "a property of the wrong set",
    property("IFCLABEL", v("A")),
    (s) => [wall(s), ...held("IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('A'),$)", "Q")],
    "fail",
  ],
  [
    "an area as a quantity",
    `<property dataType="IFCAREAMEASURE">${el("propertySet", v("Q"))}${el("baseName", v("NetArea"))}${el("value", v("12"))}</property>`,
    (s) => [
      wall(s),
      s === "IFC2X3" ? "IFCQUANTITYAREA('NetArea',$,$,12.)" : "IFCQUANTITYAREA('NetArea',$,$,12.,$)",
      `IFCELEMENTQUANTITY(${G(3)},$,'Q',$,$,(#2))`,
      `IFCRELDEFINESBYPROPERTIES(${G(4)},$,$,$,(#1),#3)`,
    ],
    "pass",
  ],
  [
    "a material among layers",
    material(v("Brick")),
    (s) => [
      wall(s),
      s === "IFC2X3" ? "IFCMATERIAL('Brick')" : "IFCMATERIAL('Brick',$,$)",
      s === "IFC2X3" ? "IFCMATERIALLAYER(#2,100.,$)" : "IFCMATERIALLAYER(#2,100.,$,$,$,$,$)",
      s === "IFC2X3" ? "IFCMATERIALLAYERSET((#3),'L')" : "IFCMATERIALLAYERSET((#3),'L',$)",
      `IFCRELASSOCIATESMATERIAL(${G(5)},$,$,$,(#1),#4)`,
    ],
    "pass",
  ],
  [
    "a material that is another",
    material(r("string", ["enumeration", "Brick"], ["enumeration", "Stone"])),
    (s) => [
      wall(s),
      s === "IFC2X3" ? "IFCMATERIAL('Timber')" : "IFCMATERIAL('Timber',$,$)",
      `IFCRELASSOCIATESMATERIAL(${G(3)},$,$,$,(#1),#2)`,
    ],
    "fail",
  ],
  ["a material that may be missing and is", material(v("Brick"), "optional"), (s) => [wall(s)], "pass"],
  [
    "any material at all, where there must be none",
    material(undefined, "prohibited"),
    (s) => [
      wall(s),
      s === "IFC2X3" ? "IFCMATERIAL('Timber')" : "IFCMATERIAL('Timber',$,$)",
      `IFCRELASSOCIATESMATERIAL(${G(3)},$,$,$,(#1),#2)`,
    ],
    "fail",
  ],
  [
    "a code of a classification",
    classification(r("string", ["pattern", "EF_25_.*"])),
    (s) => [
      wall(s),
      s === "IFC2X3"
        ? "IFCCLASSIFICATION('x','2',$,'Uniclass')"
        : s === "IFC4"
          ? "IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$)"
          : "IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$)",
      s === "IFC2X3"
        ? "IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#2)"
        : "IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#2,$,$)",
      `IFCRELASSOCIATESCLASSIFICATION(${G(4)},$,$,$,(#1),#3)`,
    ],
    "pass",
  ],
  [
    "a code of another system",
    classification(undefined, undefined, v("OmniClass")),
    (s) => [
      wall(s),
      s === "IFC2X3" ? "IFCCLASSIFICATION('x','2',$,'Uniclass')" : "IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$)",
      s === "IFC2X3"
        ? "IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#2)"
        : "IFCCLASSIFICATIONREFERENCE($,'EF_25_10',$,#2,$,$)",
      `IFCRELASSOCIATESCLASSIFICATION(${G(4)},$,$,$,(#1),#3)`,
    ],
    "fail",
  ],
  ["no classification where there must be none", classification(undefined, "prohibited"), (s) => [wall(s)], "pass"],
  [
    "a part of a group",
    partOf(entity("IFCGROUP"), "IFCRELASSIGNSTOGROUP"),
    (s) => [wall(s), `IFCGROUP(${G(2)},$,'G',$,$)`, `IFCRELASSIGNSTOGROUP(${G(3)},$,$,$,(#1),$,#2)`],
    "pass",
  ],
  [
    "a part of a part",
    partOf(entity("IFCELEMENTASSEMBLY"), "IFCRELAGGREGATES"),
    (s) => [
      wall(s),
      `IFCSLAB(${G(2)},$,$,$,$,$,$,$,$)`,
      `IFCRELAGGREGATES(${G(3)},$,$,$,#2,(#1))`,
      `IFCELEMENTASSEMBLY(${G(4)},$,$,$,$,$,$,$,$,$)`,
      `IFCRELAGGREGATES(${G(5)},$,$,$,#4,(#2))`,
    ],
    "pass",
  ],
  [
    "in a storey, which its building is not by the same relation",
    partOf(entity("IFCBUILDING"), "IFCRELCONTAINEDINSPATIALSTRUCTURE"),
    (s) => [
      wall(s),
      `IFCBUILDINGSTOREY(${G(2)},$,$,$,$,$,$,$,.ELEMENT.,$)`,
      `IFCRELCONTAINEDINSPATIALSTRUCTURE(${G(3)},$,$,$,(#1),#2)`,
      `IFCBUILDING(${G(4)},$,$,$,$,$,$,$,.ELEMENT.,$,$,$)`,
      `IFCRELAGGREGATES(${G(5)},$,$,$,#4,(#2))`,
    ],
    "fail",
  ],
  [
    "in a storey, and by any relation in its building",
    partOf(entity("IFCBUILDING")),
    (s) => [
      wall(s),
      `IFCBUILDINGSTOREY(${G(2)},$,$,$,$,$,$,$,.ELEMENT.,$)`,
      `IFCRELCONTAINEDINSPATIALSTRUCTURE(${G(3)},$,$,$,(#1),#2)`,
      `IFCBUILDING(${G(4)},$,$,$,$,$,$,$,.ELEMENT.,$,$,$)`,
      `IFCRELAGGREGATES(${G(5)},$,$,$,#4,(#2))`,
    ],
    "pass",
  ],
  [
    "in a space, where there must be none",
    partOf(entity("IFCSPACE"), undefined, "prohibited"),
    (s) => [
      wall(s),
      `IFCSPACE(${G(2)},$,$,$,$,$,$,$,.ELEMENT.,$,$)`,
      `IFCRELCONTAINEDINSPATIALSTRUCTURE(${G(3)},$,$,$,(#1),#2)`,
    ],
    "fail",
  ],
  ["a relation that makes no parts", partOf(entity("IFCSPACE"), "IFCRELSPACEBOUNDARY"), (s) => [wall(s)], "invalid"],
];

describe.each(SCHEMAS)("in %s", (schema) => {
  test.each(IN_EVERY_SCHEMA)("%s", async (_what, requirements, lines, due) => {
    expect(await answer(schema, requirements, lines(schema))).toBe(due);
  });

  test("what is required must be there, what is optional need not, what is prohibited must not", async () => {
    const slab = `IFCSLAB(${G(1)},$,$,$,$,$,$,$,$)`;
    expect(await answer(schema, attribute("Name"), [slab], { occurs: 'minOccurs="1" maxOccurs="unbounded"' })).toBe(
      "fail",
    );
    expect(await answer(schema, attribute("Name"), [slab], { occurs: 'minOccurs="0" maxOccurs="unbounded"' })).toBe(
      "pass",
    );
    expect(await answer(schema, "", [slab], { occurs: 'minOccurs="0" maxOccurs="0"' })).toBe("pass");
    expect(await answer(schema, "", [wall(schema)], { occurs: 'minOccurs="0" maxOccurs="0"' })).toBe("fail");
  });

  test("a class is that class alone, and not those below it", async () => {
    const standard = wall(schema).replace("IFCWALL", "IFCWALLSTANDARDCASE");
    if (schema !== "IFC4X3_ADD2") expect(await answer(schema, attribute("Name"), [standard])).toBe("fail");
    const both = el("entity", el("name", r("string", ["enumeration", "IFCWALL"], ["enumeration", "IFCSLAB"])));
    expect(await answer(schema, attribute("Name"), [wall(schema)], { applicability: both })).toBe("pass");
  });
});

test("a kind of its own is told by its word, and a kind that the schema has by its name", async () => {
  for (const schema of ["IFC4", "IFC4X3_ADD2"] as const) {
    expect(await answer(schema, entity("IFCWALL", "SHEAR"), [wall(schema, "'W'", ".SHEAR.")])).toBe("pass");
    expect(await answer(schema, entity("IFCWALL", "SHEAR"), [wall(schema, "'W'", ".PARAPET.")])).toBe("fail");
    expect(await answer(schema, entity("IFCWALL", "GREEN"), [wall(schema, "'W'", ".USERDEFINED.", "'GREEN'")])).toBe(
      "pass",
    );
  }
});

test("a specification for several schemas is checked by what every one of them has", async () => {
  const versions = "IFC2X3 IFC4 IFC4X3_ADD2";
  expect(await answer("IFC4", attribute("Name", v("W")), [wall("IFC4")], { versions })).toBe("pass");
  expect(await answer("IFC4", attribute("PredefinedType"), [wall("IFC4")], { versions })).toBe("invalid");
  expect(await answer("IFC4", attribute("Name"), [wall("IFC4")], { versions: "IFC5" })).toBe("invalid");
});

test("what the type says holds until the occurrence says otherwise", async () => {
  const typed = (own: readonly string[]) => [
    wall("IFC4"),
    "IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('of the type'),$)",
    `IFCPROPERTYSET(${G(3)},$,'P',$,(#2))`,
    `IFCWALLTYPE(${G(4)},$,$,$,$,(#3),$,$,$,.SHEAR.)`,
    `IFCRELDEFINESBYTYPE(${G(5)},$,$,$,(#1),#4)`,
    ...own,
  ];
  const own = [
    "IFCPROPERTYSINGLEVALUE('X',$,IFCLABEL('its own'),$)",
    `IFCPROPERTYSET(${G(7)},$,'P',$,(#6))`,
    `IFCRELDEFINESBYPROPERTIES(${G(8)},$,$,$,(#1),#7)`,
  ];
  expect(await answer("IFC4", property("IFCLABEL", v("of the type")), typed([]))).toBe("pass");
  expect(await answer("IFC4", property("IFCLABEL", v("of the type")), typed(own))).toBe("fail");
  expect(await answer("IFC4", property("IFCLABEL", v("its own")), typed(own))).toBe("pass");
});

import { expect, test } from "vitest";
import { parseIfcLines } from "../../../../kernel/parsers/ifc/ifc-lines.ts";
import { ifcSchemas } from "../../files/ifc-schemas.ts";
import { checkIds } from "./check-ids.ts";

const v = (text: string) => `<simpleValue>${text}</simpleValue>`;
const r = (base: string, ...parts: readonly (readonly [string, string])[]) =>
  `<xs:restriction base="xs:${base}">${parts.map(([kind, value]) => `<xs:${kind} value="${value}"/>`).join("")}</xs:restriction>`;
const value = (inner = "") => (inner === "" ? "" : `<value>${inner}</value>`);
const entity = (name: string) => `<entity><name>${v(name)}</name></entity>`;
const property = (said: string, inner = "", set = v("P"), base = v("X")) =>
  `<property ${said}><propertySet>${set}</propertySet><baseName>${base}</baseName>${value(inner)}</property>`;
const typed = (dataType: string, inner: string) => property(`dataType="${dataType}"`, inner);
const attribute = (name: string, inner = "", said = "") =>
  `<attribute ${said}><name>${name}</name>${value(inner)}</attribute>`;

const IDS = (requirements: string, of = entity("IFCWALL"), version = "IFC4", info = "", occurs = "") =>
  `<ids xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>T</title>${info}</info><specifications><specification name="S" ifcVersion="${version}"><applicability ${occurs}>${of}</applicability><requirements>${requirements}</requirements></specification></specifications></ids>`;

async function answer(xml: string, lines: readonly string[], schema = "IFC4"): Promise<string> {
  const data = lines.map((line, n) => `#${n + 1}=${line};`).join("\n");
  const file = `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`;
  return checkIds(xml, await parseIfcLines(Buffer.from(file)), ifcSchemas()).status;
}

const WALL = "IFCWALL('0000000000000000000001',$,'W','D',$,$,$,$,$)";
/** A wall with one set of these properties, which are lines 4 and on. */
const having = (...properties: readonly string[]) => [
  WALL,
  `IFCPROPERTYSET('0000000000000000000002',$,'P',$,(${properties.map((_, n) => `#${n + 4}`).join(",")}))`,
  "IFCRELDEFINESBYPROPERTIES('0000000000000000000003',$,$,$,(#1),#2)",
  ...properties,
];
const single = (said: string, name = "X") => `IFCPROPERTYSINGLEVALUE('${name}',$,${said},$)`;

test("a range holds for every value of a list, and one value is enough for a single one", async () => {
  const list = having("IFCPROPERTYLISTVALUE('X',$,(IFCREAL(1.),IFCREAL(9.)),$)");
  const upTo = (most: string) => typed("IFCREAL", r("double", ["maxInclusive", most]));
  expect(await answer(IDS(upTo("9")), list)).toBe("pass");
  expect(await answer(IDS(upTo("5")), list)).toBe("fail");
  expect(await answer(IDS(typed("IFCREAL", v("9"))), list)).toBe("pass");
  expect(await answer(IDS(typed("IFCREAL", r("double", ["enumeration", "1"], ["enumeration", "2"]))), list)).toBe(
    "pass",
  );
});

test.each([
  ["3.", "4.", "pass"],
  ["$", "4.", "fail"],
  ["3.", "$", "fail"],
  ["2.", "3.", "fail"],
  ["3.", "5.", "pass"],
] as const)("more than 2 and up to 5 is asked of what lies from %s to %s: %s", async (lower, upper, due) => {
  const side = (said: string) => (said === "$" ? said : `IFCREAL(${said})`);
  const bounded = having(`IFCPROPERTYBOUNDEDVALUE('X',$,${side(upper)},${side(lower)},$,$)`);
  const asked = r("double", ["minExclusive", "2"], ["maxInclusive", "5"]);
  expect(await answer(IDS(typed("IFCREAL", asked)), bounded)).toBe(due);
});

test("dates and durations have ranges too", async () => {
  const after = (base: string, bound: string) => r(base, ["minInclusive", bound]);
  const opened = having(single("IFCDATE('2024-02-29')"));
  expect(await answer(IDS(typed("IFCDATE", after("date", "2024-02-29"))), opened)).toBe("pass");
  expect(await answer(IDS(typed("IFCDATE", after("date", "2024-03-01"))), opened)).toBe("fail");
  const lasting = having(single("IFCDURATION('PT36H')"));
  expect(await answer(IDS(typed("IFCDURATION", after("duration", "P1D"))), lasting)).toBe("pass");
  expect(await answer(IDS(typed("IFCDURATION", after("duration", "P2D"))), lasting)).toBe("fail");
  expect(await answer(IDS(typed("IFCDATE", after("date", "spring"))), opened)).toBe("invalid");
});

test("a boolean may be asked for by a digit", async () => {
  const off = having(single("IFCBOOLEAN(.F.)"));
  expect(await answer(IDS(typed("IFCBOOLEAN", v("0"))), off)).toBe("pass");
  expect(await answer(IDS(typed("IFCBOOLEAN", v("1"))), off)).toBe("fail");
  expect(await answer(IDS(typed("IFCBOOLEAN", v("False"))), off)).toBe("invalid");
});

test("a prohibited property may be in no set, and not even without a value", async () => {
  const never = property('cardinality="prohibited"', "", r("string", ["pattern", ".*"]));
  const two = [
    ...having(single("IFCLABEL('A')")),
    "IFCPROPERTYSET('0000000000000000000005',$,'Q',$,(#6))",
    single("IFCLABEL('B')", "Y"),
    "IFCRELDEFINESBYPROPERTIES('0000000000000000000007',$,$,$,(#1),#5)",
  ];
  expect(await answer(IDS(never), two)).toBe("fail");
  expect(await answer(IDS(never), having(single("$")))).toBe("fail");
  expect(await answer(IDS(never), having(single("IFCLABEL('A')", "Y")))).toBe("pass");
});

test("a prohibited value may be in none of the attributes", async () => {
  const any = r("string", ["enumeration", "Name"], ["enumeration", "Description"]);
  expect(await answer(IDS(attribute(any, v("W"), 'cardinality="prohibited"')), [WALL])).toBe("fail");
  expect(await answer(IDS(attribute(any, v("Z"), 'cardinality="prohibited"')), [WALL])).toBe("pass");
});

test("an attribute that a class does not have is missing, so it may be optional", async () => {
  const named = attribute(v("Name"), v("W"));
  const asked = attribute(v("IsMilestone"), v("true"), 'cardinality="optional"');
  expect(await answer(IDS(asked, named), [WALL])).toBe("pass");
});

test("an optional property may be missing, but not be empty", async () => {
  const perhaps = property('dataType="IFCLABEL" cardinality="optional"', v("A"));
  expect(await answer(IDS(perhaps), [WALL])).toBe("pass");
  expect(await answer(IDS(perhaps), having(single("$")))).toBe("fail");
  expect(await answer(IDS(perhaps), having(single("IFCLABEL('A')")))).toBe("pass");
});

test("measures of attributes are brought to the standard unit as those of properties are", async () => {
  const storey = [
    "IFCBUILDINGSTOREY('0000000000000000000001',$,$,$,$,$,$,$,.ELEMENT.,3500.)",
    "IFCUNITASSIGNMENT((#3))",
    "IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)",
  ];
  const at = (height: string) => IDS(attribute(v("Elevation"), v(height)), entity("IFCBUILDINGSTOREY"));
  expect(await answer(at("3.5"), storey)).toBe("pass");
  expect(await answer(at("3500"), storey)).toBe("fail");
});

test("the unit of a conductivity has a name of its own", async () => {
  const lines = [
    ...having(single("IFCTHERMALCONDUCTIVITYMEASURE(40.)")),
    "IFCUNITASSIGNMENT((#6))",
    "IFCDERIVEDUNIT((#7,#8),.THERMALCONDUCTANCEUNIT.,$,$)",
    "IFCDERIVEDUNITELEMENT(#9,1)",
    "IFCDERIVEDUNITELEMENT(#10,-1)",
    "IFCSIUNIT(*,.POWERUNIT.,.MILLI.,.WATT.)",
    "IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
  ];
  expect(await answer(IDS(typed("IFCTHERMALCONDUCTIVITYMEASURE", v("0.04"))), lines)).toBe("pass");
});

test("in IFC2X3 a class of equipment is told by the type of what stands there", async () => {
  const lines = (type: string) => [
    "IFCFLOWTERMINAL('0000000000000000000001',$,'T',$,$,$,$,$)",
    `${type}('0000000000000000000002',$,'T',$,$,$,$,$,$,.NOTDEFINED.)`,
    "IFCRELDEFINESBYTYPE('0000000000000000000003',$,$,$,(#1),#2)",
  ];
  const named = attribute(v("Name"), v("T"));
  const terminals = IDS(named, entity("IFCAIRTERMINAL"), "IFC2X3");
  expect(await answer(terminals, lines("IFCAIRTERMINALTYPE"), "IFC2X3")).toBe("pass");
  expect(await answer(terminals, lines("IFCLAMPTYPE"), "IFC2X3")).toBe("fail");
  const lamp = IDS(entity("IFCLAMP"), entity("IFCFLOWTERMINAL"), "IFC2X3");
  expect(await answer(lamp, lines("IFCLAMPTYPE"), "IFC2X3")).toBe("pass");
  expect(await answer(IDS(named, entity("IFCFLOWTERMINAL"), "IFC2X3"), lines("IFCLAMPTYPE"), "IFC2X3")).toBe("pass");
});

test.each([
  ["an optional attribute of any value", IDS(attribute(v("Name"), "", 'cardinality="optional"'))],
  ["an optional property of any kind", IDS(property('cardinality="optional"'))],
  ["an optional material of any name", IDS('<material cardinality="optional"/>')],
  [
    "an optional classification of any code",
    IDS(`<classification cardinality="optional"><system>${v("U")}</system></classification>`),
  ],
  [
    "an optional whole",
    IDS(`<partOf cardinality="optional" relation="IFCRELAGGREGATES">${entity("IFCSLAB")}</partOf>`),
  ],
  ["a value without its data type", IDS(property("", v("A")))],
  ["a prohibited value of a property", IDS(property('dataType="IFCLABEL" cardinality="prohibited"', v("A")))],
  ["a number asked of text", IDS(typed("IFCREAL", r("string", ["enumeration", "1"])))],
  ["a range of text", IDS(typed("IFCLABEL", r("string", ["minInclusive", "1"])))],
  ["a length of a number", IDS(typed("IFCREAL", r("double", ["length", "1"])))],
  ["a count that is not whole", IDS(typed("IFCCOUNTMEASURE", v("4.2")))],
  ["a day that is none", IDS(typed("IFCDATE", v("1.5.2024")))],
  ["digits counted", IDS(typed("IFCREAL", r("double", ["totalDigits", "3"])))],
  ["a cardinality of a class", IDS(entity("IFCWALL").replace("<entity>", '<entity cardinality="required">'))],
  ["an attribute that no facet has", IDS(property('datatype="IFCLABEL"'))],
  [
    "a system before its code",
    IDS(`<classification><system>${v("U")}</system><value>${v("A")}</value></classification>`),
  ],
  ["two classes to apply to", IDS("", entity("IFCWALL") + entity("IFCSLAB"))],
  ["an author who is no address", IDS("", undefined, undefined, "<author>Ada</author>")],
  ["a date of its own making", IDS("", undefined, undefined, "<date>May 2024</date>")],
  ["at most five", IDS("", undefined, undefined, undefined, 'minOccurs="1" maxOccurs="5"')],
])("%s makes an IDS invalid", async (_what, xml) => {
  expect(await answer(xml, having(single("IFCLABEL('A')")))).toBe("invalid");
});

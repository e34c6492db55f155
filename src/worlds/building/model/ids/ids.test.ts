import { expect, test } from "vitest";
import { parseIfcLines } from "../../../../kernel/parsers/ifc/ifc-lines.ts";
import { ifcSchemas } from "../../files/ifc-schemas.ts";
import { checkIds } from "./check-ids.ts";
import { matches } from "./matching.ts";
import { patternOf } from "./pattern.ts";

const file = (...lines: string[]) =>
  parseIfcLines(
    Buffer.from(
      `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n${lines.map((line, n) => `#${n + 1}=${line};`).join("\n")}\nENDSEC;\nEND-ISO-10303-21;\n`,
    ),
  );

const value = (text: string) => `<simpleValue>${text}</simpleValue>`;
const ids = (requirements: string, applicability = `<entity><name>${value("IFCWALL")}</name></entity>`, occurs = "") =>
  `<ids><info><title>T</title></info><specifications><specification name="S" ifcVersion="IFC4"><applicability ${occurs}>${applicability}</applicability><requirements>${requirements}</requirements></specification></specifications></ids>`;
const status = async (xml: string, ...lines: string[]) => checkIds(xml, await file(...lines), ifcSchemas()).status;

const WALL = "IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,'W',$,$,$,$,$,$)";
const predefined = (kind: string) =>
  `<entity><name>${value("IFCWALL")}</name><predefinedType>${value(kind)}</predefinedType></entity>`;

test("lines are read with escapes, comments, lists in lists and types of their own", async () => {
  const { schema, lines } = await file(
    "IFCX('it''s \\X2\\00FC\\X0\\', /* not; this */ (1,(2.5E-1,.T.)),$,*,IFCLABEL('a'),#7,\"0F\",-.5)",
  );
  expect({ schema, lines }).toEqual({
    schema: "IFC4",
    lines: [
      [
        1,
        "IFCX",
        [
          "it's ü",
          [1, [0.25, { word: "T" }]],
          null,
          { derived: true },
          { type: "IFCLABEL", value: "a" },
          { ref: 7 },
          { binary: "0F" },
          -0.5,
        ],
      ],
    ],
  });
});

test("a kind comes from the type, and from the occurrence where its type says none", async () => {
  const wall = (kind: string, word = "$") => `IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,$,$,${word},$,$,$,${kind})`;
  const type = "IFCWALLTYPE('2J464n_AnPNgUfYvzrChAh',$,$,$,$,$,$,$,$,.SHEAR.)";
  const relation = "IFCRELDEFINESBYTYPE('3NmyAazpzLq8cIG7JPLlM9',$,$,$,(#1),#2)";
  expect(await status(ids(predefined("SHEAR")), wall("$"), type, relation)).toBe("pass");
  expect(await status(ids(predefined("SHEAR")), wall(".NOTDEFINED."), type, relation)).toBe("pass");
  expect(await status(ids(predefined("SHEAR")), wall(".PARAPET."), type, relation)).toBe("pass");
  const open = type.replace(".SHEAR.", ".NOTDEFINED.");
  expect(await status(ids(predefined("PARAPET")), wall(".PARAPET."), open, relation)).toBe("pass");
  expect(await status(ids(predefined("WALDO")), wall(".USERDEFINED.", "'WALDO'"), open, relation)).toBe("pass");
});

test("a kind of its own answers to its word and to USERDEFINED", async () => {
  const wall = (word: string) => `IFCWALL('1hqIFTRjfV6AWq_bMtnZwI',$,$,$,${word},$,$,$,.USERDEFINED.)`;
  expect(await status(ids(predefined("WALDO")), wall("'WALDO'"))).toBe("pass");
  expect(await status(ids(predefined("USERDEFINED")), wall("'WALDO'"))).toBe("pass");
  expect(await status(ids(predefined("USERDEFINED")), wall("$"))).toBe("pass");
  expect(await status(ids(predefined("SHEAR")), wall("'WALDO'"))).toBe("fail");
});

test("units of the file are brought to those of the IDS, powers and kilograms included", async () => {
  const asked = (type: string, wanted: string) =>
    ids(
      `<property dataType="${type}"><propertySet>${value("P")}</propertySet><baseName>${value("X")}</baseName><value>${value(wanted)}</value></property>`,
    );
  const lines = (units: readonly string[], stated: string) => [
    WALL,
    `IFCPROPERTYSINGLEVALUE('X',$,${stated},$)`,
    "IFCPROPERTYSET('16MocU_IDOF8_x3Iqllz0d',$,'P',$,(#2))",
    "IFCRELDEFINESBYPROPERTIES('1xdwj8qGXK4hzoNbvMdXJW',$,$,$,(#1),#3)",
    "IFCUNITASSIGNMENT((#6))",
    ...units,
  ];
  const si = (kind: string, prefix: string, name: string) => `IFCSIUNIT(*,.${kind}.,.${prefix}.,.${name}.)`;
  const area = lines([si("AREAUNIT", "MILLI", "SQUARE_METRE")], "IFCAREAMEASURE(2000000.)");
  expect(await status(asked("IFCAREAMEASURE", "2"), ...area)).toBe("pass");
  const mass = lines([si("MASSUNIT", "KILO", "GRAM")], "IFCMASSMEASURE(3.)");
  expect(await status(asked("IFCMASSMEASURE", "3"), ...mass)).toBe("pass");
  const foot = lines(
    [
      "IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',#7)",
      "IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.3048),#8)",
      "IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
    ],
    "IFCLENGTHMEASURE(10.)",
  );
  expect(await status(asked("IFCLENGTHMEASURE", "3.048"), ...foot)).toBe("pass");
});

test("a prohibited specification fails where something passes all it asks for", async () => {
  const name = `<attribute><name>${value("Name")}</name><value>${value("W")}</value></attribute>`;
  const never = 'minOccurs="0" maxOccurs="0"';
  expect(await status(ids(name, undefined, never), WALL)).toBe("fail");
  expect(await status(ids(name, undefined, never), WALL.replace("'W'", "'Other'"))).toBe("pass");
  expect(await status(ids("", undefined, never), WALL)).toBe("fail");
});

test("a door is part of what it fills, through its opening", async () => {
  const part = `<partOf relation="IFCRELVOIDSELEMENT IFCRELFILLSELEMENT"><entity><name>${value("IFCWALL")}</name></entity></partOf>`;
  const door = `<entity><name>${value("IFCDOOR")}</name></entity>`;
  const lines = [
    WALL,
    "IFCOPENINGELEMENT('0eA6m4fELI9QBIhP3wiLAp',$,$,$,$,$,$,$,$)",
    "IFCDOOR('05rScmOVzMoQXOfbYdtLYj',$,$,$,$,$,$,$,$,$,$,$,$)",
    "IFCRELVOIDSELEMENT('3Agm079vPIYBL4JExVrhD5',$,$,$,#1,#2)",
    "IFCRELFILLSELEMENT('0BbkGoC6vPvRW13UT7D8zH',$,$,$,#2,#3)",
  ];
  expect(await status(ids(part, door), ...lines)).toBe("pass");
  expect(await status(ids(part, door), ...lines.slice(0, 4))).toBe("fail");
});

test.each([
  ["a class that the schema does not have", ids(`<entity><name>${value("IFCRABBIT")}</name></entity>`)],
  ["a class in small letters", ids(`<entity><name>${value("IfcWall")}</name></entity>`)],
  ["an inverse attribute", ids(`<attribute><name>${value("IsDefinedBy")}</name></attribute>`)],
  ["a facet that there is not", ids("<colour/>")],
  [
    "a data type that there is not",
    ids(
      `<property dataType="IFCFOO"><propertySet>${value("P")}</propertySet><baseName>${value("X")}</baseName></property>`,
    ),
  ],
  [
    "a pattern that cannot be understood",
    ids('<attribute><name><restriction base="string"><pattern value="[a-"/></restriction></name></attribute>'),
  ],
  ["no XML at all", "requirements: all"],
])("%s makes an IDS invalid", async (_what, xml) => {
  expect(await status(xml, WALL)).toBe("invalid");
});

test("patterns are those of XML Schema: for the whole text, with signs that mean nothing elsewhere", () => {
  expect(patternOf("[A-Z]{2}\\d")?.matches("AB1")).toBe(true);
  expect(patternOf("[A-Z]{2}\\d")?.matches("AB12")).toBe(false);
  expect(patternOf("\\w+")?.matches("Straße")).toBe(true);
  expect(patternOf("^a$")?.matches("a")).toBe(false);
  expect(patternOf("[a-z-[aeiou]]+")?.matches("xyz")).toBe(true);
  expect(patternOf("[a-z-[aeiou]]+")?.matches("xaz")).toBe(false);
  expect(patternOf("\\p{IsGreek}+[\\p{IsCyrillic}0-9]")?.matches("αβ7")).toBe(true);
  expect(patternOf("\\P{IsBasicLatin}")?.matches("a")).toBe(false);
  expect(patternOf("a.b")?.matches("a\nb")).toBe(false);
  expect(patternOf("(a+)+b")?.matches("a".repeat(50_000))).toBe(false);
});

test("numbers may lie a millionth apart, whole numbers may not", () => {
  const real = (number: number) => ({ kind: "real", type: "IFCREAL", value: number }) as const;
  expect(matches(real(1 + 1.9e-6), { simple: "1" })).toBe(true);
  expect(matches(real(1 + 2.1e-6), { simple: "1" })).toBe(false);
  expect(matches({ kind: "integer", type: "IFCINTEGER", value: 1_000_001 }, { simple: "1000000" })).toBe(false);
  expect(matches(real(5), { base: "double", enumeration: [], pattern: ["5"], bounds: {} })).toBe(false);
});

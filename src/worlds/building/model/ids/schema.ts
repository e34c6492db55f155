import { NAMED_BY_TYPE } from "./named-by-type.ts";

/** Editions that an IDS may name, and the schema that each stands for. */
const EDITIONS = { IFC2X3: "IFC2X3", IFC4: "IFC4", IFC4X3_ADD2: "IFC4X3" } as const;
export type Edition = keyof typeof EDITIONS;

export interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly isList: boolean;
}

/** What a value of some type is. Entities are referred to; a choice may be several of these. */
export type Kind = "string" | "integer" | "real" | "boolean" | "logical" | "enumeration" | "entity" | "choice";

/** One schema, by names in capitals. */
export interface IfcSchema {
  readonly entities: readonly string[];
  isEntity(name: string): boolean;
  /** In the order of a line of a file. */
  attributesOf(entity: string): readonly Attribute[];
  isA(entity: string, ancestor: string): boolean;
  /** Whether it is a class that lines of a file cannot have, since only the type of an occurrence tells it. */
  isNamedByType(entity: string): boolean;
  kindOf(type: string): Kind | undefined;
  /** What a choice can be, down to types that are none. */
  membersOf(choice: string): readonly string[];
}

export type IfcSchemas = (edition: string) => IfcSchema | undefined;

/** Types that hold whole numbers; the table of types knows only numbers. */
const WHOLE = new Set(
  [
    "IfcInteger",
    "IfcPositiveInteger",
    "IfcDimensionCount",
    "IfcIntegerCountRateMeasure",
    "IfcCountMeasure",
    "IfcCardinalPointReference",
    "IfcDaylightSavingHour",
    "IfcHourInDay",
    "IfcMinuteInHour",
    "IfcTimeStamp",
    "IfcDayInMonthNumber",
    "IfcDayInWeekNumber",
    "IfcMonthInYearNumber",
    "IfcYearNumber",
  ].map((name) => name.toUpperCase()),
);
const PLAIN: Readonly<Record<string, Kind>> = {
  NUMBER: "real",
  STRING: "string",
  BOOLEAN: "boolean",
  LOGICAL: "logical",
};

interface Tables {
  readonly parents: Map<string, string>;
  readonly own: Map<string, readonly Attribute[]>;
  readonly kinds: Map<string, Kind>;
  readonly choices: Map<string, readonly string[]>;
}

/** Reads the table that scripts/write-ifc-schemas.ts writes. */
export function parseSchemas(text: string): IfcSchemas {
  const all = new Map<string, IfcSchema>();
  let tables: Tables | undefined;
  for (const line of text.split("\n")) {
    const [sign, name = "", rest = "", more = ""] = line.split(" ");
    const key = name.toUpperCase();
    if (sign === "schema") {
      tables = { parents: new Map(), own: new Map(), kinds: new Map(), choices: new Map() };
      all.set(name, schemaOf(tables, name === "IFC2X3" ? NAMED_BY_TYPE : new Map()));
    } else if (sign === "E") {
      tables?.parents.set(key, rest.toUpperCase());
      tables?.own.set(key, attributesIn(more));
      tables?.kinds.set(key, "entity");
    } else if (sign === "T")
      tables?.kinds.set(key, WHOLE.has(key) ? "integer" : (PLAIN[rest.toUpperCase()] ?? "string"));
    else if (sign === "N") tables?.kinds.set(key, "enumeration");
    else if (sign === "S") {
      tables?.kinds.set(key, "choice");
      tables?.choices.set(
        key,
        rest.split(",").map((one) => one.toUpperCase()),
      );
    }
  }
  return (edition) => {
    const wanted = edition.toUpperCase();
    return all.get(EDITIONS[wanted as Edition] ?? (wanted.startsWith("IFC4X3") ? "IFC4X3" : wanted));
  };
}

function attributesIn(text: string): Attribute[] {
  if (text === "") return [];
  return text.split(",").map((one) => {
    const [name = "", type = ""] = one.split(":");
    return { name, type: type.replace("[]", "").toUpperCase(), isList: type.endsWith("[]") };
  });
}

function schemaOf({ parents, own, kinds, choices }: Tables, named: ReadonlyMap<string, string>): IfcSchema {
  for (const [name, general] of named) {
    parents.set(name, general);
    kinds.set(name, "entity");
  }
  const attributes = new Map<string, readonly Attribute[]>();
  let entities: readonly string[] | undefined;
  function attributesOf(entity: string): readonly Attribute[] {
    const known = attributes.get(entity);
    if (known !== undefined) return known;
    const parent = parents.get(entity);
    const all = parent === undefined ? [] : [...attributesOf(parent), ...(own.get(entity) ?? [])];
    attributes.set(entity, all);
    return all;
  }
  function membersOf(choice: string): readonly string[] {
    return (choices.get(choice) ?? []).flatMap((one) => (choices.has(one) ? membersOf(one) : [one]));
  }
  return {
    get entities() {
      entities ??= [...parents.keys()].sort();
      return entities;
    },
    isEntity: (name) => parents.has(name),
    attributesOf,
    isNamedByType: (entity) => named.has(entity),
    isA(entity, ancestor) {
      for (let one: string | undefined = entity; one !== undefined; one = parents.get(one)) {
        if (one === ancestor) return true;
      }
      return false;
    },
    kindOf: (type) => PLAIN[type] ?? kinds.get(type),
    membersOf,
  };
}

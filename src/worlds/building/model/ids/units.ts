import type { IfcLineValue } from "../../../../kernel/index.ts";
import type { IfcGraph, Instance } from "./ifc-graph.ts";
import { plainOf } from "./ifc-graph.ts";

const PREFIXES: Readonly<Record<string, number>> = {
  EXA: 1e18,
  PETA: 1e15,
  TERA: 1e12,
  GIGA: 1e9,
  MEGA: 1e6,
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 1e1,
  DECI: 1e-1,
  CENTI: 1e-2,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
  PICO: 1e-12,
  FEMTO: 1e-15,
  ATTO: 1e-18,
};

/** From a unit to the one of the international system. */
interface Factor {
  readonly factor: number;
  readonly offset: number;
}
const ITSELF: Factor = { factor: 1, offset: 0 };

/** Measures whose unit is that of another. */
const SHARED: Readonly<Record<string, string>> = {
  POSITIVELENGTH: "LENGTH",
  NONNEGATIVELENGTH: "LENGTH",
  POSITIVEPLANEANGLE: "PLANEANGLE",
  THERMALCONDUCTIVITY: "THERMALCONDUCTANCE",
};

export type Units = ReturnType<typeof createUnits>;

/** Brings measures of a file to the units in which an IDS states its values. */
export function createUnits(graph: IfcGraph) {
  const assigned = new Map<string, Factor>();
  for (const assignment of graph.ofType("IFCUNITASSIGNMENT")) {
    for (const unit of graph.many(assignment, "Units")) {
      const kind = word(graph.get(unit, "UnitType"));
      if (kind !== undefined) assigned.set(kind, factorOf(graph, unit));
    }
  }
  return {
    toStandard(value: number, type: string, own: Instance | undefined): number {
      const measure = /^IFC(.*)MEASURE$/.exec(type)?.[1];
      if (measure === undefined) return value;
      const unit = own === undefined ? assigned.get(`${SHARED[measure] ?? measure}UNIT`) : factorOf(graph, own);
      const { factor, offset } = unit ?? ITSELF;
      return value * factor + offset;
    },
  };
}

function factorOf(graph: IfcGraph, unit: Instance): Factor {
  switch (unit.type) {
    case "IFCSIUNIT":
      return siFactor(graph, unit);
    case "IFCCONVERSIONBASEDUNIT":
    case "IFCCONVERSIONBASEDUNITWITHOFFSET": {
      const per = graph.one(unit, "ConversionFactor");
      const value = per && plainOf(graph.get(per, "ValueComponent") ?? null);
      const component = per && graph.one(per, "UnitComponent");
      const inner = component === undefined ? ITSELF : factorOf(graph, component);
      const factor = (typeof value === "number" ? value : 1) * inner.factor;
      const offset = graph.get(unit, "ConversionOffset");
      return { factor, offset: typeof offset === "number" ? offset * factor : inner.offset };
    }
    case "IFCDERIVEDUNIT":
      return { factor: derivedFactor(graph, unit), offset: 0 };
    default:
      return ITSELF;
  }
}

function siFactor(graph: IfcGraph, unit: Instance): Factor {
  const [prefix, name] = [word(graph.get(unit, "Prefix")), word(graph.get(unit, "Name"))];
  const scale = PREFIXES[prefix ?? ""] ?? 1;
  if (name === "SQUARE_METRE") return { factor: scale ** 2, offset: 0 };
  if (name === "CUBIC_METRE") return { factor: scale ** 3, offset: 0 };
  // The unit of mass is the kilogram.
  if (name === "GRAM") return { factor: scale / 1000, offset: 0 };
  return { factor: scale, offset: name === "DEGREE_CELSIUS" ? 273.15 : 0 };
}

function derivedFactor(graph: IfcGraph, unit: Instance): number {
  return graph.many(unit, "Elements").reduce((product, element) => {
    const [part, exponent] = [graph.one(element, "Unit"), graph.get(element, "Exponent")];
    return part === undefined ? product : product * factorOf(graph, part).factor ** Number(exponent ?? 1);
  }, 1);
}

function word(value: IfcLineValue | undefined): string | undefined {
  return value !== null && typeof value === "object" && "word" in value ? value.word : undefined;
}

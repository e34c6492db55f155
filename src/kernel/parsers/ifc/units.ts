import { IFCPROJECT, IFCUNITASSIGNMENT } from "web-ifc";
import type { Line, Lines } from "./lines.ts";

const PREFIXES: Readonly<Record<string, number>> = {
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 1e1,
  DECI: 1e-1,
  CENTI: 1e-2,
  MILLI: 1e-3,
  MICRO: 1e-6,
};
const DEPTH_MAX = 5;

/** How many millimetres the file's unit of length has. A file that names none counts in metres. */
export function lengthUnitMm(lines: Lines): number {
  const [project] = lines.ofType(IFCPROJECT);
  const assignment = project?.ref("UnitsInContext") ?? lines.ofType(IFCUNITASSIGNMENT)[0];
  const unit = assignment?.refs("Units").find((one) => one.text("UnitType") === "LENGTHUNIT");
  const metres = unit === undefined ? 1 : metresOf(unit, 0);
  if (metres === null || !(metres > 0)) throw new Error("a unit of length without a size");
  return metres * 1000;
}

/** Of an SI unit, or of one that is defined by another: a foot by so many metres. */
function metresOf(unit: Line, depth: number): number | null {
  if (unit.type === "IfcSIUnit") {
    const prefix = unit.text("Prefix");
    return prefix === null ? 1 : (PREFIXES[prefix] ?? null);
  }
  const measure = unit.ref("ConversionFactor");
  const base = measure?.ref("UnitComponent") ?? null;
  const factor = measure?.number("ValueComponent") ?? null;
  const metres = base === null || depth > DEPTH_MAX ? null : metresOf(base, depth + 1);
  return metres === null || factor === null ? null : metres * factor;
}

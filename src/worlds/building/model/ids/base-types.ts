import { BOUNDS, type Constraint, LENGTHS } from "./document.ts";
import type { IfcSchema } from "./schema.ts";

interface Base {
  /** How a value of it is written. */
  readonly written: RegExp;
  readonly hasBounds: boolean;
  readonly hasLengths: boolean;
  readonly hasEnumeration: boolean;
}

const ZONE = "(?:Z|[+-]\\d{2}:\\d{2})?";
const DAY = "\\d{4}-\\d{2}-\\d{2}";
const HOUR = "\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?";
const text = { hasBounds: false, hasLengths: true, hasEnumeration: true };
const measured = { hasBounds: true, hasLengths: false, hasEnumeration: true };

/** The types of XML Schema that a restriction may start from. */
const BASES: Readonly<Record<string, Base>> = {
  string: { written: /^/, ...text },
  anyURI: { written: /^\S+$/, ...text },
  boolean: { written: /^(?:true|false|0|1)$/, hasBounds: false, hasLengths: false, hasEnumeration: false },
  integer: { written: /^[-+]?\d+$/, ...measured },
  double: { written: /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|NaN|[-+]INF)$/, ...measured },
  date: { written: new RegExp(`^${DAY}${ZONE}$`), ...measured },
  dateTime: { written: new RegExp(`^${DAY}T${HOUR}${ZONE}$`), ...measured },
  time: { written: new RegExp(`^${HOUR}${ZONE}$`), ...measured },
  duration: {
    written: /^[-+]?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
    ...measured,
  },
};

/** Types of IFC that are written as text, but not as any text. */
const OWN_BASE: Readonly<Record<string, string>> = {
  IFCDATE: "date",
  IFCDATETIME: "dateTime",
  IFCTIME: "time",
  IFCDURATION: "duration",
  IFCURIREFERENCE: "anyURI",
};

/** What values of a type of IFC are restricted from; none where they are objects, or could be. */
export function basesOf(schema: IfcSchema, type: string): readonly string[] {
  const own = OWN_BASE[type];
  if (own !== undefined) return [own];
  // The table of attributes does not tell whole numbers from others.
  if (type === "NUMBER") return ["double", "integer"];
  const kind = schema.kindOf(type);
  if (kind === undefined || kind === "entity") return [];
  if (kind === "choice") {
    const members = schema.membersOf(type).map((one) => basesOf(schema, one));
    return members.every((one) => one.length > 0) ? members.flat() : [];
  }
  if (kind === "real") return ["double"];
  return [kind === "integer" || kind === "boolean" ? kind : "string"];
}

/** Whether what is asked for can be said by a value of one of these types. */
export function fitsBases(bases: readonly string[], constraint: Constraint): boolean {
  if ("simple" in constraint) return bases.some((base) => isWritten(base, constraint.simple));
  const base = bases.find((one) => one.toLowerCase() === constraint.base.toLowerCase());
  const rules = base === undefined ? undefined : BASES[base];
  if (base === undefined || rules === undefined) return false;
  const { enumeration, bounds } = constraint;
  const [limits, lengths] = [[...BOUNDS], [...LENGTHS]].map((names) => names.filter((one) => one in bounds));
  if (enumeration.length > 0 && !rules.hasEnumeration) return false;
  if ((limits?.length ?? 0) > 0 && !rules.hasBounds) return false;
  if ((lengths?.length ?? 0) > 0 && !rules.hasLengths) return false;
  return [...enumeration, ...(limits ?? []).map((one) => bounds[one] ?? "")].every((one) => isWritten(base, one));
}

function isWritten(base: string, value: string): boolean {
  return BASES[base]?.written.test(value) === true;
}

const SECONDS = [31_556_952, 2_629_746, 86_400, 3_600, 60, 1];

/** A moment, or a length of time, as a number that can be compared with others of its kind; undefined where it is none. */
export function timeOf(value: string): number | undefined {
  if (isWritten("duration", value)) {
    const [days = "", hours = ""] = value.replace(/^[-+]?P/, "").split("T");
    const part = (of: string, sign: string) => Number(new RegExp(`([\\d.]+)${sign}`).exec(of)?.[1] ?? 0);
    const parts = [part(days, "Y"), part(days, "M"), part(days, "D"), part(hours, "H"), part(hours, "M")];
    const seconds = [...parts, part(hours, "S")].reduce((sum, one, at) => sum + one * (SECONDS[at] ?? 0), 0);
    return value.startsWith("-") ? -seconds : seconds;
  }
  const [day, hour] = [isWritten("date", value), isWritten("time", value)];
  if (!day && !hour && !isWritten("dateTime", value)) return undefined;
  // What names no zone is taken as of one and the same.
  const zone = /(?:Z|[+-]\d{2}:\d{2})$/.exec(day ? value.slice(10) : value)?.[0] ?? "";
  const local = zone === "" ? value : value.slice(0, -zone.length);
  const moment = Date.parse(`${hour ? "1970-01-01T" : ""}${local}${day ? "T00:00:00" : ""}${zone || "Z"}`);
  return Number.isNaN(moment) ? undefined : moment;
}

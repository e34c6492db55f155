import type { IfcLines, IfcLineValue, Json } from "../../../../kernel/index.ts";
import { type Element, measure, text } from "../element.ts";
import { levelOf } from "../shape/levels.ts";
import type { BranchState } from "../state/branch-state.ts";
import { toMm } from "../units.ts";

const CLASSES: Partial<Record<Element["type"], string>> = {
  wall: "IFCWALL",
  door: "IFCDOOR",
  window: "IFCWINDOW",
  floor: "IFCSLAB",
  roof: "IFCROOF",
  room: "IFCSPACE",
  column: "IFCCOLUMN",
  beam: "IFCBEAM",
  stair: "IFCSTAIR",
  opening: "IFCOPENINGELEMENT",
  level: "IFCBUILDINGSTOREY",
};

/** Parameters that a property set of the standard has a place for: set, property, data type. */
const STANDARD: Partial<Record<Element["type"], Readonly<Record<string, readonly [string, string, string]>>>> = {
  wall: {
    is_exterior: ["Pset_WallCommon", "IsExternal", "IFCBOOLEAN"],
    fire_rating: ["Pset_WallCommon", "FireRating", "IFCLABEL"],
    acoustic_rating: ["Pset_WallCommon", "AcousticRating", "IFCLABEL"],
  },
  door: {
    fire_rating: ["Pset_DoorCommon", "FireRating", "IFCLABEL"],
    is_accessible: ["Pset_DoorCommon", "HandicapAccessible", "IFCBOOLEAN"],
  },
  window: { u_value: ["Pset_WindowCommon", "ThermalTransmittance", "IFCTHERMALTRANSMITTANCEMEASURE"] },
  floor: { fire_rating: ["Pset_SlabCommon", "FireRating", "IFCLABEL"] },
  stair: {
    risers: ["Pset_StairCommon", "NumberOfRiser", "IFCCOUNTMEASURE"],
    riser_height: ["Pset_StairCommon", "RiserHeight", "IFCPOSITIVELENGTHMEASURE"],
    tread_depth: ["Pset_StairCommon", "TreadLength", "IFCPOSITIVELENGTHMEASURE"],
  },
};

/** A branch as lines of an IFC4 file, as far as an IDS can ask about it: no geometry, lengths in millimetres. */
export function linesOfModel(state: BranchState): { lines: IfcLines; idOf: ReadonlyMap<number, string> } {
  const lines: [number, string, readonly IfcLineValue[]][] = [];
  const idOf = new Map<number, string>();
  const add = (type: string, ...values: readonly IfcLineValue[]): { readonly ref: number } => {
    lines.push([lines.length + 1, type, values]);
    return { ref: lines.length };
  };
  const derivedGuid = () => ifcGuid((lines.length + 1).toString(16).padStart(32, "0"));
  const unit = add("IFCSIUNIT", { derived: true }, { word: "LENGTHUNIT" }, { word: "MILLI" }, { word: "METRE" });
  add("IFCUNITASSIGNMENT", [unit]);
  const refs = new Map<string, { readonly ref: number }>();
  for (const element of [...state.all()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const type = text(element, "ifc_type")?.toUpperCase() ?? CLASSES[element.type];
    if (type === undefined) continue;
    const ref = add(type, ...headOf(element, type));
    refs.set(element.id, ref);
    idOf.set(ref.ref, element.id);
    for (const [set, properties] of setsOf(element)) {
      const made = properties.map(([name, value]) => add("IFCPROPERTYSINGLEVALUE", name, null, value, null));
      const whole = add("IFCPROPERTYSET", derivedGuid(), null, set, null, made);
      add("IFCRELDEFINESBYPROPERTIES", derivedGuid(), null, null, null, [ref], whole);
    }
    const material = text(element, "material");
    if (material !== undefined) {
      const made = add("IFCMATERIAL", material, null, null);
      add("IFCRELASSOCIATESMATERIAL", derivedGuid(), null, null, null, [ref], made);
    }
  }
  for (const [id, ref] of refs) {
    const element = state.get(id);
    const level = element && element.type !== "level" ? refs.get(levelOf(state, element)?.id ?? "") : undefined;
    if (level === undefined) continue;
    // Spaces are parts of their storey; everything else stands in it.
    if (element?.type === "room") add("IFCRELAGGREGATES", derivedGuid(), null, null, null, level, [ref]);
    else add("IFCRELCONTAINEDINSPATIALSTRUCTURE", derivedGuid(), null, null, null, [ref], level);
  }
  return { lines: { schema: "IFC4", lines }, idOf };
}

/** The attributes that every object has, and sizes of doors and windows. */
function headOf(element: Element, type: string): readonly IfcLineValue[] {
  const [name, guid] = [text(element, "name") ?? null, text(element, "ifc_guid") ?? ifcGuid(element.id)];
  const head = [guid, null, name, null, null];
  if (type !== "IFCDOOR" && type !== "IFCWINDOW") return head;
  if (element.type === "mesh") return head;
  return [...head, null, null, null, toMm(measure(element, "height")), toMm(measure(element, "width"))];
}

type Stated = readonly [name: string, value: IfcLineValue];

function setsOf(element: Element): ReadonlyMap<string, readonly Stated[]> {
  const sets = new Map<string, Stated[]>();
  const state = (set: string, name: string, value: IfcLineValue) => {
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [[name, value]]);
    else known.push([name, value]);
  };
  const given = element.parameters.properties as Readonly<Record<string, Readonly<Record<string, Json>>>> | undefined;
  for (const [set, properties] of Object.entries(given ?? {})) {
    if (properties === null || typeof properties !== "object") continue;
    for (const [name, value] of Object.entries(properties)) state(set, name, typedOf(value));
  }
  for (const [parameter, [set, name, type]] of Object.entries(STANDARD[element.type] ?? {})) {
    const value = element.parameters[parameter];
    if (value !== undefined && given?.[set]?.[name] === undefined) state(set, name, stated(value, type));
  }
  return sets;
}

function stated(value: Json, type: string): IfcLineValue {
  if (typeof value === "boolean") return { type, value: { word: value ? "T" : "F" } };
  if (type === "IFCLABEL") return { type, value: String(value) };
  return { type, value: type === "IFCPOSITIVELENGTHMEASURE" ? toMm(Number(value)) : Number(value) };
}

/** What came from a file has lost the name of its type: text, number and truth are told apart, and no more. */
function typedOf(value: Json): IfcLineValue {
  if (typeof value === "boolean") return { type: "IFCBOOLEAN", value: { word: value ? "T" : "F" } };
  if (typeof value === "number") return { type: Number.isInteger(value) ? "IFCINTEGER" : "IFCREAL", value };
  return typeof value === "string" ? { type: "IFCLABEL", value } : null;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";

function ifcGuid(uuid: string): string {
  let number = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let guid = "";
  for (let n = 0; n < 22; n += 1) {
    guid = (DIGITS[Number(number & 63n)] ?? "0") + guid;
    number >>= 6n;
  }
  return guid;
}

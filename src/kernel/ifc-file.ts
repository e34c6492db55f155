import type { Json } from "./json.ts";

export type IfcSchema = "IFC2X3" | "IFC4" | "IFC4X3";

/** Names that programs declare for editions whose instances are laid out alike. Other editions of IFC4X3 are not. */
const SCHEMA_OF: Readonly<Record<string, IfcSchema>> = {
  IFC2X3: "IFC2X3",
  IFC2X3_TC1: "IFC2X3",
  IFC2X3_FINAL: "IFC2X3",
  IFC4: "IFC4",
  IFC4_ADD1: "IFC4",
  IFC4_ADD2: "IFC4",
  IFC4_ADD2_TC1: "IFC4",
  IFC4X3: "IFC4X3",
  IFC4X3_TC1: "IFC4X3",
  IFC4X3_ADD1: "IFC4X3",
  IFC4X3_ADD2: "IFC4X3",
};

/** The schema that a file declares by one of its names; undefined where it is none that is read. */
export function ifcSchemaOf(declared: string): IfcSchema | undefined {
  return SCHEMA_OF[declared.trim().toUpperCase()];
}

/** In millimetres of the file's own world. */
export type IfcPoint = readonly [number, number, number];

/** Twelve numbers: the x, y and z axis of a frame, then its origin in millimetres. */
export type IfcFrame = readonly number[];

/** What is swept, in the plane of its frame. */
export type IfcProfile =
  | { readonly shape: "rectangle"; readonly width: number; readonly depth: number }
  | { readonly shape: "circle"; readonly radius: number }
  | {
      readonly shape: "polygon";
      readonly outer: readonly (readonly [number, number])[];
      readonly inner: readonly (readonly (readonly [number, number])[])[];
    };

/** A straight extrusion: the one kind of body that says by which numbers it was made. */
export interface IfcExtrusion {
  readonly profile: IfcProfile;
  readonly frame: IfcFrame;
  /** Where it goes, in the world, of length one. */
  readonly direction: IfcPoint;
  readonly depth: number;
}

/** Triangles, in the world. Vertices stand one after the other, three numbers each; so do triangles. */
export interface IfcMesh {
  readonly vertices: readonly number[];
  readonly triangles: readonly number[];
}

/** A project, site, building, storey or another part of the spatial structure. */
export interface IfcPlace {
  readonly id: number;
  readonly type: string;
  readonly guid: string;
  readonly name: string | null;
  readonly parent: number | null;
  /** Of its origin, in the world. */
  readonly elevation: number;
  readonly properties: IfcProduct["properties"];
}

/** Something that is built, or a space or an opening. */
export interface IfcProduct {
  readonly id: number;
  readonly type: string;
  readonly guid: string;
  readonly name: string | null;
  readonly longName: string | null;
  readonly description: string | null;
  readonly objectType: string | null;
  readonly tag: string | null;
  readonly predefinedType: string | null;
  /** How a door or window is opened. */
  readonly operation: string | null;
  /** Of a door or window, in millimetres. */
  readonly overallWidth: number | null;
  readonly overallHeight: number | null;
  /** The place it stands in, its own or that of what it belongs to. */
  readonly place: number | null;
  /** The product that it is a part of. */
  readonly partOf: number | null;
  /** What an opening is cut from. */
  readonly voids: number | null;
  /** The opening that it fills. */
  readonly fills: number | null;
  /** Its body, where that consists of straight extrusions and of nothing else. */
  readonly body: readonly IfcExtrusion[] | null;
  /** Both ends of its axis, where that is a straight line. */
  readonly axis: readonly [IfcPoint, IfcPoint] | null;
  /** Its body as the engine built it, with its openings cut; null where it has none. */
  readonly mesh: IfcMesh | null;
  /** By the name of their set; of the type first, and then its own. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly materials: readonly string[];
}

/** What an IFC file says, in plain data. */
export interface IfcFile {
  readonly schema: IfcSchema;
  /** How many instances it holds. */
  readonly entities: number;
  /** How many of each type, without subtypes. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many instances it names and does not hold. */
  readonly missing: number;
  readonly projectGuid: string | null;
  readonly projectName: string | null;
  readonly places: readonly IfcPlace[];
  readonly products: readonly IfcProduct[];
}

/** A value as a line of the file writes it. A typed value names its type in capitals. */
export type IfcLineValue =
  | null
  | string
  | number
  | { readonly word: string }
  | { readonly ref: number }
  | { readonly type: string; readonly value: IfcLineValue }
  | { readonly binary: string }
  | { readonly derived: true }
  | readonly IfcLineValue[];

/** Every line of a file: its number, its type in capitals, its values. */
export interface IfcLines {
  /** As the header declares it. */
  readonly schema: string;
  readonly lines: readonly (readonly [number, string, readonly IfcLineValue[]])[];
}

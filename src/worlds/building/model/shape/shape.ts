import { hashOf, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { Point } from "../element.ts";

export type Ring = readonly Point[];
export type Vector = readonly [number, number, number];

/** How a solid is made, in metres, in its own place. It is data: the same shape has the same key, and the same solid. */
export type Shape = JsonObject &
  (
    | {
        /** Outlines in plan, holes among them, raised by a height from zero. */
        readonly op: "extrude";
        readonly rings: readonly Ring[];
        readonly height: number;
      }
    | {
        /** Outlines in elevation (x along, y up), as thick as said and half of it on each side of the x axis. */
        readonly op: "stand";
        readonly rings: readonly Ring[];
        readonly depth: number;
      }
    | {
        /** Outlines of a cross section (x across, y up), drawn along the x axis. */
        readonly op: "along";
        readonly rings: readonly Ring[];
        readonly length: number;
      }
    | {
        /** What lies where normal · point ≥ offset, for every plane. */
        readonly op: "trim";
        readonly shape: Shape;
        readonly planes: readonly Plane[];
      }
    | { readonly op: "place"; readonly shape: Shape; readonly at: Placement }
    | { readonly op: "union"; readonly shapes: readonly Shape[] }
    | { readonly op: "subtract" | "intersect"; readonly a: Shape; readonly b: Shape }
    | {
        /** Triangles that were brought in, by the hash of their bytes. */
        readonly op: "mesh";
        readonly sha256: string;
      }
  );

export interface Plane extends JsonObject {
  readonly normal: Vector;
  readonly offset: number;
}

/** Turned about the vertical by degrees, then moved. */
export interface Placement extends JsonObject {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly degrees: number;
}

/** A solid and where it stands. */
export interface Placed {
  readonly shape: Shape;
  readonly at: Placement;
}

export const HERE: Placement = { x: 0, y: 0, z: 0, degrees: 0 };

/** What a shape is known by: solids are kept under it. */
export function keyOf(shape: Shape): string {
  return hashOf(shape as Json);
}

/** As one shape, where it stands. */
export function placed({ shape, at }: Placed): Shape {
  return { op: "place", shape, at };
}

import type { IfcFrame, IfcPoint } from "../../ifc-file.ts";
import type { Line } from "./lines.ts";

export const WORLD: IfcFrame = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** Placements that name each other would never end. */
const DEPTH_MAX = 200;

type Vector = readonly [number, number, number];

/** The frame of a local placement in the world, in millimetres; null where it is of a kind that is not followed. */
export function frameOfPlacement(placement: Line | null, unitMm: number, depth = 0): IfcFrame | null {
  if (placement === null) return WORLD;
  if (placement.type !== "IfcLocalPlacement" || depth > DEPTH_MAX) return null;
  const outer = frameOfPlacement(placement.ref("PlacementRelTo"), unitMm, depth + 1);
  const own = frameOfAxes(placement.ref("RelativePlacement"), unitMm);
  return outer === null || own === null ? null : within(outer, own);
}

/** The frame that IfcAxis2Placement2D or 3D describes; the world where there is none. */
export function frameOfAxes(axes: Line | null, unitMm: number): IfcFrame | null {
  if (axes === null) return WORLD;
  const origin = vectorOf(axes.ref("Location")?.numbers("Coordinates") ?? [], unitMm);
  const z = unit(vectorOf(axes.ref("Axis")?.numbers("DirectionRatios") ?? [0, 0, 1], 1));
  const towards = vectorOf(axes.ref("RefDirection")?.numbers("DirectionRatios") ?? [1, 0, 0], 1);
  if (z === null) return null;
  // The schema lets the x axis lean: what counts of it stands square to z.
  const lean = dot(towards, z);
  const x =
    unit([towards[0] - lean * z[0], towards[1] - lean * z[1], towards[2] - lean * z[2]]) ??
    unit(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z));
  return x === null ? null : [...x, ...cross(z, x), ...z, ...origin];
}

/** A frame that is given inside another one, in the world. */
export function within(outer: IfcFrame, inner: IfcFrame): IfcFrame {
  return [
    ...turn(outer, axisOf(inner, 0)),
    ...turn(outer, axisOf(inner, 1)),
    ...turn(outer, axisOf(inner, 2)),
    ...place(outer, axisOf(inner, 3)),
  ];
}

/** A point of a frame, in the world. */
export function place(frame: IfcFrame, point: Vector): IfcPoint {
  const turned = turn(frame, point);
  const origin = axisOf(frame, 3);
  return [turned[0] + origin[0], turned[1] + origin[1], turned[2] + origin[2]];
}

/** A direction of a frame, in the world. */
export function turn(frame: IfcFrame, direction: Vector): IfcPoint {
  const [x, y, z] = [axisOf(frame, 0), axisOf(frame, 1), axisOf(frame, 2)];
  const [a, b, c] = direction;
  return [a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2]];
}

export function axisOf(frame: IfcFrame, index: number): Vector {
  return [frame[index * 3] ?? 0, frame[index * 3 + 1] ?? 0, frame[index * 3 + 2] ?? 0];
}

export function vectorOf(numbers: readonly number[], scale: number): Vector {
  return [(numbers[0] ?? 0) * scale, (numbers[1] ?? 0) * scale, (numbers[2] ?? 0) * scale];
}

export function unit(vector: Vector): Vector | null {
  const length = Math.hypot(...vector);
  return length > 0 ? [vector[0] / length, vector[1] / length, vector[2] / length] : null;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

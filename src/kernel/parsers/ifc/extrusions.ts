import type { IfcExtrusion, IfcFrame, IfcPoint, IfcProfile } from "../../ifc-file.ts";
import { frameOfAxes, place, turn, unit, vectorOf, WORLD, within } from "./frame.ts";
import type { Line } from "./lines.ts";

type Flat = readonly [number, number];

/** The profile, and where it lies in the plane that is swept. */
interface Placed {
  readonly profile: IfcProfile;
  readonly frame: IfcFrame;
}

/** The body of a product as straight extrusions, or null where some of it is anything else. */
export function extrusionsOf(shape: Line | null, frame: IfcFrame, unitMm: number): readonly IfcExtrusion[] | null {
  const representation = representationOf(shape, "Body");
  if (representation === null) return null;
  const items = representation.refs("Items").map((item) => extrusionsOfItem(item, frame, unitMm));
  if (items.length === 0 || items.some((item) => item === null)) return null;
  return items.flatMap((item) => item ?? []);
}

/** Both ends of the axis, where it is one straight line. */
export function axisLineOf(shape: Line | null, frame: IfcFrame, unitMm: number): readonly [IfcPoint, IfcPoint] | null {
  const [item, second] = representationOf(shape, "Axis")?.refs("Items") ?? [];
  if (item === undefined || second !== undefined) return null;
  const points = pointsOfCurve(item, unitMm, 3);
  const [start, end] = points ?? [];
  if (points?.length !== 2 || start === undefined || end === undefined) return null;
  return [place(frame, vectorOf(start, 1)), place(frame, vectorOf(end, 1))];
}

function representationOf(shape: Line | null, identifier: string): Line | null {
  const representations = shape?.refs("Representations") ?? [];
  return representations.find((one) => one.text("RepresentationIdentifier") === identifier) ?? null;
}

function extrusionsOfItem(item: Line, frame: IfcFrame, unitMm: number): readonly IfcExtrusion[] | null {
  if (item.type === "IfcExtrudedAreaSolid") {
    const extrusion = extrusionOf(item, frame, unitMm);
    return extrusion === null ? null : [extrusion];
  }
  if (item.type === "IfcMappedItem") return extrusionsOfMapped(item, frame, unitMm);
  return null;
}

/** What a type has drawn once and its occurrences show: moved and turned, never stretched or mirrored. */
function extrusionsOfMapped(item: Line, frame: IfcFrame, unitMm: number): readonly IfcExtrusion[] | null {
  const source = item.ref("MappingSource");
  const origin = frameOfAxes(source?.ref("MappingOrigin") ?? null, unitMm);
  const target = frameOfOperator(item.ref("MappingTarget"), unitMm);
  const items = source?.ref("MappedRepresentation")?.refs("Items") ?? [];
  // Readers differ on what an origin elsewhere means, so such a body stays the engine's.
  if (origin?.some((value, index) => value !== WORLD[index]) !== false || target === null) return null;
  if (items.length === 0) return null;
  const mapped = within(frame, target);
  const all = items.map((inner) => (inner.type === "IfcExtrudedAreaSolid" ? extrusionOf(inner, mapped, unitMm) : null));
  return all.some((one) => one === null) ? null : all.flatMap((one) => one ?? []);
}

function frameOfOperator(operator: Line | null, unitMm: number): IfcFrame | null {
  if (operator?.type !== "IfcCartesianTransformationOperator3D" || (operator.number("Scale") ?? 1) !== 1) return null;
  const axis = (name: string, otherwise: Flat | IfcPoint) =>
    unit(vectorOf(operator.ref(name)?.numbers("DirectionRatios") ?? otherwise, 1));
  const [x, y, z] = [axis("Axis1", [1, 0, 0]), axis("Axis2", [0, 1, 0]), axis("Axis3", [0, 0, 1])];
  if (x === null || y === null || z === null) return null;
  const turns = Math.abs(determinant(x, y, z) - 1) < 1e-6;
  return turns
    ? [...x, ...y, ...z, ...vectorOf(operator.ref("LocalOrigin")?.numbers("Coordinates") ?? [], unitMm)]
    : null;
}

function determinant(a: IfcPoint, b: IfcPoint, c: IfcPoint): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function extrusionOf(solid: Line, frame: IfcFrame, unitMm: number): IfcExtrusion | null {
  const own = frameOfAxes(solid.ref("Position"), unitMm);
  const placed = profileOf(solid.ref("SweptArea"), unitMm);
  const depth = (solid.number("Depth") ?? 0) * unitMm;
  const direction = unit(vectorOf(solid.ref("ExtrudedDirection")?.numbers("DirectionRatios") ?? [0, 0, 1], 1));
  if (own === null || placed === null || direction === null || !(depth > 0)) return null;
  const swept = within(frame, own);
  return { profile: placed.profile, frame: within(swept, placed.frame), direction: turn(swept, direction), depth };
}

function profileOf(profile: Line | null, unitMm: number): Placed | null {
  if (profile === null) return null;
  const length = (name: string) => (profile.number(name) ?? 0) * unitMm;
  const frame = frameOfAxes(profile.ref("Position"), unitMm);
  if (frame === null) return null;
  switch (profile.type) {
    case "IfcRectangleProfileDef": {
      const [width, depth] = [length("XDim"), length("YDim")];
      return width > 0 && depth > 0 ? { profile: { shape: "rectangle", width, depth }, frame } : null;
    }
    case "IfcCircleProfileDef": {
      const radius = length("Radius");
      return radius > 0 ? { profile: { shape: "circle", radius }, frame } : null;
    }
    case "IfcArbitraryClosedProfileDef":
    case "IfcArbitraryProfileDefWithVoids": {
      const outer = ringOf(profile.ref("OuterCurve"), unitMm);
      const inner = profile.refs("InnerCurves").map((curve) => ringOf(curve, unitMm));
      if (outer === null || inner.some((ring) => ring === null)) return null;
      return {
        profile: { shape: "polygon", outer, inner: inner.flatMap((ring) => (ring === null ? [] : [ring])) },
        frame,
      };
    }
    default:
      return null;
  }
}

/** The corners of a closed curve of straight lines, without the first one again at the end. */
function ringOf(curve: Line | null, unitMm: number): readonly Flat[] | null {
  const points = curve === null ? null : pointsOfCurve(curve, unitMm, 2);
  if (points === null) return null;
  const ring = points.map(([x = 0, y = 0]) => [x, y] as const);
  const [first, last] = [ring[0], ring.at(-1)];
  if (first !== undefined && last !== undefined && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-6)
    ring.pop();
  return ring.length >= 3 ? ring : null;
}

/** The points of a curve that is made of straight lines only. */
function pointsOfCurve(curve: Line, unitMm: number, dimensions: number): readonly (readonly number[])[] | null {
  if (curve.type === "IfcPolyline") {
    return curve.refs("Points").map((point) => scaled(point.numbers("Coordinates"), unitMm, dimensions));
  }
  if (curve.type !== "IfcIndexedPolyCurve") return null;
  const all = coordinatesOf(curve.ref("Points")).map((point) => scaled(point, unitMm, dimensions));
  const segments = curve.raw("Segments");
  if (segments === null || segments === undefined) return all;
  const indices = straightIndices(segments);
  return indices === null
    ? null
    : indices.flatMap((index) => (all[index - 1] === undefined ? [] : [all[index - 1] ?? []]));
}

function coordinatesOf(list: Line | null): readonly (readonly number[])[] {
  const rows = list?.raw("CoordList");
  if (!Array.isArray(rows)) return [];
  return rows.map((row) =>
    Array.isArray(row) ? row.map((item) => Number((item as { value?: unknown })?.value ?? item)) : [],
  );
}

/** The corners in their order where every segment is a line; null where one is an arc. */
function straightIndices(segments: unknown): readonly number[] | null {
  if (!Array.isArray(segments)) return null;
  const indices: number[] = [];
  for (const segment of segments as { name?: string; value?: unknown }[]) {
    if (segment?.name !== "IFCLINEINDEX" || !Array.isArray(segment.value)) return null;
    const corners = segment.value.map((item) => Number((item as { value?: unknown })?.value ?? item));
    indices.push(...(indices.at(-1) === corners[0] ? corners.slice(1) : corners));
  }
  return indices;
}

function scaled(numbers: readonly number[], unitMm: number, dimensions: number): readonly number[] {
  return numbers.slice(0, dimensions).map((value) => value * unitMm);
}

import type { IfcExtrusion, IfcPoint, IfcProduct } from "../../../../kernel/index.ts";
import type { Point } from "../element.ts";
import { areaOf } from "../shape/polygon.ts";
import { lengthOf, minus } from "../shape/vectors.ts";
import { volumeOf } from "./ifc-mesh.ts";
import { inStrip, metres, type Strip, snapped, stripOf, uprightOf } from "./upright.ts";

/** How far a hole may fall short of a face of its wall and still go through. */
const THROUGH_M = 0.001;
/** What the engine built may differ by this share from what the numbers come to. */
const VOLUME_SHARE = 1e-3;
const WALL_M_MIN = 0.1;

/** A wall that is made by numbers. */
export interface ReadWall {
  readonly strip: Strip;
  readonly base: number;
  readonly height: number;
  readonly holes: readonly ReadHole[];
}

/** What is cut from it, along it and up from its foot. */
export interface ReadHole {
  readonly opening: IfcProduct;
  readonly offset: number;
  readonly base: number;
  readonly width: number;
  readonly height: number;
}

/** Reads a wall and all that is cut from it; undefined where numbers do not come to what the engine built. */
export function readWall(wall: IfcProduct, openings: readonly IfcProduct[]): ReadWall | undefined {
  const upright = uprightOf(wall.body);
  const along: Point | undefined = wall.axis === null ? undefined : directionOf(wall.axis);
  const strip = upright && stripOf(upright.outline, along);
  if (upright === undefined || strip === undefined) return undefined;
  const length = lengthOf(minus(strip.end, strip.start));
  if (length < WALL_M_MIN) return undefined;
  const holes: ReadHole[] = [];
  for (const opening of openings) {
    const hole = readHole(opening, strip, upright.base, upright.height);
    if (hole === undefined) return undefined;
    holes.push(hole);
  }
  if (holes.some((one, at) => holes.slice(at + 1).some((other) => isOver(one, other)))) return undefined;
  const cut = holes.reduce((sum, { width, height }) => sum + width * height, 0);
  const volume = (length * upright.height - cut) * strip.width;
  if (wall.mesh !== null && Math.abs(volumeOf(wall.mesh) - volume) > VOLUME_SHARE * volume) return undefined;
  return { strip, base: upright.base, height: upright.height, holes };
}

function directionOf([start, end]: readonly [IfcPoint, IfcPoint]): Point | undefined {
  const along: Point = [end[0] - start[0], end[1] - start[1]];
  return lengthOf(along) > 0 ? along : undefined;
}

/** A box through the wall from face to face, as much of it as lies in the wall. */
function readHole(opening: IfcProduct, strip: Strip, foot: number, wallHeight: number): ReadHole | undefined {
  const [only, second] = opening.body ?? [];
  if (only === undefined || second !== undefined) return undefined;
  const corners = cornersOf(only)?.map(([x, y, z]): IfcPoint => {
    const [along, aside] = inStrip(strip, [x / 1000, y / 1000]);
    return [along, aside, z / 1000 - foot];
  });
  if (corners === undefined) return undefined;
  const [from, to] = rangeOf(corners, 0);
  const [right, left] = rangeOf(corners, 1);
  const [low, high] = rangeOf(corners, 2);
  const isBox =
    Math.abs((to - from) * (left - right) * (high - low) - sweptVolume(only)) <= 1e-6 + 1e-6 * sweptVolume(only);
  const isThrough = right <= -strip.width / 2 + THROUGH_M && left >= strip.width / 2 - THROUGH_M;
  if (!isBox || !isThrough) return undefined;
  const length = lengthOf(minus(snapped(strip.end), snapped(strip.start)));
  const [start, end] = [Math.max(0, from), Math.min(length, to)];
  const [base, top] = [Math.max(0, low), Math.min(wallHeight, high)];
  if (end - start <= THROUGH_M || top - base <= THROUGH_M) return undefined;
  return {
    opening,
    offset: metres(start * 1000),
    base: metres(base * 1000),
    width: metres((end - start) * 1000),
    height: metres((top - base) * 1000),
  };
}

/** Of what is swept, at both ends, in the world; undefined for a circle. */
function cornersOf({ profile, frame, direction, depth }: IfcExtrusion): readonly IfcPoint[] | undefined {
  const flat = flatCorners(profile);
  if (flat === undefined) return undefined;
  const at = (index: number) => frame[index] ?? 0;
  const near = flat.map(
    ([x, y]): IfcPoint => [
      at(0) * x + at(3) * y + at(9),
      at(1) * x + at(4) * y + at(10),
      at(2) * x + at(5) * y + at(11),
    ],
  );
  const far = near.map(
    ([x, y, z]): IfcPoint => [x + direction[0] * depth, y + direction[1] * depth, z + direction[2] * depth],
  );
  return [...near, ...far];
}

function flatCorners(profile: IfcExtrusion["profile"]): readonly Point[] | undefined {
  if (profile.shape === "circle") return undefined;
  if (profile.shape === "polygon") return profile.inner.length > 0 ? undefined : profile.outer;
  const [x, y] = [profile.width / 2, profile.depth / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}

/** In cubic metres, of what is swept at right angles to its plane. */
function sweptVolume({ profile, frame, direction, depth }: IfcExtrusion): number {
  const area = areaOf(flatCorners(profile) ?? []) / 1e6;
  const upright = [6, 7, 8].reduce((sum, at, axis) => sum + (frame[at] ?? 0) * (direction[axis] ?? 0), 0);
  return (area * depth * Math.abs(upright)) / 1000;
}

function rangeOf(corners: readonly IfcPoint[], axis: 0 | 1 | 2): readonly [number, number] {
  const values = corners.map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
}

function isOver(a: ReadHole, b: ReadHole): boolean {
  return (
    a.offset < b.offset + b.width - THROUGH_M &&
    b.offset < a.offset + a.width - THROUGH_M &&
    a.base < b.base + b.height - THROUGH_M &&
    b.base < a.base + a.height - THROUGH_M
  );
}

import type { IfcProduct, Json } from "../../../../kernel/index.ts";
import type { Parameters, Point } from "../element.ts";
import { areaOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import { lengthOf, minus, plus, times } from "../shape/vectors.ts";
import { volumeOf } from "./ifc-mesh.ts";
import { metres, snapped, stripOf, type Upright, uprightOf } from "./upright.ts";

const VOLUME_SHARE = 1e-3;
/** How far an end may lie off a level and still be on it. */
const ON_LEVEL_M = 0.001;
const ROOM_OFF_LEVEL_M = 0.5;

/** A storey of the file as a level. */
export interface ReadLevel {
  readonly id: string;
  readonly elevation: number;
}

/** A floor by its outline, with the holes that are cut from it; its top lies so far above its level. */
export function readFloor(
  slab: IfcProduct,
  openings: readonly IfcProduct[],
  elevation: number,
): Parameters | undefined {
  const upright = prismOf(slab, openings);
  if (upright === undefined) return undefined;
  const { outline, holes, base, height } = upright;
  return {
    boundary_points: json(outline),
    ...(holes.length > 0 && { holes: holes.map(json) }),
    thickness: height,
    elevation: metres((base + height - elevation) * 1000),
  };
}

/** A flat roof by its outline. */
export function readRoof(roof: IfcProduct, openings: readonly IfcProduct[]): Parameters | undefined {
  const upright = openings.length > 0 ? undefined : prismOf(roof, []);
  if (upright === undefined || upright.holes.length > 0) return undefined;
  const { outline, base, height } = upright;
  return {
    boundary_points: json(outline),
    thickness: height,
    base_elevation: base,
    slope: 0,
    roof_type: "flat",
    overhang: 0,
  };
}

/** A room by its outline; it stands on its level, from which files put it off by a screed or so. */
export function readRoom(space: IfcProduct, elevation: number): Parameters | undefined {
  const upright = prismOf(space, []);
  if (upright === undefined || upright.holes.length > 0) return undefined;
  if (Math.abs(upright.base - elevation) > ROOM_OFF_LEVEL_M) return undefined;
  return { boundary_points: json(upright.outline), height: upright.height };
}

/** A column from level to level. */
export function readColumn(column: IfcProduct, levels: readonly ReadLevel[]): Parameters | undefined {
  const upright = uprightOf(column.body);
  if (upright === undefined || !isAsBuilt(column, upright)) return undefined;
  const at = (height: number) => levels.find(({ elevation }) => Math.abs(elevation - height) <= ON_LEVEL_M);
  const [base, top] = [at(upright.base), at(upright.base + upright.height)];
  if (base === undefined || top === undefined) return undefined;
  const ends = { base_level: base.id, top_level: top.id };
  const { circle } = upright;
  if (circle !== undefined) {
    const profile = { shape: "circular", diameter: metres(circle.radius * 2000) };
    return { ...ends, location: [...circle.middle], rotation: 0, profile };
  }
  const strip = stripOf(upright.outline);
  if (strip === undefined) return undefined;
  const run = minus(strip.end, strip.start);
  const middle = times(plus(strip.start, strip.end), 0.5);
  return {
    ...ends,
    location: middle.map((value) => metres(value * 1000)),
    rotation: Math.round(((Math.atan2(run[1], run[0]) * 180) / Math.PI) * 1e6) / 1e6,
    profile: { shape: "rectangular", width: metres(lengthOf(run) * 1000), depth: strip.width },
  };
}

/** A beam of a rectangle that lies level; it hangs below its top. */
export function readBeam(beam: IfcProduct, elevation: number): Parameters | undefined {
  const [only, second] = beam.body ?? [];
  if (only === undefined || second !== undefined || only.profile.shape !== "rectangle") return undefined;
  const { frame, direction, depth, profile } = only;
  const at = (index: number) => frame[index] ?? 0;
  const isLevel = Math.abs(direction[2]) < 1e-6;
  const [xUp, yUp] = [Math.abs(at(2)), Math.abs(at(5))];
  if (!isLevel || (xUp < 1 - 1e-6 && yUp < 1 - 1e-6)) return undefined;
  const [width, tall] = xUp > yUp ? [profile.depth, profile.width] : [profile.width, profile.depth];
  const start: Point = [metres(at(9)), metres(at(10))];
  const end: Point = [metres(at(9) + direction[0] * depth), metres(at(10) + direction[1] * depth)];
  const volume = (width * tall * depth) / 1e9;
  if (beam.mesh !== null && Math.abs(volumeOf(beam.mesh) - volume) > VOLUME_SHARE * volume) return undefined;
  return {
    start: [...start],
    end: [...end],
    elevation: metres(at(11) + tall / 2 - elevation * 1000),
    profile: { shape: "rectangular", width: metres(width), depth: metres(tall) },
  };
}

/** Its outline with its own holes and those of its openings; undefined where the engine built something else. */
function prismOf(product: IfcProduct, openings: readonly IfcProduct[]): Upright | undefined {
  const upright = uprightOf(product.body);
  if (upright === undefined || upright.circle !== undefined) return undefined;
  const holes = [...upright.holes];
  for (const opening of openings) {
    const hole = uprightOf(opening.body);
    const isThrough =
      hole !== undefined &&
      hole.circle === undefined &&
      hole.holes.length === 0 &&
      hole.base <= upright.base + ON_LEVEL_M &&
      hole.base + hole.height >= upright.base + upright.height - ON_LEVEL_M;
    if (!isThrough) return undefined;
    holes.push(hole.outline);
  }
  const whole = { ...upright, holes };
  return isAsBuilt(product, whole) ? whole : undefined;
}

function isAsBuilt({ mesh }: IfcProduct, { outline, holes, height, circle }: Upright): boolean {
  if (mesh === null) return true;
  const area =
    circle === undefined
      ? areaOf(outline) - holes.reduce((sum, ring) => sum + areaOf(ring), 0)
      : Math.PI * circle.radius ** 2;
  // A circle is built as a polygon of a few corners.
  const share = circle === undefined ? VOLUME_SHARE : 0.1;
  return Math.abs(volumeOf(mesh) - area * height) <= share * area * height;
}

function json(ring: Ring): Json {
  return ring.map((at) => [...snapped(at)]);
}

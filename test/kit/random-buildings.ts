import type { Element, ElementType } from "../../src/worlds/building/model/element.ts";
import { keptParameters } from "../../src/worlds/building/model/parameters/convert.ts";
import { regenerate } from "../../src/worlds/building/model/regenerate/regenerated.ts";
import { shapeOf } from "../../src/worlds/building/model/shape/of-element.ts";
import { keyOf } from "../../src/worlds/building/model/shape/shape.ts";
import { type Engine, evaluate } from "../../src/worlds/building/model/solids/evaluate.ts";
import type { Solid } from "../../src/worlds/building/model/solids/solid.ts";
import { BranchState } from "../../src/worlds/building/model/state/branch-state.ts";

/** A number of [0, 1); the same seed gives the same row. */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An element and what is measured of it, reckoned on paper in m³ and m². */
interface Expected {
  readonly id: string;
  readonly volume: number;
  /** Of its whole surface. */
  readonly surface?: number;
  /** What schedules and takeoffs call its area: of a wall's face, a floor's top, a roof's cover, an opening, a room. */
  readonly area?: number;
}

/** Paper in mm. */
interface OnPaper {
  readonly volume: number;
  readonly surface?: number;
  readonly area?: number;
}

/** A circle is drawn with this many corners, and with the area of the circle. */
export const CIRCLE_CORNERS = 64;

/** A house of random measures: four mitred walls with doors and windows, a floor with a hole, a roof, columns, beams, rooms. */
export function randomBuilding(seed: number): { state: BranchState; expected: Expected[] } {
  const dice = createDice(seed);
  const between = (low: number, high: number) => Math.round(low + dice() * (high - low));
  const elements: Element[] = [];
  const expected: Expected[] = [];
  const add = (type: ElementType, given: Record<string, unknown>, paper?: OnPaper): string => {
    const id = `00000000-0000-4000-8000-${String(elements.length + 1).padStart(12, "0")}`;
    elements.push({ id, type, parameters: keptParameters(type, given) });
    if (paper !== undefined) {
      const { volume, surface, area } = paper;
      expected.push({
        id,
        volume: volume / 1e9,
        ...(surface !== undefined && { surface: surface / 1e6 }),
        ...(area !== undefined && { area: area / 1e6 }),
      });
    }
    return id;
  };
  const storey = between(2400, 4000);
  const level_id = add("level", { name: "Ground", elevation: between(-3000, 3000), height: storey });
  const top = add("level", { name: "Upper", elevation: between(3001, 9000), height: storey });
  const [x, y] = [between(-50_000, 50_000), between(-50_000, 50_000)];
  const [wide, deep] = [between(4000, 20_000), between(4000, 20_000)];
  const corners = [
    [x, y],
    [x + wide, y],
    [x + wide, y + deep],
    [x, y + deep],
  ];
  const thickness = between(100, 500);
  const walls = corners.map((start, n) => {
    const end = corners[(n + 1) % 4] as number[];
    const length = n % 2 === 0 ? wide : deep;
    const openings = randomOpenings(dice, length, thickness, storey);
    const cut = openings.reduce((sum, { width, height }) => sum + width * height, 0);
    // Mitres of equal walls take away inside what they add outside.
    const wall_id = add(
      "wall",
      { start, end, height: storey, thickness, base_offset: 0, level_id },
      {
        volume: (length * storey - cut) * thickness,
        area: length * storey - cut,
        surface: mitredSurface(length, storey, thickness, openings),
      },
    );
    for (const { isDoor, ...opening } of openings) {
      const area = opening.width * opening.height;
      if (isDoor)
        add("door", { wall_id, ...opening, leaf_thickness: 40 }, { ...box(opening.width, 40, opening.height), area });
      else add("window", { wall_id, ...opening }, { ...box(opening.width, 60, opening.height), area });
    }
    return wall_id;
  });
  walls.forEach((wall, n) => {
    add("join", { element_ids: [wall, walls[(n + 1) % 4]], join_type: "miter" });
  });
  const [hole, slab] = [between(300, 1500), between(100, 400)];
  add(
    "floor",
    { boundary_points: corners, holes: [square(x + 1000, y + 1000, hole)], thickness: slab, elevation: 0, level_id },
    {
      volume: (wide * deep - hole * hole) * slab,
      area: wide * deep - hole * hole,
      surface: 2 * (wide * deep - hole * hole) + (2 * (wide + deep) + 4 * hole) * slab,
    },
  );
  const [slope, cover, overhang] = [between(5, 60), between(100, 400), between(0, 900)];
  const roof_type = (["flat", "shed", "gable", "hip", "mansard", "gambrel"] as const)[between(0, 5)] as string;
  const [roofWide, roofDeep] = [wide + 2 * overhang, deep + 2 * overhang];
  const steep = roof_type === "flat" ? 0 : Math.tan((slope * Math.PI) / 180);
  const upward = cover * Math.hypot(1, steep);
  const covering = roofCover(roof_type, roofWide, roofDeep, steep);
  add(
    "roof",
    { boundary_points: corners, slope, roof_type, thickness: cover, overhang, base_elevation: 12_000 },
    {
      volume: roofWide * roofDeep * upward,
      area: covering,
      surface: 2 * covering + 2 * (roofWide + roofDeep) * upward,
    },
  );
  const [column, diameter] = [between(150, 900), between(150, 900)];
  const rise = 1000 * (Number(elements[1]?.parameters.elevation) - Number(elements[0]?.parameters.elevation));
  const upright = { base_level: level_id, top_level: top, rotation: between(0, 359) };
  add(
    "column",
    { ...upright, location: [x, y], profile: { shape: "rectangular", width: column, depth: 200 } },
    box(column, 200, rise),
  );
  add(
    "column",
    { ...upright, location: [x, y], profile: { shape: "circular", diameter } },
    { volume: (Math.PI * diameter ** 2 * rise) / 4, surface: roundSurface(diameter, rise) },
  );
  const [bx, by] = [between(1000, 9000), between(1000, 9000)];
  const profile = { shape: "I", width: 200, depth: 400, web: 12, flange: 20 };
  const section = 2 * 200 * 20 + 360 * 12;
  add(
    "beam",
    { start: [x, y], end: [x + bx, y + by], profile, elevation: 0, level_id },
    { volume: section * Math.hypot(bx, by), surface: 2 * section + (2 * 400 + 4 * 200 - 2 * 12) * Math.hypot(bx, by) },
  );
  add(
    "room",
    { name: "Hall", boundary_points: corners, height: storey, level_id },
    { ...box(wide, deep, storey), area: wide * deep },
  );
  return { state: BranchState.of(elements), expected };
}

/** Over a rectangle. A mansard and a gambrel break half way to their ridge, and go on at half their slope. */
function roofCover(type: string, wide: number, deep: number, steep: number): number {
  const depth = Math.min(wide, deep) / 4;
  const [long, short] = [Math.max(wide, deep), Math.min(wide, deep)];
  const flatter =
    type === "mansard" ? (long - 2 * depth) * (short - 2 * depth) : type === "gambrel" ? long * (short - 2 * depth) : 0;
  return (wide * deep - flatter) * Math.hypot(1, steep) + flatter * Math.hypot(1, steep / 2);
}

function box(wide: number, deep: number, high: number): OnPaper {
  return { volume: wide * deep * high, surface: 2 * (wide * deep + wide * high + deep * high) };
}

/** Both faces, top and bottom, two slanted ends, and what each opening adds and takes away. */
function mitredSurface(long: number, high: number, thick: number, openings: readonly RandomOpening[]): number {
  const whole = 2 * long * high + 2 * long * thick + 2 * Math.SQRT2 * thick * high;
  return openings.reduce((sum, { isDoor, width, height }) => {
    // A door has no sill, and leaves a gap of its width in the wall's underside.
    const reveal = isDoor ? 2 * height * thick : 2 * (width + height) * thick;
    return sum - 2 * width * height + reveal;
  }, whole);
}

/** Of the polygon that stands for the circle: its area is the circle's, its outline a little longer. */
function roundSurface(diameter: number, high: number): number {
  const [area, half] = [(Math.PI * diameter ** 2) / 4, Math.PI / CIRCLE_CORNERS];
  const outline = 2 * Math.sqrt(CIRCLE_CORNERS * area * Math.tan(half));
  return 2 * area + outline * high;
}

function square(x: number, y: number, size: number): number[][] {
  return [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ];
}

interface RandomOpening {
  readonly isDoor: boolean;
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  readonly sill_height?: number;
}

function randomOpenings(dice: () => number, length: number, thickness: number, storey: number): RandomOpening[] {
  const found: RandomOpening[] = [];
  for (let at = thickness; at < length - thickness - 1200; at += 1300) {
    const roll = dice();
    const width = 500 + Math.round(dice() * 600);
    if (roll < 0.3) found.push({ isDoor: true, offset: at, width, height: 2000 });
    else if (roll < 0.7)
      found.push({
        isDoor: false,
        offset: at,
        width,
        height: Math.round(storey / 3),
        sill_height: Math.round(storey / 3),
      });
  }
  return found;
}

/** The solids of a whole branch, made here and now; every rule of the branch is looked at first. */
export function solidsOf(engine: Engine, state: BranchState): Map<string, Solid> {
  const all = new Map([...state.all()].map((element) => [element.id, element]));
  regenerate(BranchState.of([]), all);
  const solids = new Map<string, Solid>();
  for (const element of all.values()) {
    const shape = shapeOf(state, element)?.shape;
    if (shape === undefined) continue;
    const made = evaluate(engine, { shape, key: keyOf(shape), withMesh: false }, new Map());
    if ("failure" in made) throw new Error(`${element.type}: ${made.failure}`);
    solids.set(element.id, made.solid);
  }
  return solids;
}

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

/** An element and what its volume must be, reckoned on paper. */
interface Expected {
  readonly id: string;
  readonly volume: number;
}

/** A house of random measures: four mitred walls with doors and windows, a floor with a hole, a roof, columns, beams, rooms. */
export function randomBuilding(seed: number): { state: BranchState; expected: Expected[] } {
  const dice = createDice(seed);
  const between = (low: number, high: number) => Math.round(low + dice() * (high - low));
  const elements: Element[] = [];
  const expected: Expected[] = [];
  const add = (type: ElementType, given: Record<string, unknown>, volume?: number): string => {
    const id = `00000000-0000-4000-8000-${String(elements.length + 1).padStart(12, "0")}`;
    elements.push({ id, type, parameters: keptParameters(type, given) });
    if (volume !== undefined) expected.push({ id, volume });
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
      ((length * storey - cut) * thickness) / 1e9,
    );
    for (const { isDoor, ...opening } of openings) {
      if (isDoor) add("door", { wall_id, ...opening, leaf_thickness: 40 }, (opening.width * opening.height * 40) / 1e9);
      else add("window", { wall_id, ...opening }, (opening.width * opening.height * 60) / 1e9);
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
    ((wide * deep - hole * hole) * slab) / 1e9,
  );
  const [slope, cover, overhang] = [between(5, 60), between(100, 400), between(0, 900)];
  const roof_type = (["flat", "shed", "gable", "hip", "mansard", "gambrel"] as const)[between(0, 5)] as string;
  const plan = (wide + 2 * overhang) * (deep + 2 * overhang);
  const stretch = roof_type === "flat" ? 1 : Math.cos((slope * Math.PI) / 180);
  add(
    "roof",
    { boundary_points: corners, slope, roof_type, thickness: cover, overhang, base_elevation: 12_000 },
    (plan * (cover / stretch)) / 1e9,
  );
  const [column, diameter] = [between(150, 900), between(150, 900)];
  const rise = Number(elements[1]?.parameters.elevation) - Number(elements[0]?.parameters.elevation);
  const upright = { base_level: level_id, top_level: top, rotation: between(0, 359) };
  add(
    "column",
    { ...upright, location: [x, y], profile: { shape: "rectangular", width: column, depth: 200 } },
    (column * 200 * rise) / 1e6,
  );
  add(
    "column",
    { ...upright, location: [x, y], profile: { shape: "circular", diameter } },
    (Math.PI * diameter ** 2 * rise) / 4e6,
  );
  const [bx, by] = [between(1000, 9000), between(1000, 9000)];
  const profile = { shape: "I", width: 200, depth: 400, web: 12, flange: 20 };
  const section = 2 * 200 * 20 + 360 * 12;
  add(
    "beam",
    { start: [x, y], end: [x + bx, y + by], profile, elevation: 0, level_id },
    (section * Math.hypot(bx, by)) / 1e9,
  );
  add("room", { name: "Hall", boundary_points: corners, height: storey, level_id }, (wide * deep * storey) / 1e9);
  return { state: BranchState.of(elements), expected };
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

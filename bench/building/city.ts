import type { Element, Point } from "../../src/worlds/building/model/element.ts";
import { regenerate } from "../../src/worlds/building/model/regenerate/regenerated.ts";
import type { Box } from "../../src/worlds/building/model/shape/bounds.ts";
import { evaluate, loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { overlaps } from "../../src/worlds/building/model/space/box.ts";
import { reaches } from "../../src/worlds/building/model/space/footprint.ts";
import { locate, spaceIndexOf } from "../../src/worlds/building/model/space/space-index.ts";
import { BranchState } from "../../src/worlds/building/model/state/branch-state.ts";
import { cpuMs } from "./cpu.ts";

const WALL_HOLES = 3;

/** Rows of walls with doors, each beside a room, on levels of a hundred walls. */
function cityOf(size: number): BranchState {
  const elements: Element[] = [];
  for (let at = 0; elements.length < size; at += 1) {
    const level = `level ${Math.floor(at / 100)}`;
    if (at % 100 === 0)
      elements.push({
        id: level,
        type: "level",
        parameters: { name: level, elevation: Math.floor(at / 100) * 3, height: 3 },
      });
    const [column, row] = [at % 10, Math.floor((at % 100) / 10)];
    const start: Point = [column * 8, row * 6];
    const wall = `wall ${at}`;
    elements.push({
      id: wall,
      type: "wall",
      parameters: {
        start,
        end: [start[0] + 7, start[1]],
        height: 2.8,
        thickness: 0.2,
        base_offset: 0,
        level_id: level,
      },
    });
    for (let hole = 0; hole < WALL_HOLES; hole += 1) {
      elements.push({
        id: `door ${at} ${hole}`,
        type: "door",
        parameters: { wall_id: wall, offset: 0.5 + hole * 2, width: 0.9, height: 2.1 },
      });
    }
    const outline = [
      [start[0], start[1] + 0.1],
      [start[0] + 7, start[1] + 0.1],
      [start[0] + 7, start[1] + 5],
      [start[0], start[1] + 5],
    ];
    elements.push({
      id: `room ${at}`,
      type: "room",
      parameters: { name: wall, boundary_points: outline, height: 2.5, level_id: level },
    });
  }
  return BranchState.of(elements);
}

export interface ChangeResult {
  readonly what: string;
  readonly elements: number;
  readonly affected: number;
  readonly ms: number;
}

/** What one changed parameter costs: following it, and making the solids of all that it reaches. */
export async function measureChanges(
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<ChangeResult[]> {
  const engine = await loadEngine();
  return sizes.flatMap((size) => {
    progress(`a changed parameter among ${size} elements`);
    const state = cityOf(size);
    const changed = (id: string, name: string, by: number) => {
      const before = state.get(id);
      if (before === undefined) throw new Error(`no ${id}`);
      return { ...before, parameters: { ...before.parameters, [name]: Number(before.parameters[name]) + by } };
    };
    const cases = [
      ["a door's width", "door 3 0", "width"],
      ["a wall's height", "wall 3", "height"],
      ["a level's elevation", "level 0", "elevation"],
    ] as const;
    return cases.map(([what, id, name]) => {
      let round = 0;
      const { ms, value } = cpuMs(() => {
        round += 1;
        const { affected, shapes } = regenerate(state, new Map([[id, changed(id, name, round / 1000)]]));
        for (const [key, shape] of shapes) {
          const made = evaluate(engine, { shape, key, withMesh: false }, new Map());
          if ("failure" in made) throw new Error(made.failure);
        }
        return affected.length;
      }, 7);
      return { what, elements: size, affected: value, ms };
    });
  });
}

export interface QueryResult {
  readonly elements: number;
  readonly found: number;
  readonly indexUs: number;
  /** Every element looked at, and where it stands worked out from its parameters. */
  readonly scanUs: number;
  /** Every element looked at, with where it stands known beforehand. */
  readonly keptUs: number;
  readonly buildMs: number;
}

/** Boxes of a few metres all over the plan, asked of the index and of every element one by one. */
export function measureQueries(size: number, progress: (line: string) => void): QueryResult {
  progress(`boxes among ${size} elements`);
  const state = cityOf(size);
  const boxes = Array.from({ length: 200 }, (_, at): Box => {
    const [x, y, z] = [(at * 37) % 76, (at * 17) % 54, ((at * 7) % 20) * 3];
    return { min: [x, y, z + 0.5], max: [x + 3, y + 3, z + 1.5] };
  });
  const build = cpuMs(() => spaceIndexOf(cityOf(size)), 1);
  const index = spaceIndexOf(state);
  const byIndex = (box: Box) => index.within(box).map(({ element }) => element.id);
  const kept = [...state.all()].flatMap((element) => locate(state, element) ?? []);
  const ids = (found: readonly { element: Element }[]) => found.map(({ element }) => element.id).sort();
  const byKept = (box: Box) =>
    ids(kept.filter((one) => overlaps(one.box, box) && one.footprints.some((footprint) => reaches(footprint, box))));
  const byScan = (box: Box) =>
    ids(
      [...state.all()].flatMap((element) => {
        const one = locate(state, element);
        return one?.footprints.some((footprint) => reaches(footprint, box)) ? [one] : [];
      }),
    );
  let found = 0;
  for (const box of boxes) {
    const answers = [byIndex(box), byKept(box)];
    if (String(answers[0]) !== String(answers[1])) throw new Error("the index finds something else than a scan");
    found += answers[0]?.length ?? 0;
  }
  const each = (ask: (box: Box) => unknown, count: number, times: number) =>
    (cpuMs(() => {
      for (let time = 0; time < times; time += 1) for (const box of boxes.slice(0, count)) ask(box);
    }, 5).ms /
      count /
      times) *
    1000;
  return {
    elements: size,
    found: found / boxes.length,
    indexUs: each(byIndex, 200, 20),
    scanUs: each(byScan, 5, 1),
    keptUs: each(byKept, 50, 1),
    buildMs: build.ms,
  };
}

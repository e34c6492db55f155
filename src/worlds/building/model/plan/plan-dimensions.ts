import { chainAlongX, chainAlongY, placesOf } from "../drawing/dimension.ts";
import { line, type Mark, words } from "../drawing/drawing.ts";
import type { Element, Point } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import { isWallVoid, voidOf } from "../shape/voids.ts";
import { axisOf, wallOutline } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";
import type { Grid } from "./grid-lines.ts";
import type { PlanPaper } from "./plan-paper.ts";

/** How far from the building each chain stands, on paper. */
const [OPENINGS_MM, WHOLE_MM, BUBBLE_MM] = [8, 14, 23];
const BUBBLE_RADIUS = 3.2;
const STRAIGHT = 1e-6;
/** How far a wall may lie behind the outermost face of its side and still make it. */
const BEHIND_M = 0.5;

type Side = "south" | "north" | "west" | "east";

/** Dimensions on all four sides: what is cut from the walls there, then the axes or the whole. */
export function planDimensions(state: BranchState, walls: readonly Element[], grid: Grid, paper: PlanPaper): Mark[] {
  const { at, box, scale } = paper;
  const x = (metres: number) => at([metres, 0])[0];
  const y = (metres: number) => at([0, metres])[1];
  const [left, low] = at([box.min[0], box.min[1]]);
  const [right, high] = at([box.max[0], box.max[1]]);
  const chain = (metres: readonly number[], onPaper: (metres: number) => number) => ({
    places: placesOf(metres).map(onPaper),
    scale,
  });
  const ends = (axis: 0 | 1) => [box.min[axis], box.max[axis]];
  const opened = (side: Side) => openingsOn(state, walls, side);
  const within = (lines: Grid["lettered"], axis: 0 | 1) =>
    lines.map((one) => one.at).filter((one) => one >= (ends(axis)[0] as number) && one <= (ends(axis)[1] as number));
  return [
    ...chainAlongX(chain(opened("south"), x), low - OPENINGS_MM),
    ...chainAlongX(chain(ends(0), x), low - WHOLE_MM),
    ...chainAlongX(chain(opened("north"), x), high + OPENINGS_MM),
    ...chainAlongX(chain(within(grid.numbered, 0), x), high + WHOLE_MM),
    ...chainAlongY(chain(opened("west"), y), left - OPENINGS_MM),
    ...chainAlongY(chain(within(grid.lettered, 1), y), left - WHOLE_MM),
    ...chainAlongY(chain(opened("east"), y), right + OPENINGS_MM),
    ...chainAlongY(chain(ends(1), y), right + WHOLE_MM),
  ];
}

/** The axes through the plan, with their names above and on the left. */
export function planGrid(grid: Grid, { at, box }: PlanPaper): Mark[] {
  const [left, low] = at([box.min[0], box.min[1]]);
  const [right, high] = at([box.max[0], box.max[1]]);
  const bubble = (name: string, middle: Point): Mark[] => [
    { mark: "circle", pen: "bubble", middle, radius: BUBBLE_RADIUS },
    words([middle[0], middle[1] - 1.1], name, { size: 3, anchor: "middle", isBold: true }),
  ];
  const inside = (value: number, axis: 0 | 1) => value >= box.min[axis] && value <= box.max[axis];
  return [
    ...grid.numbered
      .filter((one) => inside(one.at, 0))
      .flatMap(({ name, at: metres }) => {
        const x = at([metres, 0])[0];
        return [
          line("grid", [x, low - 4], [x, high + BUBBLE_MM - BUBBLE_RADIUS]),
          ...bubble(name, [x, high + BUBBLE_MM]),
        ];
      }),
    ...grid.lettered
      .filter((one) => inside(one.at, 1))
      .flatMap(({ name, at: metres }) => {
        const y = at([0, metres])[1];
        return [
          line("grid", [left - BUBBLE_MM + BUBBLE_RADIUS, y], [right + 4, y]),
          ...bubble(name, [left - BUBBLE_MM, y]),
        ];
      }),
  ];
}

/** Both ends of the walls that make a side of the building, and the edges of what is cut from them. */
function openingsOn(state: BranchState, walls: readonly Element[], side: Side): number[] {
  const isAcross = side === "south" || side === "north";
  const [along, away]: [0 | 1, 0 | 1] = isAcross ? [0, 1] : [1, 0];
  const sign = side === "south" || side === "west" ? -1 : 1;
  const faces = walls
    .map((wall) => ({ wall, outline: wallOutline(state, wall) }))
    .map(({ wall, outline }) => ({ wall, outline, reach: Math.max(...outline.map((one) => sign * one[away])) }));
  const outermost = Math.max(...faces.map(({ reach }) => reach));
  const own = faces.filter(({ wall, reach }) => {
    const { start, end } = axisOf(wall);
    return Math.abs(start[away] - end[away]) < STRAIGHT && reach > outermost - BEHIND_M;
  });
  return own.flatMap(({ wall, outline }) => [...rangeOf(outline, along), ...cutsOf(state, wall, along)]);
}

function rangeOf(ring: Ring, axis: 0 | 1): number[] {
  const values = ring.map((one) => one[axis]);
  return [Math.min(...values), Math.max(...values)];
}

function cutsOf(state: BranchState, wall: Element, axis: 0 | 1): number[] {
  const { start, end, length } = axisOf(wall);
  const share = (offset: number) => start[axis] + ((end[axis] - start[axis]) * offset) / length;
  return state
    .referrers(wall.id)
    .filter(isWallVoid)
    .flatMap((one) => {
      const { offset, width } = voidOf(one);
      return [share(offset), share(offset + width)];
    });
}

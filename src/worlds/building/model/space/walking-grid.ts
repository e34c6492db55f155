import FlatQueue from "flatqueue";
import type { Point } from "../element.ts";
import { distanceTo, type Gap, type Obstacle } from "./obstacles.ts";

/** Cells are this wide, and wider only where a plan would have too many of them. */
const CELL_M = 0.1;
const CELL_M_MAX = 0.25;
const CELLS_MAX = 1_000_000;
/** Room to walk around the outermost wall. */
const MARGIN_M = 1.5;
const EPSILON = 1e-9;

export type Way =
  | { readonly points: readonly Point[]; readonly distance: number; readonly cell: number }
  /** Why there is none: nowhere to stand at an end, no way between them, or a plan beyond all measure. */
  | { readonly failure: "start" | "end" | "between" | "too_large" };

/** What is walked on: what stands there, the ways through walls, and what distance is kept from everything. */
export interface Ground {
  readonly obstacles: readonly Obstacle[];
  readonly gaps: readonly Gap[];
  readonly clearance: number;
}

/** The shortest way between two points for somebody who keeps a distance from everything, on a grid. */
export function findWay({ obstacles, gaps, clearance }: Ground, start: Point, end: Point): Way {
  const grid = layGrid(obstacles, start, end, clearance);
  if (grid === undefined) return { failure: "too_large" };
  for (const gap of gaps) openGap(grid, gap, obstacles, clearance);
  const [from, to] = [grid.freeNear(start), grid.freeNear(end)];
  if (from === undefined) return { failure: "start" };
  if (to === undefined) return { failure: "end" };
  const cells = search(grid, from, to);
  if (cells === undefined) return { failure: "between" };
  const points = straightened(grid, [start, ...cells.map(grid.middleOf), end]);
  return { points, distance: lengthAlong(points), cell: grid.cell };
}

function lengthAlong(points: readonly Point[]): number {
  return points
    .slice(1)
    .reduce((sum, at, n) => sum + Math.hypot(at[0] - (points[n]?.[0] ?? 0), at[1] - (points[n]?.[1] ?? 0)), 0);
}

interface Grid {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly blocked: Uint8Array;
  middleOf(cell: number): Point;
  cellAt(point: Point): number;
  /** The nearest free cell, as far as somebody may stand too close to a wall. */
  freeNear(point: Point): number | undefined;
}

function layGrid(obstacles: readonly Obstacle[], start: Point, end: Point, clearance: number): Grid | undefined {
  const all = [start, end, ...obstacles.flatMap(({ ring }) => ring)];
  const margin = clearance + MARGIN_M;
  const [west, south] = [lowest(all, 0) - margin, lowest(all, 1) - margin];
  const [east, north] = [-lowest(all.map(negated), 0) + margin, -lowest(all.map(negated), 1) + margin];
  const cell = Math.max(CELL_M, Math.sqrt(((east - west) * (north - south)) / CELLS_MAX));
  if (cell > CELL_M_MAX) return undefined;
  // A cell's middle lies on the start, so that a way along the axes is as long as it is.
  const [x, y] = [
    start[0] - Math.ceil((start[0] - west) / cell) * cell,
    start[1] - Math.ceil((start[1] - south) / cell) * cell,
  ];
  const [columns, rows] = [Math.ceil((east - x) / cell) + 1, Math.ceil((north - y) / cell) + 1];
  const blocked = new Uint8Array(columns * rows);
  const middleOf = (at: number): Point => [x + (at % columns) * cell, y + Math.floor(at / columns) * cell];
  const column = (value: number) => Math.min(columns - 1, Math.max(0, Math.round((value - x) / cell)));
  const row = (value: number) => Math.min(rows - 1, Math.max(0, Math.round((value - y) / cell)));
  for (const obstacle of obstacles) {
    const { ring } = obstacle;
    const [left, right] = [column(lowest(ring, 0) - clearance), column(-lowest(ring.map(negated), 0) + clearance)];
    const [low, high] = [row(lowest(ring, 1) - clearance), row(-lowest(ring.map(negated), 1) + clearance)];
    for (let r = low; r <= high; r += 1) {
      for (let c = left; c <= right; c += 1) {
        const at = r * columns + c;
        if (blocked[at] === 0 && distanceTo(obstacle, middleOf(at)) < clearance - EPSILON) blocked[at] = 1;
      }
    }
  }
  const cellAt = (point: Point) => row(point[1]) * columns + column(point[0]);

  function freeNear(point: Point): number | undefined {
    const [c, r] = [column(point[0]), row(point[1])];
    const reach = Math.ceil(clearance / cell) + 1;
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let dr = -reach; dr <= reach; dr += 1) {
      for (let dc = -reach; dc <= reach; dc += 1) {
        const at = (r + dr) * columns + c + dc;
        const away = Math.hypot(dr, dc);
        if (blocked[at] === 0 && away < least - EPSILON && isReached(point, at)) [best, least] = [at, away];
      }
    }
    return best;
  }
  /** Not through a wall: the nearest free cell may lie behind it. */
  function isReached(point: Point, at: number): boolean {
    const middle = middleOf(at);
    const steps = Math.ceil(Math.hypot(middle[0] - point[0], middle[1] - point[1]) / (cell / 4));
    return !obstacles.some((obstacle) =>
      Array.from({ length: steps + 1 }, (_, n) => n / Math.max(1, steps)).some(
        (share) =>
          distanceTo(obstacle, [
            point[0] + share * (middle[0] - point[0]),
            point[1] + share * (middle[1] - point[1]),
          ]) === 0,
      ),
    );
  }
  return { cell, columns, rows, blocked, middleOf, cellAt, freeNear };
}

/** A door may be just wide enough and yet have no cell with its middle right in it: its own middle is looked at. */
function openGap(
  { cell, columns, blocked, cellAt }: Grid,
  gap: Gap,
  obstacles: readonly Obstacle[],
  clearance: number,
): void {
  if (gap.width < 2 * clearance - EPSILON) return;
  const reach = gap.thickness / 2 + clearance + cell;
  const steps = Math.ceil((2 * reach) / (cell / 4));
  let last: number | undefined;
  for (let step = 0; step <= steps; step += 1) {
    const away = -reach + (2 * reach * step) / steps;
    const at: Point = [gap.middle[0] + gap.across[0] * away, gap.middle[1] + gap.across[1] * away];
    const here = cellAt(at);
    if (here === last || obstacles.some((one) => distanceTo(one, at) < clearance - EPSILON)) continue;
    blocked[here] = 0;
    // Steps across a corner need a cell beside them.
    if (last !== undefined && Math.abs((here % columns) - (last % columns)) === 1 && Math.abs(here - last) !== 1) {
      blocked[here - (here % columns) + (last % columns)] = 0;
      blocked[last - (last % columns) + (here % columns)] = 0;
    }
    last = here;
  }
}

/** Its neighbours, and what a step there costs in cells. A step across needs both cells beside it free. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** A*: the cells of the shortest way, both ends included. */
function search({ columns, rows, blocked }: Grid, from: number, to: number): readonly number[] | undefined {
  const cost = new Float64Array(blocked.length).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(blocked.length).fill(-1);
  const isDone = new Uint8Array(blocked.length);
  const open = new FlatQueue<number>();
  const [endColumn, endRow] = [to % columns, Math.floor(to / columns)];
  const remaining = (column: number, row: number) => {
    const [dx, dy] = [Math.abs(column - endColumn), Math.abs(row - endRow)];
    return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
  };
  cost[from] = 0;
  open.push(from, 0);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return traced(before, to);
    if (isDone[at] === 1) continue;
    isDone[at] = 1;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    for (const [dc, dr] of STEPS) {
      const [c, r] = [column + dc, row + dr];
      if (c < 0 || r < 0 || c >= columns || r >= rows) continue;
      const next = r * columns + c;
      if (blocked[next] === 1) continue;
      const isAcross = dc !== 0 && dr !== 0;
      if (isAcross && (blocked[row * columns + c] === 1 || blocked[r * columns + column] === 1)) continue;
      const reached = (cost[at] ?? 0) + (isAcross ? Math.SQRT2 : 1);
      if (reached >= (cost[next] ?? 0) - EPSILON) continue;
      cost[next] = reached;
      before[next] = at;
      open.push(next, reached + remaining(c, r));
    }
  }
  return undefined;
}

function traced(before: Int32Array, to: number): readonly number[] {
  const cells: number[] = [];
  for (let at = to; at !== -1; at = before[at] ?? -1) cells.push(at);
  return cells.reverse();
}

/** The same way without the corners of the grid: straight wherever nothing is in the way. */
function straightened(grid: Grid, points: readonly Point[]): readonly Point[] {
  const kept: Point[] = points.slice(0, 1);
  let from = 0;
  while (from < points.length - 1) {
    let to = from + 1;
    // As far as can be seen, tried in strides that double and then halve.
    for (let stride = 1; stride > 0; ) {
      const further = Math.min(points.length - 1, to + stride);
      if (further > to && isClear(grid, points[from] as Point, points[further] as Point)) {
        to = further;
        stride *= 2;
      } else stride = Math.floor(stride / 2);
    }
    kept.push(points[to] as Point);
    from = to;
  }
  return kept;
}

function isClear({ cell, blocked, cellAt }: Grid, from: Point, to: Point): boolean {
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / (cell / 2));
  for (let step = 0; step <= steps; step += 1) {
    const share = step / Math.max(1, steps);
    const at = cellAt([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    if (blocked[at] === 1) return false;
  }
  return true;
}

function lowest(points: readonly Point[], axis: 0 | 1): number {
  return points.reduce((least, at) => Math.min(least, at[axis]), Number.POSITIVE_INFINITY);
}

function negated([x, y]: Point): Point {
  return [-x, -y];
}

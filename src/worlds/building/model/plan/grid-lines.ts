import { type Element, point } from "../element.ts";
import { axisOf } from "../shape/wall.ts";
import type { BranchState } from "../state/branch-state.ts";

/** Walls shorter than this carry no axis of the building. */
const WALL_M_MIN = 2;
/** Axes closer than this are one. */
const APART_M = 0.6;
const LINES_MAX = 30;
const STRAIGHT = 1e-6;
/** Without the letters that are read as figures. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** An axis of the building: a line across it with a name. */
export interface GridLine {
  readonly name: string;
  /** In metres. */
  readonly at: number;
}

export interface Grid {
  /** Lines that run north, by their x; they are numbered. */
  readonly numbered: readonly GridLine[];
  /** Lines that run east, by their y; they are lettered. */
  readonly lettered: readonly GridLine[];
}

/** The axes of a building, the same on every level: where its longer walls and its columns stand. */
export function gridOf(state: BranchState): Grid {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const wall of state.ofType("wall")) {
    const { start, end, length } = axisOf(wall);
    if (length < WALL_M_MIN) continue;
    if (Math.abs(start[0] - end[0]) < STRAIGHT) xs.push(start[0]);
    else if (Math.abs(start[1] - end[1]) < STRAIGHT) ys.push(start[1]);
  }
  for (const column of state.ofType("column")) addColumn(column, xs, ys);
  return {
    numbered: apart(xs).map((at, n) => ({ name: String(n + 1), at })),
    lettered: apart(ys).map((at, n) => ({ name: lettered(n), at })),
  };
}

function addColumn(column: Element, xs: number[], ys: number[]): void {
  const [x, y] = point(column, "location");
  xs.push(x);
  ys.push(y);
}

function apart(values: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    if (kept.length === 0 || value - (kept.at(-1) as number) >= APART_M) kept.push(value);
  }
  return kept.length > LINES_MAX ? [] : kept;
}

function lettered(n: number): string {
  const letter = LETTERS[n % LETTERS.length] ?? "";
  return n < LETTERS.length ? letter : `${lettered(Math.floor(n / LETTERS.length) - 1)}${letter}`;
}

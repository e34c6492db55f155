import type { Box } from "../shape/bounds.ts";

export interface BroadPhase {
  /** Numbers of two bodies each, in the order of the bodies. */
  readonly pairs: readonly (readonly [number, number])[];
  /** How many times two boxes were compared. */
  readonly tests: number;
}

/** Places in cells that a box may take on average: more would cost more than they save. */
const ENTRIES_PER_BOX = 8;

/**
 * Which boxes come within a distance of each other. Space is divided into cells about as large as the boxes, and only
 * boxes of one cell are compared; what shares several cells counts in the first of them.
 */
export function nearPairs(boxes: readonly Box[], distance: number): BroadPhase {
  const wide = boxes.map(({ min, max }) => ({ min, max: max.map((value) => value + distance) }));
  const cell = cellSizes(wide);
  const first = (n: number, axis: number) => Math.floor(low(wide, n, axis) / (cell[axis] as number));
  const cells = new Map<string, number[]>();
  wide.forEach((box, n) => {
    for (const key of cellsOf(box, cell)) {
      const known = cells.get(key);
      if (known === undefined) cells.set(key, [n]);
      else known.push(n);
    }
  });
  const pairs: [number, number][] = [];
  let tests = 0;
  for (const [key, members] of cells) {
    for (let i = 0; i < members.length; i += 1) {
      for (let j = i + 1; j < members.length; j += 1) {
        tests += 1;
        const [a, b] = [members[i] as number, members[j] as number];
        if (!meet(wide, a, b)) continue;
        const own = [0, 1, 2].map((axis) => Math.max(first(a, axis), first(b, axis))).join(" ");
        if (own === key) pairs.push([a, b]);
      }
    }
  }
  return { pairs: pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]), tests };
}

interface WideBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

function low(boxes: readonly WideBox[], n: number, axis: number): number {
  return boxes[n]?.min[axis] ?? 0;
}

function meet(boxes: readonly WideBox[], a: number, b: number): boolean {
  const [one, other] = [boxes[a] as WideBox, boxes[b] as WideBox];
  for (let axis = 0; axis < 3; axis += 1) {
    if ((one.min[axis] as number) > (other.max[axis] as number)) return false;
    if ((other.min[axis] as number) > (one.max[axis] as number)) return false;
  }
  return true;
}

/** As large as the boxes are on average, and larger where a few reach through everything. */
function cellSizes(boxes: readonly WideBox[]): readonly number[] {
  let sizes = [0, 1, 2].map((axis) => {
    const sum = boxes.reduce((all, { min, max }) => all + (max[axis] as number) - (min[axis] as number), 0);
    return Math.max(sum / Math.max(1, boxes.length), 1e-3);
  });
  const entries = () =>
    boxes.reduce((all, box) => all + [0, 1, 2].reduce((count, axis) => count * spanOf(box, axis, sizes), 1), 0);
  while (entries() > ENTRIES_PER_BOX * boxes.length) sizes = sizes.map((size) => size * 2);
  return sizes;
}

function spanOf({ min, max }: WideBox, axis: number, sizes: readonly number[]): number {
  const size = sizes[axis] as number;
  return Math.floor((max[axis] as number) / size) - Math.floor((min[axis] as number) / size) + 1;
}

function* cellsOf({ min, max }: WideBox, sizes: readonly number[]): Iterable<string> {
  const [x, y, z] = [0, 1, 2].map((axis) => [
    Math.floor((min[axis] as number) / (sizes[axis] as number)),
    Math.floor((max[axis] as number) / (sizes[axis] as number)),
  ]) as [number[], number[], number[]];
  for (let a = x[0] as number; a <= (x[1] as number); a += 1) {
    for (let b = y[0] as number; b <= (y[1] as number); b += 1) {
      for (let c = z[0] as number; c <= (z[1] as number); c += 1) yield `${a} ${b} ${c}`;
    }
  }
}

import type { Point } from "../element.ts";
import { contains, edgesOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import { lengthOf, minus, plus, times } from "../shape/vectors.ts";

/** The narrowest place of an outline: from a corner straight across to another edge, through the inside. */
export function narrowestOf(ring: Ring): number {
  let least = Number.POSITIVE_INFINITY;
  ring.forEach((corner, n) => {
    edgesOf(ring).forEach(([from, to], edge) => {
      if (edge === n || (edge + 1) % ring.length === n) return;
      const foot = footOn(corner, from, to);
      const width = lengthOf(minus(foot, corner));
      if (width < least && width > 0 && isWithin(ring, corner, foot)) least = width;
    });
  });
  return least;
}

function footOn(at: Point, from: Point, to: Point): Point {
  const along = minus(to, from);
  const share = (along[0] * (at[0] - from[0]) + along[1] * (at[1] - from[1])) / (along[0] ** 2 + along[1] ** 2);
  return plus(from, times(along, Math.max(0, Math.min(1, share))));
}

/** Whether the line between two points of an outline runs through its inside, and not along its edge. */
function isWithin(ring: Ring, from: Point, to: Point): boolean {
  return [0.25, 0.5, 0.75].every((share) => contains(ring, plus(from, times(minus(to, from), share))));
}

/** How far a circle may be off before it is told to the millimetre. */
const PRECISION_M = 2e-4;

interface Cell {
  readonly at: Point;
  readonly half: number;
  readonly away: number;
}

/** The diameter of the widest circle within an outline, to the millimetre: cells that cannot hold a wider one are left aside, the rest divided. */
export function widestCircleOf(ring: Ring): number {
  const sides = sidesOfRectangle(ring);
  if (sides !== undefined) return Math.min(...sides);
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [west, south, east, north] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const size = Math.min(east - west, north - south);
  let cells: Cell[] = [];
  for (let x = west; x < east; x += size) {
    for (let y = south; y < north; y += size) cells.push(cellAt(ring, [x + size / 2, y + size / 2], size / 2));
  }
  let best = 0;
  while (cells.length > 0) {
    for (const { away } of cells) best = Math.max(best, away);
    cells = cells
      .filter(({ away, half }) => away + half * Math.SQRT2 - best > PRECISION_M)
      .flatMap(({ at: [x, y], half }) => {
        const quarter = half / 2;
        return [-quarter, quarter].flatMap((dx) =>
          [-quarter, quarter].map((dy) => cellAt(ring, [x + dx, y + dy], quarter)),
        );
      });
  }
  return Math.round(2 * best * 1000) / 1000;
}

/** Most rooms are rectangles, and those need no search. */
function sidesOfRectangle(ring: Ring): readonly [number, number] | undefined {
  const [a, b, c, d, ...more] = ring;
  if (a === undefined || b === undefined || c === undefined || d === undefined || more.length > 0) return undefined;
  const [u, v] = [minus(b, a), minus(d, a)];
  const opposite = minus(c, plus(a, plus(u, v)));
  const isSquare = Math.abs(u[0] * v[0] + u[1] * v[1]) < 1e-9 && lengthOf(opposite) < 1e-9;
  return isSquare ? [lengthOf(u), lengthOf(v)] : undefined;
}

/** How far its middle lies inside the outline; below zero outside. It runs very often, so it makes nothing. */
function cellAt(ring: Ring, at: Point, half: number): Cell {
  const [x, y] = at;
  let [least, isInside] = [Number.POSITIVE_INFINITY, false];
  let [fromX, fromY] = ring.at(-1) as Point;
  for (const [toX, toY] of ring) {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const share = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)));
    const [awayX, awayY] = [x - fromX - share * dx, y - fromY - share * dy];
    least = Math.min(least, awayX * awayX + awayY * awayY);
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / dy) * dx) isInside = !isInside;
    fromX = toX;
    fromY = toY;
  }
  const away = Math.sqrt(least);
  return { at, half, away: isInside ? away : -away };
}

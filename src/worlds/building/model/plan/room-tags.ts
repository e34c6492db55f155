import { area as filled, type Mark, words } from "../drawing/drawing.ts";
import { broken, widthOf } from "../drawing/helvetica.ts";
import { box } from "../drawing/symbols.ts";
import { type Element, type Point, text } from "../element.ts";
import { contains, edgesOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import { measuresOf, outlineOf } from "../space/room.ts";
import { rounded } from "../units.ts";
import type { PlanPaper } from "./plan-paper.ts";

/** Heights of letters on paper that are tried, the largest first. */
const SIZES_MM = [2.8, 2.3, 1.9] as const;
const LINE_SHARE = 1.32;
/** Half of the widest line, which lies outside of what it bounds. */
const PEN_MM = 0.4;
/** Places that are tried on each side of the middle. */
const TRIES = 12;

/** What a tag must keep clear of: an outline in metres. */
export type Obstacle = Ring;

/** The box around some points. */
export function obstacleOf(points: Ring): Obstacle {
  const { min, max } = boundsOf(points);
  return cornersOf(min, max);
}

interface Tag {
  readonly size: number;
  readonly lines: readonly { readonly words: string; readonly isBold: boolean }[];
  /** Half of its width and height, on paper. */
  readonly half: Point;
}

/** The name, number and area of a room, as near to its middle as nothing stands in the way, and as large as there is place. */
export function roomTag(room: Element, obstacles: readonly Obstacle[], paper: PlanPaper): Mark[] {
  const [ring, { centre }] = [outlineOf(room), measuresOf(room)];
  const { min, max } = boundsOf(ring);
  const near = obstacles.filter((one) => overlaps(boundsOf(one), { min, max }));
  const tags = tagsOf(room, paper.size(max[0] - min[0]));
  for (const tag of tags) {
    const half: Point = [(tag.half[0] * paper.scale) / 1000, (tag.half[1] * paper.scale) / 1000];
    const place = placeFor(ring, centre, half, near);
    if (place !== undefined) return marksOf(tag, paper.at(place), true);
  }
  // Too small for any of them: what is written over walls may not hide them.
  const last = tags.at(-1);
  return last === undefined ? [] : marksOf(last, paper.at(centre), false);
}

/** From the largest that says everything to the smallest that says which room it is. */
function tagsOf(room: Element, wide: number): readonly Tag[] {
  const [name, number] = [text(room, "name"), text(room, "number")];
  const area = `${rounded(measuresOf(room).area).toFixed(2)} m²`;
  const plain = (some: readonly (string | undefined)[]) =>
    some.filter((one) => one !== undefined).map((one) => ({ words: one, isBold: one === name }));
  const whole = SIZES_MM.flatMap((size) => {
    const names = name === undefined ? [] : namesOf(name, size, wide);
    const split = names.map((lines) => [
      ...lines.map((one) => ({ words: one, isBold: true })),
      ...plain([number, area]),
    ]);
    return (names.length === 0 ? [plain([number, area])] : split).map((lines) => tagOf(size, lines));
  });
  const small = SIZES_MM.at(-1) as number;
  return [...whole, ...[[number ?? name, area], [number ?? name ?? area]].map((one) => tagOf(small, plain(one)))];
}

/** A name in one line, and in more and narrower ones. */
function namesOf(name: string, size: number, wide: number): readonly (readonly string[])[] {
  const split = [0.8, 0.55, 0.35].flatMap((share) => {
    const lines = broken(name, size, wide * share, 4, true);
    return lines === undefined || lines.length === 1 ? [] : [lines];
  });
  return [[name], ...split];
}

function tagOf(size: number, lines: Tag["lines"]): Tag {
  const wide = Math.max(...lines.map(({ words: one, isBold }) => widthOf(one, size, isBold)));
  return { size, lines, half: [wide / 2 + 1, (lines.length * size * LINE_SHARE) / 2 + 0.5] };
}

function marksOf({ size, lines, half }: Tag, [x, y]: Point, isMasked: boolean): Mark[] {
  const top = y + ((lines.length - 1) * size * LINE_SHARE) / 2 - size * 0.36;
  const [side, rise] = [half[0] - PEN_MM, half[1] - PEN_MM];
  return [
    ...(isMasked ? [filled("mask", box(x - side, y - rise, x + side, y + rise))] : []),
    ...lines.map(({ words: one, isBold }, n) =>
      words([x, top - n * size * LINE_SHARE], one, { size, anchor: "middle", isBold }),
    ),
  ];
}

/** The free place nearest to the middle. */
function placeFor(ring: Ring, centre: Point, half: Point, obstacles: readonly Obstacle[]): Point | undefined {
  const bounds = boundsOf(ring);
  const places: { at: Point; away: number }[] = [];
  const step = (axis: 0 | 1) => (bounds.max[axis] - bounds.min[axis]) / (2 * TRIES);
  for (let i = -TRIES; i <= TRIES; i++) {
    for (let j = -TRIES; j <= TRIES; j++) {
      const at: Point = [centre[0] + i * step(0), centre[1] + j * step(1)];
      places.push({ at, away: Math.hypot(i * step(0), j * step(1)) });
    }
  }
  places.sort((a, b) => a.away - b.away);
  return places.find(({ at }) => isFree(ring, at, half, obstacles))?.at;
}

function isFree(ring: Ring, [x, y]: Point, [wide, tall]: Point, obstacles: readonly Obstacle[]): boolean {
  const own: Bounds = { min: [x - wide, y - tall], max: [x + wide, y + tall] };
  if (!cornersOf(own.min, own.max).every((corner) => contains(ring, corner))) return false;
  // An outline that bends around the tag.
  if (edgesOf(ring).some(([from, to]) => isCrossed(own, from, to))) return false;
  return !obstacles.some((one) => isOver(one, own));
}

interface Bounds {
  readonly min: Point;
  readonly max: Point;
}

function boundsOf(points: Ring): Bounds {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] };
}

function cornersOf(min: Point, max: Point): Ring {
  return [min, [max[0], min[1]], max, [min[0], max[1]]];
}

function overlaps(a: Bounds, b: Bounds): boolean {
  return a.min[0] < b.max[0] && b.min[0] < a.max[0] && a.min[1] < b.max[1] && b.min[1] < a.max[1];
}

function isOver(ring: Obstacle, own: Bounds): boolean {
  if (!overlaps(boundsOf(ring), own)) return false;
  return edgesOf(ring).some(([from, to]) => isCrossed(own, from, to)) || contains(ring, own.min);
}

/** Whether a line goes through the inside of a box. */
function isCrossed({ min, max }: Bounds, from: Point, to: Point): boolean {
  let [enters, leaves] = [0, 1];
  for (const axis of [0, 1] as const) {
    const [start, way] = [from[axis], to[axis] - from[axis]];
    if (way === 0) {
      if (start <= min[axis] || start >= max[axis]) return false;
      continue;
    }
    const [one, other] = [(min[axis] - start) / way, (max[axis] - start) / way];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  return enters < leaves;
}

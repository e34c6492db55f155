import { area as filled, type Mark, words } from "../drawing/drawing.ts";
import { widthOf } from "../drawing/helvetica.ts";
import { box } from "../drawing/symbols.ts";
import { type Element, type Point, text } from "../element.ts";
import { contains, edgesOf } from "../shape/polygon.ts";
import type { Ring } from "../shape/shape.ts";
import { measuresOf, outlineOf } from "../space/room.ts";
import { rounded } from "../units.ts";
import type { PlanPaper } from "./plan-paper.ts";

const [SIZE_MM, LINE_MM] = [2.8, 3.7];
/** Places that are tried on each side of the middle. */
const TRIES = 12;

/** What a tag must keep clear of: a box in metres. */
export interface Obstacle {
  readonly min: Point;
  readonly max: Point;
}

export function obstacleOf(points: Ring): Obstacle {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] };
}

/** The name, number and area of a room, as near to its middle as nothing stands in the way. */
export function roomTag(room: Element, obstacles: readonly Obstacle[], paper: PlanPaper): Mark[] {
  const { area, centre } = measuresOf(room);
  const [name, number] = [text(room, "name"), text(room, "number")];
  const shown = [name, number, `${rounded(area).toFixed(2)} m²`].filter((one) => one !== undefined);
  const wide = Math.max(...shown.map((one) => widthOf(one, SIZE_MM, true))) + 4;
  const half: Point = [(wide * paper.scale) / 2000, ((shown.length * LINE_MM + 1) * paper.scale) / 2000];
  const [x, y] = paper.at(placeFor(outlineOf(room), centre, half, obstacles));
  const top = y + ((shown.length - 1) * LINE_MM) / 2 - 1;
  const [side, rise] = [paper.size(half[0]) - 1.5, paper.size(half[1])];
  return [
    filled("mask", box(x - side, y - rise, x + side, y + rise)),
    ...shown.map((one, n) =>
      words([x, top - n * LINE_MM], one, { size: SIZE_MM, anchor: "middle", isBold: one === name }),
    ),
  ];
}

/** The free place nearest to the middle; the middle itself where none is free. */
function placeFor(ring: Ring, centre: Point, half: Point, obstacles: readonly Obstacle[]): Point {
  const bounds = obstacleOf(ring);
  const places: { at: Point; away: number }[] = [];
  const step = (axis: 0 | 1) => (bounds.max[axis] - bounds.min[axis]) / (2 * TRIES);
  for (let i = -TRIES; i <= TRIES; i++) {
    for (let j = -TRIES; j <= TRIES; j++) {
      const at: Point = [centre[0] + i * step(0), centre[1] + j * step(1)];
      places.push({ at, away: Math.hypot(i * step(0), j * step(1)) });
    }
  }
  places.sort((a, b) => a.away - b.away);
  return places.find(({ at }) => isFree(ring, at, half, obstacles))?.at ?? centre;
}

function isFree(ring: Ring, [x, y]: Point, [wide, tall]: Point, obstacles: readonly Obstacle[]): boolean {
  const own: Obstacle = { min: [x - wide, y - tall], max: [x + wide, y + tall] };
  const corners: Ring = [own.min, [own.max[0], own.min[1]], own.max, [own.min[0], own.max[1]]];
  if (!corners.every((corner) => contains(ring, corner))) return false;
  // A corner of the room inside the tag: an outline that bends around it.
  if (edgesOf(ring).some(([at]) => isOver({ min: at, max: at }, own))) return false;
  return !obstacles.some((one) => isOver(one, own));
}

function isOver(a: Obstacle, b: Obstacle): boolean {
  return a.min[0] < b.max[0] && b.min[0] < a.max[0] && a.min[1] < b.max[1] && b.min[1] < a.max[1];
}

import type { Point } from "../element.ts";
import { area, line, type Mark, onPaper, words } from "./drawing.ts";
import { widthOf } from "./helvetica.ts";

const TEXT_MM = 2.1;
const TICK_MM = 0.9;
const BEYOND_MM = 1.2;
const ROWS_MAX = 3;

/** Places along a side that a chain measures between, on paper; and what one millimetre of paper stands for. */
interface Chain {
  readonly places: readonly number[];
  readonly scale: number;
}

/** A chain of dimensions along x at a height; its figures stand above the line. */
export function chainAlongX({ places, scale }: Chain, y: number): Mark[] {
  return chain(places, scale, (along, aside) => [along, y + aside], 0);
}

/** The same along y; its figures are read from the right. */
export function chainAlongY({ places, scale }: Chain, x: number): Mark[] {
  return chain(places, scale, (along, aside) => [x - aside, along], 90);
}

/** The same along a line through a place, that runs to the right or straight up; figures stand on its left. */
export function chainAlong({ places, scale }: Chain, from: Point, way: Point): Mark[] {
  const turned = (Math.atan2(way[1], way[0]) * 180) / Math.PI;
  const at = (along: number, aside: number): Point => [
    from[0] + way[0] * along - way[1] * aside,
    from[1] + way[1] * along + way[0] * aside,
  ];
  return chain(places, scale, at, turned);
}

function chain(places: readonly number[], scale: number, at: (along: number, aside: number) => Point, turned: number) {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || last - first < 0.01) return [];
  const marks: Mark[] = [line("dimension", at(first - BEYOND_MM, 0), at(last + BEYOND_MM, 0))];
  for (const place of places) {
    marks.push(line("dimension", at(place, -BEYOND_MM), at(place, BEYOND_MM)));
    marks.push(line("tick", at(place - TICK_MM, -TICK_MM), at(place + TICK_MM, TICK_MM)));
  }
  // How far along each row of figures is taken.
  const taken: number[] = [];
  places.slice(1).forEach((place, n) => {
    const from = places[n] as number;
    const figure = String(Math.round(onPaper((place - from) * scale)));
    const middle = (from + place) / 2;
    const half = widthOf(figure, TEXT_MM) / 2 + 0.3;
    // A figure wider than its stretch steps up, and further up where its neighbour did, so that both stay readable.
    let row = 2 * half > place - from ? 1 : 0;
    while (row > 0 && row < ROWS_MAX && (taken[row] ?? Number.NEGATIVE_INFINITY) > middle - half) row += 1;
    taken[row] = middle + half;
    const aside = 0.7 + row * TEXT_MM;
    const around = [at(middle - half, aside - 0.3), at(middle + half, aside - 0.3)];
    marks.push(area("paper", [...around, at(middle + half, aside + 1.7), at(middle - half, aside + 1.7)]));
    marks.push(words(at(middle, aside), figure, { size: TEXT_MM, anchor: "middle", turned }));
  });
  return marks;
}

/** Places in order, each once: what lies closer than half a millimetre of the building is one. */
export function placesOf(metres: readonly number[]): number[] {
  const sorted = [...metres].sort((a, b) => a - b);
  return sorted.filter((one, n) => n === 0 || one - (sorted[n - 1] as number) > 0.0005);
}

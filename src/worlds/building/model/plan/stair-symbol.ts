import { type Element, measure, type Point, point, text } from "../element.ts";
import { plus, turned } from "../shape/vectors.ts";

/** One riser of a stair in plan, from its left to its right edge, and how high the step behind it lies above the foot. */
export interface Riser {
  readonly left: Point;
  readonly right: Point;
  readonly top: number;
  /** Whether it is a corner of a landing and no riser. */
  readonly isCorner: boolean;
}

const POST_M = 0.1;

/** The risers of a stair in order, where they lie in the building. */
export function risersOf(stair: Element): Riser[] {
  const at = point(stair, "location");
  const degrees = measure(stair, "direction");
  const place = (own: Point) => plus(at, turned(own, degrees));
  return ownRisers(stair).map((riser) => ({ ...riser, left: place(riser.left), right: place(riser.right) }));
}

function ownRisers(stair: Element): Riser[] {
  const risers = measure(stair, "risers");
  const side = text(stair, "turn") === "right" ? -1 : 1;
  const width = measure(stair, "width");
  switch (text(stair, "stair_type")) {
    case "L":
    case "U":
      return turning(stair, risers, side, text(stair, "stair_type") === "U");
    case "spiral":
      return winding(stair, risers, side, POST_M);
    case "curved":
      return winding(stair, risers, side, width);
    default:
      return flight(stair, risers, 0, (along, aside) => [along, aside]);
  }
}

/** So many risers, beginning above a number of others. */
function flight(stair: Element, count: number, below: number, at: (along: number, aside: number) => Point): Riser[] {
  const [going, rise, half] = [
    measure(stair, "tread_depth"),
    measure(stair, "riser_height"),
    measure(stair, "width") / 2,
  ];
  return Array.from({ length: count }, (_, n) => ({
    left: at(n * going, half),
    right: at(n * going, -half),
    top: (below + n + 1) * rise,
    isCorner: false,
  }));
}

/** Two flights and the landing between; mirrored where it turns to the right. */
function turning(stair: Element, risers: number, side: number, isBack: boolean): Riser[] {
  const [going, width] = [measure(stair, "tread_depth"), measure(stair, "width")];
  const first = Math.ceil(risers / 2);
  const run = (first - 1) * going;
  const top = first * measure(stair, "riser_height");
  const corner = (inner: Point, outer: Point): Riser => ({ left: inner, right: outer, top, isCorner: true });
  const inner: Point = [run, width / 2];
  const landing = [
    corner(inner, [run + width, -width / 2]),
    ...(isBack ? [corner(inner, [run + width, 1.5 * width])] : []),
  ];
  const second = flight(
    stair,
    risers - first,
    first,
    (along, aside): Point => (isBack ? [run - along, width - aside] : [run + width / 2 - aside, width / 2 + along]),
  );
  const all = [...flight(stair, first, 0, (along, aside): Point => [along, aside]), ...landing, ...second];
  return side > 0 ? all : all.map((one) => ({ ...one, left: mirrored(one.left), right: mirrored(one.right) }));
}

function mirrored([x, y]: Point): Point {
  return [x, -y];
}

/** Around an eye, each tread as deep as said on its walking line. */
function winding(stair: Element, risers: number, side: number, eye: number): Riser[] {
  const [width, rise] = [measure(stair, "width"), measure(stair, "riser_height")];
  const turn = measure(stair, "tread_depth") / (eye + width / 2);
  const middle: Point = [0, side * (eye + width / 2)];
  const at = (radius: number, angle: number): Point => [
    middle[0] + radius * Math.sin(angle),
    middle[1] - side * radius * Math.cos(angle),
  ];
  return Array.from({ length: risers }, (_, n) => ({
    left: at(eye, n * turn),
    right: at(eye + width, n * turn),
    top: (n + 1) * rise,
    isCorner: false,
  }));
}

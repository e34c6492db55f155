import { type Element, measure, type Point, point, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { elevationOf } from "./levels.ts";
import type { Placed, Placement, Ring, Shape } from "./shape.ts";
import { rectangle } from "./wall.ts";

/** Thickness of a flight below its steps, measured straight down, and of landings. */
const WAIST_M = 0.15;
/** A spiral stair turns around a post of this radius. */
const POST_M = 0.1;
/** A curved one turns around an eye of this many times its width. */
const CURVED_EYE = 1;
const ARC_CORNERS = 6;

interface Steps {
  readonly risers: number;
  readonly rise: number;
  readonly going: number;
  readonly width: number;
}

function stepsOf(stair: Element): Steps {
  return {
    risers: measure(stair, "risers"),
    rise: measure(stair, "riser_height"),
    going: measure(stair, "tread_depth"),
    width: measure(stair, "width"),
  };
}

/** A stair leads up in its own frame: along x, its width half on each side, from the foot of its first riser. */
export function stairShape(elements: Elements, stair: Element): Placed {
  const [x, y] = point(stair, "location");
  const at = { x, y, z: elevationOf(elements, stair), degrees: measure(stair, "direction") };
  return { shape: ownShape(stair), at };
}

function ownShape(stair: Element): Shape {
  const steps = stepsOf(stair);
  const left = text(stair, "turn") === "right" ? -1 : 1;
  switch (text(stair, "stair_type")) {
    case "L":
    case "U":
      return turning(steps, left, text(stair, "stair_type") === "U");
    case "spiral":
      return winding(steps, left, POST_M);
    case "curved":
      return winding(steps, left, steps.width * CURVED_EYE);
    default:
      return flight(steps, steps.risers);
  }
}

/** Where people turn on a winding stair is told at least every so many radians. */
const TOLD_EVERY = Math.PI / 6;

/** The line on which a stair is walked, in its own frame, from the foot of its first riser to its last one. */
export function walkingLine(stair: Element): readonly (readonly [number, number, number])[] {
  const { risers, rise, going, width } = stepsOf(stair);
  const left = text(stair, "turn") === "right" ? -1 : 1;
  const first = Math.ceil(risers / 2);
  const [run, rest, landing, top] = [(first - 1) * going, (risers - first - 1) * going, first * rise, risers * rise];
  const corner = run + width / 2;
  switch (text(stair, "stair_type")) {
    case "L":
      return [
        [0, 0, 0],
        [corner, 0, landing],
        [corner, left * (width / 2 + rest), top],
      ];
    case "U":
      return [
        [0, 0, 0],
        [corner, 0, landing],
        [corner, left * width, landing],
        [run - rest, left * width, top],
      ];
    case "spiral":
      return windingLine(POST_M + width / 2);
    case "curved":
      return windingLine(width * CURVED_EYE + width / 2);
    default:
      return [
        [0, 0, 0],
        [(risers - 1) * going, 0, top],
      ];
  }
  function windingLine(radius: number): readonly (readonly [number, number, number])[] {
    const turn = ((risers - 1) * going) / radius;
    const pieces = Math.max(1, Math.ceil(turn / TOLD_EVERY));
    return Array.from({ length: pieces + 1 }, (_, n) => {
      const turned = (turn * n) / pieces;
      return [radius * Math.sin(turned), left * radius * (1 - Math.cos(turned)), (top * n) / pieces];
    });
  }
}

/** A straight flight: the last riser is the edge of the floor or landing it leads to. */
function flight({ rise, going, width }: Steps, risers: number): Shape {
  return { op: "stand", rings: [flightOutline(rise, going, risers - 1)], depth: width };
}

/** Steps above, a sloping soffit below, resting on the floor where the soffit meets it. */
function flightOutline(rise: number, going: number, treads: number): Ring {
  const up: Point[] = [[0, 0]];
  for (let n = 0; n < treads; n++) up.push([n * going, (n + 1) * rise], [(n + 1) * going, (n + 1) * rise]);
  const run = treads * going;
  const soffit = (x: number) => (x * rise) / going - WAIST_M;
  const meets = (WAIST_M * going) / rise;
  return meets >= run ? [...up, [run, 0]] : [...up, [run, soffit(run)], [meets, 0]];
}

/** Two flights with a landing between: at a right angle, or side by side. */
function turning(steps: Steps, left: number, isBack: boolean): Shape {
  const { risers, rise, going, width } = steps;
  const first = Math.ceil(risers / 2);
  const run = (first - 1) * going;
  const height = first * rise;
  const landing: Shape = {
    op: "extrude",
    rings: [isBack ? across(run, width, left) : rectangle(run, -width / 2, run + width, width / 2)],
    height: WAIST_M,
  };
  const upper: Placement = isBack
    ? { x: run, y: left * width, z: height, degrees: 180 }
    : { x: run + width / 2, y: (left * width) / 2, z: height, degrees: 90 * left };
  const parts: Shape[] = [
    flight(steps, first),
    { op: "place", shape: landing, at: { x: 0, y: 0, z: height - WAIST_M, degrees: 0 } },
  ];
  const second = risers - first;
  if (second > 1) parts.push({ op: "place", shape: flight(steps, second), at: upper });
  return { op: "union", shapes: parts };
}

function across(run: number, width: number, left: number): Ring {
  const [low, high] = left > 0 ? [-width / 2, 1.5 * width] : [-1.5 * width, width / 2];
  return rectangle(run, low, run + width, high);
}

/** Treads around an eye, each as deep as said on its walking line. */
function winding({ risers, rise, going, width }: Steps, left: number, eye: number): Shape {
  const middle: Point = [0, left * (eye + width / 2)];
  const turn = going / (eye + width / 2);
  const treads = Array.from({ length: risers - 1 }, (_, n): Shape => {
    const ring = sector(middle, eye, eye + width, left, n * turn, (n + 1) * turn);
    return {
      op: "place",
      shape: { op: "extrude", rings: [ring], height: rise },
      at: { x: 0, y: 0, z: n * rise, degrees: 0 },
    };
  });
  return treads.length === 1 ? (treads[0] as Shape) : { op: "union", shapes: treads };
}

function sector([x, y]: Point, inner: number, outer: number, left: number, from: number, to: number): Ring {
  const at = (radius: number, turned: number): Point => [
    x + radius * Math.sin(turned),
    y - left * radius * Math.cos(turned),
  ];
  const arc = Array.from({ length: ARC_CORNERS + 1 }, (_, n) => from + ((to - from) * n) / ARC_CORNERS);
  return [...arc.map((one) => at(outer, one)), ...arc.reverse().map((one) => at(inner, one))];
}

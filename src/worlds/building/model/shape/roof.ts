import { type Element, measure, type Point, points, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { elevationOf } from "./levels.ts";
import { areaOf, edgesOf, offsetOutward, outwardNormal } from "./polygon.ts";
import { HERE, type Placed, type Plane, type Ring, type Shape } from "./shape.ts";
import { dot, lengthOf, minus } from "./vectors.ts";
import { rectangle } from "./wall.ts";

/** Where a mansard or a gambrel breaks: this share of the way up from its eaves, and then at half its slope. */
const BREAK_SHARE = 0.5;

/** What a roof covers, with its overhang, corners running to the left. */
export function roofOutline(roof: Element): Ring {
  return offsetOutward(points(roof, "boundary_points"), measure(roof, "overhang"));
}

/** One slope of a roof: it rises from its eaves, a line in plan, by so much a metre. */
interface Slope {
  readonly from: Point;
  /** Towards the ridge. */
  readonly inward: Point;
  readonly rise: number;
  /** Height at the line. */
  readonly height: number;
}

/** The underside of a roof as the lowest of its slopes; a flat roof has none. */
function slopesOf(roof: Element): Slope[] {
  const ring = roofOutline(roof);
  const rise = riseOf(roof);
  if (rise === 0) return [];
  const eaves = eavesOf(ring, text(roof, "roof_type"));
  const plain = eaves.map(([from, to]) => slope(from, to, rise, 0));
  const depth = breakDepth(roof, ring);
  if (depth === undefined) return plain;
  // Beyond the break each slope goes on at half its steepness.
  return [...plain, ...eaves.map(([from, to]) => slope(from, to, rise / 2, (depth * rise) / 2))];
}

/** How far it rises a metre from its eaves inward; a flat roof does not. */
function riseOf(roof: Element): number {
  return text(roof, "roof_type") === "flat" ? 0 : Math.tan((measure(roof, "slope") * Math.PI) / 180);
}

/** How far from its eaves a roof breaks; undefined where it does not. */
function breakDepth(roof: Element, ring: Ring): number | undefined {
  const [type, rise] = [text(roof, "roof_type"), riseOf(roof)];
  if ((type !== "mansard" && type !== "gambrel") || rise === 0) return undefined;
  const plain = eavesOf(ring, type).map(([from, to]) => slope(from, to, rise, 0));
  return (summitOf(ring, plain) / rise) * BREAK_SHARE;
}

function slope(from: Point, to: Point, rise: number, height: number): Slope {
  const [x, y] = outwardNormal(from, to);
  return { from, inward: [-x, -y], rise, height };
}

/** The edges that a roof rises from: one of a shed, the two longest across of a gable, all of a hip. */
function eavesOf(ring: Ring, type: string | undefined): [Point, Point][] {
  const edges = edgesOf(ring);
  if (type === "hip" || type === "mansard") return edges;
  if (type === "shed") return edges.slice(0, 1);
  const long = [...edges.keys()].sort((a, b) => lengthAt(edges, b) - lengthAt(edges, a) || a - b)[0] as number;
  const first = edges[long] as [Point, Point];
  const against = [...edges.keys()]
    .filter((n) => n !== long)
    .sort((a, b) => facing(first, edges[a] as [Point, Point]) - facing(first, edges[b] as [Point, Point]) || a - b)[0];
  return [first, edges[against as number] as [Point, Point]];
}

function lengthAt(edges: readonly [Point, Point][], n: number): number {
  const [from, to] = edges[n] as [Point, Point];
  return lengthOf(minus(to, from));
}

/** Lowest for the edge that looks the other way. */
function facing([a, b]: [Point, Point], [c, d]: [Point, Point]): number {
  return dot(outwardNormal(a, b), outwardNormal(c, d));
}

/** Steps of a search that ends a fraction of a nanometre from the summit. */
const SEARCH_STEPS = 60;

/** The highest that the lowest of some slopes gets. It only falls away from there, so it is found by narrowing down. */
function summitOf(ring: Ring, slopes: readonly Slope[]): number {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const along = (x: number) => highest((y) => heightAt([x, y], slopes), Math.min(...ys), Math.max(...ys));
  return highest(along, Math.min(...xs), Math.max(...xs));
}

function highest(heightOf: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
    if (heightOf(one) < heightOf(two)) low = one;
    else high = two;
  }
  return heightOf((low + high) / 2);
}

/** Measured straight up: what is told is measured at right angles to the surface. */
function verticalThickness(roof: Element): number {
  const isFlat = text(roof, "roof_type") === "flat";
  return measure(roof, "thickness") / (isFlat ? 1 : Math.cos((measure(roof, "slope") * Math.PI) / 180));
}

/** How far the bodies a roof is cut from reach beyond it, in metres. */
const BEYOND_M = 1;

/** All that lies between the underside and the same raised by the roof's thickness, over what the roof covers. */
export function roofShape(elements: Elements, roof: Element): Placed {
  const ring = roofOutline(roof);
  const thickness = verticalThickness(roof);
  const slopes = slopesOf(roof);
  const at = { x: 0, y: 0, z: roofBase(elements, roof), degrees: 0 };
  if (slopes.length === 0) return { shape: { op: "extrude", rings: [ring], height: thickness }, at };
  const top = heightOf(ring, slopes) + thickness;
  const below = (over: Ring, from: number, raised: number): Shape => ({
    op: "trim",
    shape: { op: "place", shape: { op: "extrude", rings: [over], height: top - from }, at: { ...HERE, z: from } },
    planes: slopes.map((one) => planeOf(one, raised)),
  });
  // What is taken away begins lower and reaches farther than what it is taken from: where two faces of them lay in one
  // plane, the engine would leave a sheet without thickness between the eaves.
  const taken = below(around(ring), -2 * BEYOND_M, 0);
  return { shape: { op: "subtract", a: below(ring, -BEYOND_M, thickness), b: taken }, at };
}

function around(ring: Ring): Ring {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs) - BEYOND_M, Math.max(...xs) + BEYOND_M];
  const [low, high] = [Math.min(...ys) - BEYOND_M, Math.max(...ys) + BEYOND_M];
  return rectangle(left, low, right, high);
}

/** What lies below a slope that is raised by so much. */
function planeOf({ from, inward, rise, height }: Slope, raised: number): Plane {
  // z ≤ height + raised + rise · inward · (p − from), with a normal of length one.
  const size = Math.hypot(rise, 1);
  const constant = height + raised - rise * dot(from, inward);
  return { normal: [(rise * inward[0]) / size, (rise * inward[1]) / size, -1 / size], offset: -constant / size };
}

function heightAt(at: Point, slopes: readonly Slope[]): number {
  return Math.min(...slopes.map(({ from, inward, rise, height }) => height + rise * dot(minus(at, from), inward)));
}

/** The highest point of the underside. */
function heightOf(ring: Ring, slopes: readonly Slope[]): number {
  const corners = Math.max(...ring.map((at) => heightAt(at, slopes)));
  return slopes.length === 1 ? corners : Math.max(corners, summitOf(ring, slopes));
}

/** Height of its eaves: as said, else that of its level. */
function roofBase(elements: Elements, roof: Element): number {
  const said = roof.parameters.base_elevation;
  return typeof said === "number" ? said : elevationOf(elements, roof);
}

/** From the eaves to the highest point. */
export function roofRange(elements: Elements, roof: Element): readonly [number, number] {
  const slopes = slopesOf(roof);
  const low = roofBase(elements, roof);
  const rise = slopes.length === 0 ? 0 : heightOf(roofOutline(roof), slopes);
  return [low, low + rise + verticalThickness(roof)];
}

/** What faces the sky: what the roof covers, stretched by its slope; beyond a break by the slope that goes on there. */
export function roofSurface(roof: Element): number {
  const ring = roofOutline(roof);
  const whole = areaOf(ring);
  const rise = riseOf(roof);
  const flatter = areaOf(beyondBreak(roof, ring));
  return (whole - flatter) * Math.hypot(1, rise) + flatter * Math.hypot(1, rise / 2);
}

/** The part of what a roof covers in which it has broken to its flatter slope. */
function beyondBreak(roof: Element, ring: Ring): Ring {
  const depth = breakDepth(roof, ring);
  if (depth === undefined) return [];
  return eavesOf(ring, text(roof, "roof_type")).reduce<Ring>((kept, [from, to]) => {
    const [x, y] = outwardNormal(from, to);
    return clippedBy(kept, (at) => -dot(minus(at, from), [x, y]) - depth);
  }, ring);
}

/** The part of a convex outline in which a linear measure is not below zero. */
function clippedBy(ring: Ring, measured: (at: Point) => number): Ring {
  return edgesOf(ring).flatMap(([from, to]): Point[] => {
    const [here, there] = [measured(from), measured(to)];
    const kept: Point[] = here >= 0 ? [from] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]];
  });
}

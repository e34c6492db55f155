import { type Element, measure, type Point, points, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { elevationOf } from "./levels.ts";
import { areaOf, edgesOf, offsetOutward, outwardNormal } from "./polygon.ts";
import type { Placed, Plane, Ring, Shape } from "./shape.ts";
import { dot, lengthOf, minus } from "./vectors.ts";

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
  const rise = Math.tan((measure(roof, "slope") * Math.PI) / 180);
  const type = text(roof, "roof_type");
  if (type === "flat" || rise === 0) return [];
  const eaves = eavesOf(ring, type);
  const plain = eaves.map(([from, to]) => slope(from, to, rise, 0));
  if (type !== "mansard" && type !== "gambrel") return plain;
  const depth = (summitOf(ring, plain) / rise) * BREAK_SHARE;
  // Beyond the break each slope goes on at half its steepness.
  return [...plain, ...eaves.map(([from, to]) => slope(from, to, rise / 2, (depth * rise) / 2))];
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

/** All that lies between the underside and the same raised by the roof's thickness, over what the roof covers. */
export function roofShape(elements: Elements, roof: Element): Placed {
  const ring = roofOutline(roof);
  const thickness = verticalThickness(roof);
  const slopes = slopesOf(roof);
  const at = { x: 0, y: 0, z: roofBase(elements, roof), degrees: 0 };
  if (slopes.length === 0) return { shape: { op: "extrude", rings: [ring], height: thickness }, at };
  const top = heightOf(ring, slopes) + thickness;
  const below = (raised: number): Shape => ({
    op: "trim",
    shape: { op: "extrude", rings: [ring], height: top },
    planes: slopes.map((one) => planeOf(one, raised)),
  });
  // The underside meets the base at the eaves, so what is taken away there is nothing.
  return { shape: { op: "subtract", a: below(thickness), b: below(0) }, at };
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

/** What faces the sky. With one slope all over, it is the outline stretched by it; else the faces are measured. */
export function roofSurface(roof: Element, { top_area }: { readonly top_area: number }): number {
  const type = text(roof, "roof_type");
  const outline = areaOf(roofOutline(roof));
  if (type === "flat") return outline;
  if (type === "mansard" || type === "gambrel") return top_area;
  return outline / Math.cos((measure(roof, "slope") * Math.PI) / 180);
}

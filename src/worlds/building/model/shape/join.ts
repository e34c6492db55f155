import { type Element, measure, type Point, point } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { TOLERANCE_M } from "../units.ts";
import { cross, dot, leftOf, lengthOf, minus, plus, times, unit } from "./vectors.ts";

/** A cut at one end of a wall, in the wall's own frame: what lies where normal · point ≥ offset stays. */
export interface EndPlane {
  readonly at: "start" | "end";
  readonly normal: Point;
  readonly offset: number;
}

/** How two walls meet: at a corner, or one with its end against the side of the other. */
export type Meeting =
  | { readonly kind: "corner"; readonly at: Point; readonly ends: readonly ["start" | "end", "start" | "end"] }
  | { readonly kind: "tee"; readonly end: "start" | "end"; readonly abuts: 0 | 1 }
  | { readonly kind: "straight" };

/** A corner this sharp would reach far beyond its walls. */
const SHARPEST_SINE = Math.sin((15 * Math.PI) / 180);

/** Two walls that meet, or undefined where they do not. */
export function meetingOf(a: Element, b: Element): Meeting | undefined {
  const near = (measure(a, "thickness") + measure(b, "thickness")) / 2;
  for (const endA of ["start", "end"] as const) {
    for (const endB of ["start", "end"] as const) {
      if (lengthOf(minus(point(a, endA), point(b, endB))) > TOLERANCE_M) continue;
      const [awayA, awayB] = [awayFrom(a, endA), awayFrom(b, endB)];
      if (Math.abs(cross(awayA, awayB)) > SHARPEST_SINE)
        return { kind: "corner", at: point(a, endA), ends: [endA, endB] };
      return dot(awayA, awayB) < 0 && Math.abs(cross(awayA, awayB)) <= TOLERANCE_M ? { kind: "straight" } : undefined;
    }
  }
  return abutting(a, b, 0, near) ?? abutting(b, a, 1, near);
}

/** The end of one wall against the side of another. */
function abutting(one: Element, other: Element, abuts: 0 | 1, near: number): Meeting | undefined {
  const [from, to] = [point(other, "start"), point(other, "end")];
  const along = unit(minus(to, from));
  for (const end of ["start", "end"] as const) {
    const away = minus(point(one, end), from);
    const [at, beside] = [dot(away, along), Math.abs(cross(along, away))];
    const isBeside = beside <= near + TOLERANCE_M && at > TOLERANCE_M && at < lengthOf(minus(to, from)) - TOLERANCE_M;
    if (isBeside && Math.abs(cross(awayFrom(one, end), along)) > SHARPEST_SINE) return { kind: "tee", end, abuts };
  }
  return undefined;
}

/** The direction in which a wall leaves one of its ends. */
function awayFrom(wall: Element, end: "start" | "end"): Point {
  const [from, to] = end === "start" ? (["start", "end"] as const) : (["end", "start"] as const);
  return unit(minus(point(wall, to), point(wall, from)));
}

/** How a wall's ends are cut by all joins it is in. */
export function endPlanes(elements: Elements, wall: Element): EndPlane[] {
  return elements.referrers(wall.id).flatMap((join) => (join.type === "join" ? planesIn(elements, join, wall) : []));
}

function planesIn(elements: Elements, join: Element, wall: Element): EndPlane[] {
  const ids = join.parameters.element_ids as readonly string[];
  const own = ids.indexOf(wall.id);
  return ids.flatMap((id, n) => {
    const other = id === wall.id ? undefined : elements.get(id);
    if (other?.type !== "wall") return [];
    const plane = planeBetween(wall, other, own < n, join.parameters.join_type as string);
    return plane === undefined ? [] : [inFrame(wall, plane)];
  });
}

interface WorldPlane {
  readonly at: "start" | "end";
  readonly through: Point;
  /** Towards what stays. */
  readonly normal: Point;
}

/** Where a wall is cut to meet another. At a butt the one named first runs through. */
function planeBetween(wall: Element, other: Element, isFirst: boolean, type: string): WorldPlane | undefined {
  const meeting = meetingOf(wall, other);
  if (meeting === undefined || meeting.kind === "straight") return undefined;
  if (meeting.kind === "tee") {
    return meeting.abuts === 0 ? facePlane(wall, meeting.end, other, "near") : undefined;
  }
  const [end, otherEnd] = meeting.ends;
  if (type === "butt") return facePlane(wall, end, other, isFirst ? "far" : "near");
  return miterPlane(wall, end, other, otherEnd, meeting.at);
}

/** The face of another wall, on the side a wall comes from or on the far one. */
function facePlane(wall: Element, end: "start" | "end", other: Element, which: "near" | "far"): WorldPlane {
  const away = awayFrom(wall, end);
  const left = leftOf(awayFrom(other, "start"));
  // Towards the wall's own side.
  const normal = dot(left, away) > 0 ? left : times(left, -1);
  const shift = (measure(other, "thickness") / 2) * (which === "near" ? 1 : -1);
  return { at: end, through: plus(point(other, "start"), times(normal, shift)), normal };
}

/** Through the inner and the outer corner of both walls: with equal thickness, half way between them. */
function miterPlane(
  wall: Element,
  end: "start" | "end",
  other: Element,
  otherEnd: "start" | "end",
  at: Point,
): WorldPlane {
  const [d1, d2] = [awayFrom(wall, end), awayFrom(other, otherEnd)];
  const [t1, t2] = [measure(wall, "thickness") / 2, measure(other, "thickness") / 2];
  const sine = cross(d1, d2);
  // Where the faces that look at each other meet: along each wall by the other's half thickness over the sine.
  const cosine = dot(d1, d2);
  const s = (t2 + t1 * cosine) / Math.abs(sine);
  const inward = times(leftOf(d1), Math.sign(sine) * t1);
  const inner = plus(at, plus(times(d1, s), inward));
  const line = unit(minus(inner, at));
  const across = leftOf(line);
  return { at: end, through: at, normal: dot(across, d1) > 0 ? across : times(across, -1) };
}

function inFrame(wall: Element, { at, through, normal }: WorldPlane): EndPlane {
  const start = point(wall, "start");
  const along = awayFrom(wall, "start");
  const left = leftOf(along);
  const own = minus(through, start);
  const [nx, ny] = [dot(normal, along), dot(normal, left)];
  return { at, normal: [nx, ny], offset: nx * dot(own, along) + ny * dot(own, left) };
}

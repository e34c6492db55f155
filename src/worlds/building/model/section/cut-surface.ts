import type { Point } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import type { Seen } from "./view-frame.ts";

/**
 * What a plane at distance zero cuts from a closed surface, as rings. Each edge that the plane crosses is met by two
 * triangles, so that rings are followed from edge to edge and no point is compared with another.
 */
export function cutOf(corners: readonly Seen[], indices: Uint32Array): Ring[] {
  const next = new Map<string, string[]>();
  const places = new Map<string, Point>();
  const welded = weld(corners);
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const triangle = [0, 1, 2].map((n) => welded[indices[at + n] as number] as number);
    const crossed = [0, 1, 2].flatMap((n) => {
      const [a, b] = [triangle[n] as number, triangle[(n + 1) % 3] as number];
      const [here, there] = [corners[a] as Seen, corners[b] as Seen];
      if (isBehind(here) === isBehind(there)) return [];
      const key = a < b ? `${a}-${b}` : `${b}-${a}`;
      const share = Math.min(1, Math.max(0, here[2] / (here[2] - there[2])));
      places.set(key, [here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])]);
      return [{ key, isOut: isBehind(there) }];
    });
    const [from, to] = [crossed.find(({ isOut }) => isOut), crossed.find(({ isOut }) => !isOut)];
    // Without this, a triangle whose corners fell together would lead from an edge to the same edge.
    if (from === undefined || to === undefined || from.key === to.key) continue;
    next.set(from.key, [...(next.get(from.key) ?? []), to.key]);
  }
  const rings: Ring[] = [];
  for (const start of next.keys()) {
    // Where bodies touch along an edge, more than one ring goes through it.
    for (let following = next.get(start)?.pop(); following !== undefined; following = next.get(start)?.pop()) {
      const ring: Point[] = [places.get(start) as Point];
      for (let key: string | undefined = following; key !== undefined && key !== start; key = next.get(key)?.pop())
        ring.push(places.get(key) as Point);
      const plain = straightened(ring);
      if (plain.length >= 3) rings.push(plain);
    }
  }
  return rings;
}

/** The engine gives a corner twice where faces of two operands meet: those that lie in one place are one. */
function weld(corners: readonly Seen[]): readonly number[] {
  const known = new Map<string, number>();
  return corners.map((corner, n) => {
    const key = corner.map((value) => Math.round(value * WELD_PER_M)).join(" ");
    const first = known.get(key) ?? n;
    known.set(key, first);
    return first;
  });
}

const WELD_PER_M = 1e5;

/** Corners of one face come out of the engine so far apart that some would lie before a plane and some behind it. */
const IN_PLANE_M = 1e-6;

/** What lies in the plane counts as behind it: so no triangle is cut at a corner, and a face in the plane is not cut at all. */
function isBehind(at: Seen): boolean {
  return at[2] >= -IN_PLANE_M;
}

/** Less than this off a line is on it. */
const STRAIGHT_M = 1e-5;

/** Without corners at which nothing turns. Several edges of one corner in the plane are crossed in the same place. */
function straightened(all: Ring): Ring {
  const ring = all.filter(([x, y], n) => {
    const [nextX, nextY] = all[(n + 1) % all.length] as Point;
    return Math.hypot(nextX - x, nextY - y) > STRAIGHT_M;
  });
  return ring.filter((at, n) => {
    const [before, after] = [ring.at(n - 1) as Point, ring[(n + 1) % ring.length] as Point];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const size = Math.hypot(dx, dy);
    if (size < STRAIGHT_M) return false;
    return Math.abs(dx * (at[1] - before[1]) - dy * (at[0] - before[0])) / size > STRAIGHT_M;
  });
}

import type { Point } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import type { Seen } from "./view-frame.ts";

/** A flat face of a solid that looks at us: its outline with its holes, and how far away it lies. */
export interface SeenFace {
  readonly rings: readonly Ring[];
  readonly near: number;
  readonly far: number;
}

/** Faces that are turned away, or seen from their edge, are not there. */
const FACING = 1e-3;
const PER_M = 1e4;

/** The flat faces of a surface that look towards who looks, between two distances. */
export function facesOf(corners: readonly Seen[], indices: Uint32Array, from: number, to: number): SeenFace[] {
  const planes = new Map<string, Seen[][]>();
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const triangle = [0, 1, 2].map((n) => corners[indices[at + n] as number] as Seen);
    const plane = planeOf(triangle);
    if (plane === undefined) continue;
    const clipped = clip(clip(triangle, from, 1), to, -1);
    if (clipped.length < 3) continue;
    planes.set(plane, [...(planes.get(plane) ?? []), clipped]);
  }
  return [...planes.values()].map((pieces) => {
    const depths = pieces.flat().map(([, , away]) => away);
    return { rings: outlineOf(pieces), near: Math.min(...depths), far: Math.max(...depths) };
  });
}

/** What a plane is known by: its normal and how far it lies from zero. Undefined where it does not look at us. */
function planeOf([a, b, c]: readonly Seen[]): string | undefined {
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const [u, v] = [minus(b, a), minus(c, a)];
  const normal: Seen = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.hypot(...normal);
  if (size === 0) return undefined;
  const unit = normal.map((part) => part / size) as unknown as Seen;
  // Right, up and away run the left-handed way round, so the normal of a face that looks at us points away.
  if (unit[2] < FACING) return undefined;
  const offset = unit[0] * a[0] + unit[1] * a[1] + unit[2] * a[2];
  return [...unit.map((part) => Math.round(part * 1e3)), Math.round(offset * 1e3)].join(" ");
}

function minus(a: Seen, b: Seen): Seen {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The part of a piece that lies beyond a distance, or before it. */
function clip(piece: readonly Seen[], at: number, side: 1 | -1): Seen[] {
  const away = (corner: Seen) => side * (corner[2] - at);
  return piece.flatMap((corner, n) => {
    const next = piece[(n + 1) % piece.length] as Seen;
    const [here, there] = [away(corner), away(next)];
    const kept = here >= 0 ? [corner] : [];
    if (here >= 0 === there >= 0) return kept;
    const share = here / (here - there);
    const cut = [0, 1, 2].map((axis) => {
      const [a, b] = [corner[axis] as number, next[axis] as number];
      return a + share * (b - a);
    }) as unknown as Seen;
    return [...kept, cut];
  });
}

/** The edges that only one piece has, followed to rings. */
function outlineOf(pieces: readonly (readonly Seen[])[]): Ring[] {
  const key = ([x, y]: Seen) => `${Math.round(x * PER_M)} ${Math.round(y * PER_M)}`;
  const edges = new Map<string, { from: string; to: string; at: Point }>();
  for (const piece of pieces) {
    piece.forEach((corner, n) => {
      const next = piece[(n + 1) % piece.length] as Seen;
      const [from, to] = [key(corner), key(next)];
      if (from === to) return;
      if (!edges.delete(`${to}>${from}`)) edges.set(`${from}>${to}`, { from, to, at: [corner[0], corner[1]] });
    });
  }
  const starting = new Map<string, { from: string; to: string; at: Point }[]>();
  for (const edge of edges.values()) starting.set(edge.from, [...(starting.get(edge.from) ?? []), edge]);
  const rings: Ring[] = [];
  for (const first of edges.values()) {
    const ring: Point[] = [];
    for (let edge = take(starting, first.from); edge !== undefined; edge = take(starting, edge.to)) ring.push(edge.at);
    if (ring.length >= 3) rings.push(ring);
  }
  return rings;
}

function take<Edge>(starting: Map<string, Edge[]>, from: string): Edge | undefined {
  return starting.get(from)?.pop();
}

import type { Manifold } from "manifold-3d";
import { type Engine, makeSolid } from "../solids/evaluate.ts";
import { readMesh } from "../solids/mesh-bytes.ts";
import { nearPairs } from "./broad-phase.ts";
import { type Clash, type ClashBody, type ClashOutcome, type ClashRequest, pairOf, type Unresolved } from "./clash.ts";
import { crossingOf, type Surface } from "./crossing.ts";
import { type Overlap, overlapOf, trianglesOf } from "./overlap.ts";
import { type Prism, prismOf, prismOverlap } from "./prism.ts";

const MM_PER_M = 1000;
/** Boxes that touch are compared: a wall may be turned by what no digit shows. */
const SLACK_M = 1e-6;
/** How far beyond a clearance the engine looks, so that it can tell one from none. */
const BEYOND_MM = 1;
const GAP_STEPS = 1e6;
/** Boxes that share less than this on an axis touch. */
const TOUCH_M = 1e-6;
/** Depths are rounded. */
const BULGE_SLACK_MM = 1e-3;

/** Finds every clash: by boxes first, then by the bodies themselves. The same bodies give the same answer. */
export function detectClashes(
  engine: Engine,
  request: ClashRequest,
  progress: (done: number, total: number) => void = () => {},
): ClashOutcome {
  const { bodies, together, clearanceMm } = request;
  const broad = nearPairs(
    bodies.map(({ box }) => box),
    clearanceMm / MM_PER_M + SLACK_M,
  );
  const asked = broad.pairs.map(([a, b]) => [bodies[a], bodies[b]] as const).filter(isAsked);
  const apart = asked.filter(([a, b]) => !together.has(pairOf(a.id, b.id)));
  const held = holdSolids(engine, request);
  const clashes: Clash[] = [];
  const unresolved: Unresolved[] = [];
  try {
    apart.forEach(([a, b], n) => {
      const found = compare(held, request, a, b);
      if (found !== undefined && "reason" in found) unresolved.push(found);
      else if (found !== undefined) clashes.push(found);
      progress(n + 1, apart.length);
    });
  } finally {
    held.release();
  }
  return {
    clashes,
    unresolved,
    boxTests: broad.tests,
    pairTests: apart.length,
    together: asked.length - apart.length,
  };
}

type Pair = readonly [ClashBody, ClashBody];

function isAsked(pair: readonly [ClashBody | undefined, ClashBody | undefined]): pair is Pair {
  const [a, b] = pair;
  if (a === undefined || b === undefined) return false;
  return (a.isSource && b.isTarget) || (b.isSource && a.isTarget);
}

type Held = ReturnType<typeof holdSolids>;

/** Makes each solid once, when it is first needed, and keeps it to the end. */
function holdSolids(engine: Engine, { meshes }: ClashRequest) {
  const made = new Map<string, Manifold | { readonly failure: string }>();
  const prisms = new Map<string, Prism | undefined>();
  return {
    /** Most bodies of a building are upright: what those have in common needs no engine. */
    prismOf({ id, form }: ClashBody): Prism | undefined {
      if (!prisms.has(id)) prisms.set(id, "solid" in form ? prismOf(form.solid) : undefined);
      return prisms.get(id);
    },
    solidOf({ id, form }: ClashBody): Manifold | { readonly failure: string } {
      const known = made.get(id);
      if (known !== undefined) return known;
      const solid = "solid" in form ? makeAlone(engine, form.solid, meshes) : { failure: "encloses no solid" };
      made.set(id, solid);
      return solid;
    },
    release() {
      for (const solid of made.values()) if (!("failure" in solid)) solid.delete();
    },
  };
}

/** What it was made from is given back at once. */
function makeAlone(engine: Engine, shape: Parameters<typeof makeSolid>[1], meshes: ClashRequest["meshes"]) {
  const parts: { delete(): void }[] = [];
  try {
    const solid = makeSolid(engine, shape, meshes, (thing) => {
      parts.push(thing);
      return thing;
    });
    const status = solid.status();
    if (status !== "NoError") return { failure: `the engine answered ${status}` };
    parts.splice(parts.indexOf(solid), 1);
    return solid;
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const part of parts.reverse()) part.delete();
  }
}

function compare(held: Held, request: ClashRequest, a: ClashBody, b: ClashBody): Clash | Unresolved | undefined {
  const [upright, beside] = [held.prismOf(a), held.prismOf(b)];
  if (upright !== undefined && beside !== undefined) {
    const overlap = boxesOverlap(a, b) ? prismOverlap(upright, beside) : undefined;
    const isNone = overlap === undefined || (overlap !== "unknown" && isBulge(a, b, overlap));
    if (isNone && request.clearanceMm === 0) return undefined;
    if (!isNone && overlap !== "unknown") return clashOf(request, a, b, overlap, [upright, beside]);
  }
  const [one, other] = [held.solidOf(a), held.solidOf(b)];
  if (!("failure" in one) && !("failure" in other)) return compareSolids(request, a, b, one, other);
  for (const [body, solid] of [
    [a, one],
    [b, other],
  ] as const) {
    if ("failure" in solid && trianglesIn(body).triangles === undefined) {
      return { a: a.id, b: b.id, reason: `no solid could be made of ${body.id}` };
    }
  }
  return compareSurfaces(held, request, a, b);
}

function compareSolids(request: ClashRequest, a: ClashBody, b: ClashBody, one: Manifold, other: Manifold) {
  // Boxes that only touch hold no overlap: most pairs of a building end here.
  const overlap = boxesOverlap(a, b) ? overlapOf(one, other) : undefined;
  if (overlap !== undefined && !isBulge(a, b, overlap)) {
    return clashOf(request, a, b, overlap, [{ volume: one.volume() }, { volume: other.volume() }]);
  }
  const { clearanceMm } = request;
  if (clearanceMm === 0) return undefined;
  const gap = Math.round(one.minGap(other, clearanceMm + BEYOND_MM) * GAP_STEPS) / GAP_STEPS;
  if (gap > clearanceMm) return undefined;
  return {
    a: a.id,
    b: b.id,
    method: "solid",
    type: "clearance",
    location: between(a, b),
    overlap_volume: 0,
    penetration: 0,
    gap,
  } satisfies Clash;
}

function clashOf(
  { toleranceMm }: ClashRequest,
  a: ClashBody,
  b: ClashBody,
  { volume, depth, centre }: Overlap,
  wholes: readonly { readonly volume: number }[],
): Clash {
  const isSame = wholes.every((whole) => Math.abs(whole.volume - volume) <= Math.max(1, volume * 1e-9));
  const type = isSame ? "duplicate" : depth <= toleranceMm ? "soft" : "hard";
  return {
    a: a.id,
    b: b.id,
    method: "solid",
    type,
    location: centre,
    overlap_volume: volume,
    penetration: depth,
    gap: null,
  };
}

/** Whether two only share what the corners of a drawn circle reach beyond it: then they touch. */
function isBulge(a: ClashBody, b: ClashBody, { depth }: Overlap): boolean {
  const bulge = (a.bulgeMm ?? 0) + (b.bulgeMm ?? 0);
  return bulge > 0 && depth <= bulge + BULGE_SLACK_MM;
}

function boxesOverlap({ box: a }: ClashBody, { box: b }: ClashBody): boolean {
  return [0, 1, 2].every((axis) => {
    const shared = Math.min(a.max[axis] as number, b.max[axis] as number);
    return shared - Math.max(a.min[axis] as number, b.min[axis] as number) > TOUCH_M;
  });
}

/** Where one of the two is no solid: whether their surfaces run through each other, which has no volume. */
function compareSurfaces(
  held: Held,
  request: ClashRequest,
  a: ClashBody,
  b: ClashBody,
): Clash | Unresolved | undefined {
  const [one, other] = [a, b].map((body) => surfaceOf(held, request, body, between(a, b)));
  if (one === undefined || other === undefined) return { a: a.id, b: b.id, reason: "its triangles are not there" };
  const clash = { a: a.id, b: b.id, method: "mesh" as const, overlap_volume: null, penetration: null, gap: null };
  if (isSamePlace(a, b)) return { ...clash, type: "duplicate", location: between(a, b) };
  const at = crossingOf(one, other);
  if (at !== undefined) {
    const from = between(a, b);
    return { ...clash, type: "hard", location: [at[0] + from[0], at[1] + from[1], at[2] + from[2]] };
  }
  if (request.clearanceMm === 0) return undefined;
  return { a: a.id, b: b.id, reason: "the clearance of what is no solid is not measured" };
}

function isSamePlace(a: ClashBody, b: ClashBody): boolean {
  if (!("triangles" in a.form) || !("triangles" in b.form)) return false;
  const [one, other] = [a.form, b.form];
  return one.triangles === other.triangles && one.moved.every((value, axis) => value === other.moved[axis]);
}

/** Its triangles in mm, seen from a place nearby. */
function surfaceOf(held: Held, request: ClashRequest, body: ClashBody, from: readonly number[]): Surface | undefined {
  if ("solid" in body.form) {
    const solid = held.solidOf(body);
    if (!("failure" in solid)) {
      const near = solid.translate([-(from[0] as number), -(from[1] as number), -(from[2] as number)]);
      try {
        return { corners: trianglesOf(near), isSolid: true };
      } finally {
        near.delete();
      }
    }
  }
  const { triangles, moved } = trianglesIn(body);
  const bytes = triangles === undefined ? undefined : request.meshes.get(triangles);
  if (bytes === undefined) return undefined;
  const { positions, indices } = readMesh(bytes);
  const corners = new Float64Array(indices.length * 3);
  for (let n = 0; n < indices.length; n += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const place = (positions[(indices[n] as number) * 3 + axis] as number) + (moved[axis] as number);
      corners[3 * n + axis] = place * MM_PER_M - (from[axis] as number);
    }
  }
  return { corners, isSolid: false };
}

/** A mesh that was taken for a solid and is none is still a mesh. */
function trianglesIn({ form }: ClashBody): { readonly triangles?: string; readonly moved: readonly number[] } {
  if ("triangles" in form) return form;
  const { solid } = form;
  if (solid.op !== "place" || solid.shape.op !== "mesh") return { moved: [0, 0, 0] };
  return { triangles: solid.shape.sha256, moved: [solid.at.x, solid.at.y, solid.at.z] };
}

/** The middle of what two boxes share, or of the gap between them, in mm. */
function between(a: ClashBody, b: ClashBody): readonly [number, number, number] {
  return [0, 1, 2].map((axis) => {
    const from = Math.max(a.box.min[axis] as number, b.box.min[axis] as number);
    const to = Math.min(a.box.max[axis] as number, b.box.max[axis] as number);
    return ((from + to) / 2) * MM_PER_M;
  }) as unknown as readonly [number, number, number];
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOf } from "../shape/bounds.ts";
import type { Placement, Ring, Shape, Vector } from "../shape/shape.ts";
import { rectangle } from "../shape/wall.ts";
import { type Engine, loadEngine, makeSolid } from "../solids/evaluate.ts";
import type { ClashBody } from "./clash.ts";
import { detectClashes } from "./detect.ts";
import { overlapOf } from "./overlap.ts";
import { prismOf, prismOverlap } from "./prism.ts";

const engine = await loadEngine();

/** What the engine says that two shapes have in common. */
function byEngine(of: Engine, a: Shape, b: Shape) {
  const held: { delete(): void }[] = [];
  const make = (shape: Shape) =>
    makeSolid(of, shape, new Map(), (thing) => {
      held.push(thing);
      return thing;
    });
  const overlap = overlapOf(make(a), make(b));
  for (const thing of held.reverse()) thing.delete();
  return overlap;
}

const size = fc.integer({ min: 50, max: 6000 }).map((mm) => mm / 1000);
const at: fc.Arbitrary<Placement> = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }).map((mm) => mm / 1000 + 5000),
  y: fc.integer({ min: -3000, max: 3000 }).map((mm) => mm / 1000 - 5000),
  z: fc.integer({ min: -1000, max: 1000 }).map((mm) => mm / 1000),
  degrees: fc.constantFrom(0, 90, 180, 30, 45, 213, 0.5),
});
const polygon = fc.record({ sides: fc.integer({ min: 3, max: 16 }), radius: size }).map(
  ({ sides, radius }): Ring =>
    Array.from({ length: sides }, (_, n) => {
      const turn = (2 * Math.PI * n) / sides;
      return [radius * Math.cos(turn), radius * Math.sin(turn)] as const;
    }),
);
const own: fc.Arbitrary<Shape> = fc.oneof(
  fc
    .record({ ring: polygon, height: size })
    .map(({ ring, height }): Shape => ({ op: "extrude", rings: [ring], height })),
  fc
    .record({ long: size, high: size, depth: size, hasHole: fc.boolean(), isTrimmed: fc.boolean() })
    .map(({ long, high, depth, hasHole, isTrimmed }): Shape => {
      const hole = rectangle(long * 0.4, high * 0.3, long * 0.6, high * 0.7);
      const rings = [rectangle(0, 0, long, high), ...(hasHole ? [hole] : [])];
      const shape: Shape = { op: "stand", rings, depth };
      const normal: Vector = [Math.SQRT1_2, Math.SQRT1_2, 0];
      return isTrimmed ? { op: "trim", shape, planes: [{ normal, offset: long * 0.1 }] } : shape;
    }),
  fc.record({ length: size, wide: size, high: size }).map(
    ({ length, wide, high }): Shape => ({
      op: "along",
      rings: [rectangle(-wide / 2, -high, wide / 2, 0)],
      length,
    }),
  ),
);
const placed = fc.record({ shape: own, at }).map((one): Shape => ({ op: "place", ...one }));

test("what two prisms have in common is what the engine finds", () => {
  let [met, apart, unknown] = [0, 0, 0];
  fc.assert(
    fc.property(placed, placed, (one, other) => {
      const [a, b] = [prismOf(one), prismOf(other)];
      if (a === undefined || b === undefined) throw new Error("no prism");
      const found = prismOverlap(a, b);
      if (found === "unknown") {
        unknown += 1;
        return;
      }
      const due = byEngine(engine, one, other);
      if (due === undefined || found === undefined) {
        apart += 1;
        // Of a sliver the one may see a cubic millimetre where the other sees none.
        expect(found?.volume ?? 0).toBeLessThanOrEqual((due?.volume ?? 0) + 20);
        expect(due?.volume ?? 0).toBeLessThanOrEqual((found?.volume ?? 0) + 20);
        return;
      }
      met += 1;
      expect(Math.abs(found.volume - due.volume)).toBeLessThanOrEqual(1 + due.volume * 1e-8);
      expect(Math.abs(found.depth - due.depth)).toBeLessThanOrEqual(2e-3);
      for (const axis of [0, 1, 2] as const) expect(found.centre[axis]).toBeCloseTo(due.centre[axis], 2);
    }),
    { numRuns: 250, seed: 21 },
  );
  // The test is worth something only where all three happen.
  expect(Math.min(met, apart, unknown)).toBeGreaterThan(5);
});

test("what is no prism is left to the engine", () => {
  const ell: Ring = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ];
  const here = { x: 0, y: 0, z: 0, degrees: 0 };
  expect(prismOf({ op: "place", shape: { op: "extrude", rings: [ell], height: 1 }, at: here })).toBeUndefined();
  const holed = [rectangle(0, 0, 2, 2), rectangle(0.5, 0.5, 1, 1)];
  expect(prismOf({ op: "place", shape: { op: "extrude", rings: holed, height: 1 }, at: here })).toBeUndefined();
  const box: Shape = { op: "extrude", rings: [rectangle(0, 0, 1, 1)], height: 1 };
  const sloped: Shape = { op: "trim", shape: box, planes: [{ normal: [0.6, 0, -0.8], offset: 0 }] };
  expect(prismOf({ op: "place", shape: sloped, at: here })).toBeUndefined();
});

test("a wall is a duplicate of itself, and a pipe through its window is none of its clashes", () => {
  const body = (id: string, shape: Shape, place: Placement, corners: readonly Vector[]): ClashBody => ({
    id,
    box: boxOf(corners),
    isSource: true,
    isTarget: true,
    form: { solid: { op: "place", shape, at: place } },
  });
  const here = { x: 0, y: 0, z: 0, degrees: 0 };
  const wall: Shape = { op: "stand", rings: [rectangle(0, 0, 4, 3), rectangle(1, 1, 2, 2)], depth: 0.2 };
  const pipe: Shape = { op: "extrude", rings: [rectangle(-0.1, -1, 0.1, 1)], height: 0.2 };
  const box: Vector[] = [
    [0, -0.1, 0],
    [4, 0.1, 3],
  ];
  const through = (x: number, z: number): [Placement, Vector[]] => [
    { ...here, x, z },
    [
      [x - 0.1, -1, z],
      [x + 0.1, 1, z + 0.2],
    ],
  ];
  const bodies = [
    body("a", wall, here, box),
    body("b", wall, here, box),
    body("c", pipe, ...through(1.5, 1.4)),
    body("d", pipe, ...through(3, 1.4)),
  ];
  const request = { bodies, together: new Set<string>(), toleranceMm: 0, clearanceMm: 0, meshes: new Map() };
  const found = detectClashes(engine, request).clashes.map(({ a, b, type, overlap_volume }) => [
    a + b,
    type,
    overlap_volume,
  ]);
  expect(found).toEqual([
    ["ab", "duplicate", 2_200_000_000],
    ["ad", "hard", 8_000_000],
    ["bd", "hard", 8_000_000],
  ]);
});

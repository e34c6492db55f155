import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { CIRCLE_CORNERS, randomBuilding, solidsOf } from "../../../../../test/kit/random-buildings.ts";
import { measuresOfElement } from "../lists/measures.ts";
import { boundsOf } from "../shape/bounds.ts";
import { HERE, keyOf, type Shape } from "../shape/shape.ts";
import { type Engine, evaluate, loadEngine } from "./evaluate.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

test("volumes, surfaces and areas of 40 random buildings are what they are on paper, to a millionth", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { state, expected } = randomBuilding(seed);
    const solids = solidsOf(engine, state);
    for (const { id, ...due } of expected) {
      const [solid, element] = [solids.get(id), state.get(id)];
      if (solid === undefined || element === undefined) throw new Error(`${id} was not made`);
      const { area = Number.NaN } = measuresOfElement(state, element, solid);
      const made = { volume: solid.volume, surface: solid.area, area };
      for (const [what, value] of Object.entries(due)) {
        const found = made[what as keyof typeof made];
        const told = `${what} of ${element.type} of building ${seed}: ${found} instead of ${value}`;
        expect(Math.abs(found - value), told).toBeLessThanOrEqual(1e-6);
      }
    }
  }
});

test("a round column has the volume of a cylinder, and a mantle longer by less than half a part in a thousand", () => {
  const [diameter, outline] = [
    400,
    2 * Math.sqrt(CIRCLE_CORNERS * Math.PI * 200 ** 2 * Math.tan(Math.PI / CIRCLE_CORNERS)),
  ];
  const longer = outline / (Math.PI * diameter) - 1;
  expect(longer).toBeGreaterThan(0);
  expect(longer).toBeLessThan(5e-4);
});

test("the box around an element is the box around its solid", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { state } = randomBuilding(seed);
    const solids = solidsOf(engine, state);
    for (const element of state.all()) {
      const solid = solids.get(element.id);
      // Turned solids have another box than their own, which is what `bounds` reckons for them.
      if (solid === undefined || element.type !== "roof") continue;
      const box = boundsOf(state, element);
      expect((box?.max[2] ?? 0) - (box?.min[2] ?? 0)).toBeCloseTo(solid.max[2] - solid.min[2], 6);
      expect((box?.max[0] ?? 0) - (box?.min[0] ?? 0)).toBeCloseTo(solid.max[0] - solid.min[0], 6);
    }
  }
});

const volumeOf = (shape: Shape): number => {
  const made = evaluate(engine, { shape, key: keyOf(shape), withMesh: false }, new Map());
  if ("failure" in made) throw new Error(made.failure);
  return made.solid.volume;
};

const measure = fc.integer({ min: 100, max: 5000 }).map((mm) => mm / 1000);
const solid = fc
  .record({
    wide: measure,
    deep: measure,
    height: measure,
    x: measure,
    y: measure,
    z: measure,
    degrees: fc.integer({ min: 0, max: 359 }),
  })
  .map(({ wide, deep, height, ...at }): Shape => {
    const rings = [
      [
        [0, 0],
        [wide, 0],
        [wide, deep],
        [0, deep],
      ],
    ] as const;
    return { op: "place", shape: { op: "extrude", rings, height }, at: { ...HERE, ...at } };
  });

describe("whatever two solids are", () => {
  test("union and intersection do not depend on the order", () => {
    fc.assert(
      fc.property(solid, solid, (a, b) => {
        expect(volumeOf({ op: "union", shapes: [a, b] })).toBeCloseTo(volumeOf({ op: "union", shapes: [b, a] }), 8);
        expect(volumeOf({ op: "intersect", a, b })).toBeCloseTo(volumeOf({ op: "intersect", a: b, b: a }), 8);
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test("what is left of the first and what both share make up the first", () => {
    fc.assert(
      fc.property(solid, solid, (a, b) => {
        const parts = volumeOf({ op: "subtract", a, b }) + volumeOf({ op: "intersect", a, b });
        expect(parts).toBeCloseTo(volumeOf(a), 8);
      }),
      { numRuns: 60, seed: 12 },
    );
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { Element } from "../element.ts";
import { keptParameters } from "../parameters/convert.ts";
import { shapeOf } from "../shape/of-element.ts";
import { areaOf } from "../shape/polygon.ts";
import { HERE, keyOf, type Shape } from "../shape/shape.ts";
import { type Engine, evaluate, loadEngine } from "../solids/evaluate.ts";
import type { SolidMesh } from "../solids/solid.ts";
import { BranchState } from "../state/branch-state.ts";
import { cutOf } from "./cut-surface.ts";
import { fillingLines } from "./filling-lines.ts";
import { facesOf } from "./seen-faces.ts";
import { seenCorners, viewAlong } from "./view-frame.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function meshOf(shape: Shape): SolidMesh {
  const made = evaluate(engine, { shape, key: keyOf(shape), withMesh: true }, new Map());
  if ("failure" in made || made.mesh === undefined) throw new Error("it was not made");
  return made.mesh;
}

test("what is seen of a body are the faces that look at us, not those behind it", () => {
  const corners = [
    [0, 2],
    [4, 2],
    [4, 5],
    [0, 5],
  ] as const;
  const { positions, indices } = meshOf({ op: "extrude", rings: [corners], height: 3 });
  const northward = viewAlong([0, 0, 0], [0, 1, 0]);
  const seen = facesOf(seenCorners(northward, positions, HERE), indices, 0, 100);
  expect(seen.map(({ near, far }) => [near, far])).toEqual([[2, 2]]);
  const down = viewAlong([0, 0, 10], [0, 0, -1]);
  expect(facesOf(seenCorners(down, positions, HERE), indices, 0, 100).map(({ near }) => near)).toEqual([7]);
});

test("a roof is cut true whatever its measures, also where corners of its body fall together", () => {
  const corner = (x: number, y: number) => [x, y];
  const boundary_points = [corner(0, 0), corner(18_000, 0), corner(18_000, 12_000), corner(0, 12_000)];
  for (const [slope, overhang] of [
    [25, 300],
    [33, 450],
    [7, 0],
    [61, 777],
  ] as const) {
    const given = { boundary_points, roof_type: "hip", slope, thickness: 250, overhang, base_elevation: 6400 };
    const roof: Element = {
      id: "00000000-0000-4000-8000-000000000001",
      type: "roof",
      parameters: keptParameters("roof", given),
    };
    const placed = shapeOf(BranchState.of([roof]), roof);
    if (placed === undefined) throw new Error("a roof has a shape");
    const mesh = meshOf(placed.shape);
    const upward = 0.25 / Math.cos((slope * Math.PI) / 180);
    for (let y = 0.1; y < 12; y += 0.5) {
      const corners = seenCorners(viewAlong([0, y, 0], [0, 1, 0]), mesh.positions, placed.at);
      const area = cutOf(corners, mesh.indices).reduce((sum, ring) => sum + areaOf(ring), 0);
      expect(Math.abs(area - (18 + (2 * overhang) / 1000) * upward), `${slope} ${y}`).toBeLessThan(0.002);
    }
  }
});

describe("a roof that is cut", () => {
  const types = ["flat", "shed", "gable", "hip", "mansard", "gambrel"] as const;
  test.each(types)("shows its thickness all along and nothing else: %s", (roof_type) => {
    const [wide, deep, slope, thickness] = [8600, 6600, 40, 250];
    const boundary_points = [
      [22_000, 0],
      [22_000 + wide, 0],
      [22_000 + wide, deep],
      [22_000, deep],
    ];
    const given = { boundary_points, roof_type, slope, thickness, overhang: 0, base_elevation: 3000 };
    const roof: Element = {
      id: "00000000-0000-4000-8000-000000000001",
      type: "roof",
      parameters: keptParameters("roof", given),
    };
    const placed = shapeOf(BranchState.of([roof]), roof);
    if (placed === undefined) throw new Error("a roof has a shape");
    const mesh = meshOf(placed.shape);
    const upward = thickness / (roof_type === "flat" ? 1 : Math.cos((slope * Math.PI) / 180));
    // Twice across, twice along, where neither a ridge nor a break lies in the plane.
    for (const [origin, direction, long] of [
      [[23.1, 0, 0], [1, 0, 0], deep],
      [[26.777, 0, 0], [1, 0, 0], deep],
      [[0, 0.8, 0], [0, 1, 0], wide],
      [[0, 2.6, 0], [0, 1, 0], wide],
    ] as const) {
      const corners = seenCorners(viewAlong(origin, direction), mesh.positions, placed.at);
      const rings = cutOf(corners, mesh.indices);
      expect(rings).toHaveLength(1);
      expect(areaOf(rings[0] ?? [])).toBeCloseTo((long * upward) / 1e6, 4);
    }
  });
});

test("a wall is cut true by a plane along the edge of its door, from either side", () => {
  const made = (n: number, type: "wall" | "door", given: Record<string, unknown>): Element => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    type,
    parameters: keptParameters(type, given),
  });
  for (const [y, thickness] of [
    [9000, 240],
    [15_000, 125],
  ] as const) {
    const wall = made(1, "wall", { start: [0, y], end: [9000, y], height: 3300, thickness, base_offset: 0 });
    const door = made(2, "door", { wall_id: wall.id, offset: 4000, width: 1800, height: 2100 });
    const placed = shapeOf(BranchState.of([wall, door]), wall);
    if (placed === undefined) throw new Error("a wall has a shape");
    const mesh = meshOf(placed.shape);
    const areaAt = (direction: readonly [number, number, number]) => {
      const corners = seenCorners(viewAlong([4, 0, 0], direction), mesh.positions, placed.at);
      return cutOf(corners, mesh.indices).reduce((sum, ring) => sum + areaOf(ring), 0);
    };
    expect(areaAt([-1, 0, 0])).toBeCloseTo((thickness / 1000) * 1.2, 6);
    expect(areaAt([1, 0, 0])).toBeCloseTo((thickness / 1000) * 3.3, 6);
  }
});

test("a gable roof is cut true along its ridge", () => {
  const boundary_points = [
    [0, 0],
    [6000, 0],
    [6000, 4000],
    [0, 4000],
  ];
  const given = { boundary_points, roof_type: "gable", slope: 30, thickness: 250, overhang: 0, base_elevation: 3000 };
  const roof: Element = {
    id: "00000000-0000-4000-8000-000000000001",
    type: "roof",
    parameters: keptParameters("roof", given),
  };
  const placed = shapeOf(BranchState.of([roof]), roof);
  if (placed === undefined) throw new Error("a roof has a shape");
  const mesh = meshOf(placed.shape);
  const corners = seenCorners(viewAlong([0, 2, 0], [0, 1, 0]), mesh.positions, placed.at);
  const area = cutOf(corners, mesh.indices).reduce((sum, ring) => sum + areaOf(ring), 0);
  expect(area).toBeCloseTo((6 * 0.25) / Math.cos(Math.PI / 6), 4);
});

test("doors and windows that are seen squarely show their frames, and those seen aslant do not", () => {
  const filling = (type: "door" | "window", parameters: Record<string, string>): Element => ({
    id: "00000000-0000-4000-8000-000000000001",
    type,
    parameters,
  });
  const rings = [
    [
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 1],
    ],
  ] as const;
  const flat = { rings, near: 3, far: 3 };
  const same = (at: readonly [number, number]) => at;
  expect(fillingLines(filling("window", { window_type: "fixed" }), flat, same)).toEqual([
    {
      mark: "path",
      pen: "pane",
      isClosed: true,
      rings: [
        expect.arrayContaining([
          [0.06, 0.06],
          [1.94, 0.94],
        ]),
      ],
    },
  ]);
  expect(fillingLines(filling("door", { door_type: "double" }), flat, same)).toEqual([
    {
      mark: "path",
      pen: "pane",
      isClosed: false,
      rings: [
        [
          [0.06, 0],
          [0.06, 0.94],
          [1.94, 0.94],
          [1.94, 0],
        ],
      ],
    },
    {
      mark: "path",
      pen: "pane",
      isClosed: false,
      rings: [
        [
          [1, 0],
          [1, 1],
        ],
      ],
    },
  ]);
  expect(fillingLines(filling("window", {}), { ...flat, far: 4 }, same)).toEqual([]);
});

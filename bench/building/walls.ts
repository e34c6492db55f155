import { BoxGeometry, type BufferGeometry, Mesh, type Vector3 } from "three";
import { Brush, Evaluator, SUBTRACTION } from "three-bvh-csg";
import type { Element } from "../../src/worlds/building/model/element.ts";
import { shapeOf } from "../../src/worlds/building/model/shape/of-element.ts";
import { keyOf } from "../../src/worlds/building/model/shape/shape.ts";
import { evaluate, loadEngine } from "../../src/worlds/building/model/solids/evaluate.ts";
import { BranchState } from "../../src/worlds/building/model/state/branch-state.ts";
import { cpuMs } from "./cpu.ts";

export interface WallResult {
  readonly openings: number;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  /** How far each is off the closed form, as a share of it. */
  readonly ourError: number;
  readonly theirError: number;
  readonly ourTriangles: number;
  readonly theirTriangles: number;
}

const [WIDTH, HEIGHT, THICKNESS, STEP] = [0.9, 2.1, 0.2, 1.2];

/** One wall with so many doors, through our own path from parameters to a solid, and box by box with three-bvh-csg. */
export async function measureWalls(counts: readonly number[], progress: (line: string) => void): Promise<WallResult[]> {
  const engine = await loadEngine();
  // Both are warm before they are timed.
  makeOurs(engine, 2);
  makeTheirs(2);
  return counts.map((openings) => {
    progress(`a wall with ${openings} openings`);
    const ours = cpuMs(() => makeOurs(engine, openings), 5);
    const theirs = cpuMs(() => makeTheirs(openings), openings > 32 ? 1 : 3);
    const exact = lengthOf(openings) * 3 * THICKNESS - openings * WIDTH * HEIGHT * THICKNESS;
    return {
      openings,
      ours: ours.ms,
      theirs: theirs.ms,
      ratio: theirs.ms / ours.ms,
      ourError: Math.abs(ours.value.volume - exact) / exact,
      theirError: Math.abs(theirs.value.volume - exact) / exact,
      ourTriangles: ours.value.triangles,
      theirTriangles: theirs.value.triangles,
    };
  });
}

function lengthOf(openings: number): number {
  return openings * STEP + 1;
}

function makeOurs(engine: Awaited<ReturnType<typeof loadEngine>>, openings: number) {
  const wall: Element = {
    id: "wall",
    type: "wall",
    parameters: { start: [0, 0], end: [lengthOf(openings), 0], height: 3, thickness: THICKNESS, base_offset: 0 },
  };
  const doors = Array.from({ length: openings }, (_, at): Element => {
    const parameters = { wall_id: "wall", offset: 0.2 + at * STEP, width: WIDTH, height: HEIGHT };
    return { id: `door ${at}`, type: "door", parameters };
  });
  const state = BranchState.of([wall, ...doors]);
  const shape = shapeOf(state, wall)?.shape;
  if (shape === undefined) throw new Error("a wall without a shape");
  const made = evaluate(engine, { shape, key: keyOf(shape), withMesh: true }, new Map());
  if ("failure" in made) throw new Error(made.failure);
  return { volume: made.solid.volume, triangles: made.solid.triangles };
}

function makeTheirs(openings: number) {
  // It warns of one of its own options at every cut.
  console.warn = () => {};
  const evaluator = new Evaluator();
  evaluator.useGroups = false;
  let wall = new Brush(new BoxGeometry(lengthOf(openings), 3, THICKNESS));
  wall.position.set(lengthOf(openings) / 2, 1.5, 0);
  wall.updateMatrixWorld();
  for (let at = 0; at < openings; at += 1) {
    // Reaching beyond the wall on both sides and below: faces that coincide are hard on every engine.
    const door = new Brush(new BoxGeometry(WIDTH, HEIGHT + 1, THICKNESS * 2));
    door.position.set(0.2 + at * STEP + WIDTH / 2, (HEIGHT - 1) / 2, 0);
    door.updateMatrixWorld();
    wall = evaluator.evaluate(wall, door, SUBTRACTION);
  }
  return { volume: volumeOf(new Mesh(wall.geometry).geometry), triangles: trianglesOf(wall.geometry) };
}

function trianglesOf(geometry: BufferGeometry): number {
  return (geometry.index?.count ?? geometry.getAttribute("position").count) / 3;
}

function volumeOf(geometry: BufferGeometry): number {
  const positions = geometry.getAttribute("position");
  const corner = (at: number): Pick<Vector3, "x" | "y" | "z"> => {
    const index = geometry.index?.getX(at) ?? at;
    return { x: positions.getX(index), y: positions.getY(index), z: positions.getZ(index) };
  };
  let spanned = 0;
  for (let at = 0; at < trianglesOf(geometry) * 3; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
    spanned += a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);
  }
  return spanned / 6;
}

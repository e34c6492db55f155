import { type Element, measure, type Point, point, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { shapeOf } from "./of-element.ts";
import { roofOutline, roofRange } from "./roof.ts";
import type { Placement, Shape, Vector } from "./shape.ts";
import { plus, turned } from "./vectors.ts";
import { wallOutline, wallPlacement } from "./wall.ts";

/** The box around something, in metres, along the axes of the model. */
export interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

/** The box around an element, from its parameters alone; around a result of a boolean it may be wider than the solid. */
export function boundsOf(elements: Elements, element: Element): Box | undefined {
  switch (element.type) {
    case "level":
    case "join":
      return undefined;
    case "wall": {
      const { z } = wallPlacement(elements, element);
      return around(wallOutline(elements, element), z, z + measure(element, "height"));
    }
    case "roof":
      return around(roofOutline(element), ...roofRange(elements, element));
    case "boolean":
      return booleanBounds(elements, element);
    case "mesh":
      return meshBounds(element);
    default: {
      const made = shapeOf(elements, element);
      const own = made && ownBounds(made.shape);
      return made && own && moved(own, made.at);
    }
  }
}

function around(ring: readonly Point[], low: number, high: number): Box {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return { min: [Math.min(...xs), Math.min(...ys), low], max: [Math.max(...xs), Math.max(...ys), high] };
}

/** Of a shape made of outlines; corners of a turned box would be too wide, so outlines are turned themselves. */
function ownBounds(shape: Shape): readonly Vector[] | undefined {
  switch (shape.op) {
    case "extrude":
      return (shape.rings[0] ?? []).flatMap(([x, y]): Vector[] => [
        [x, y, 0],
        [x, y, shape.height],
      ]);
    case "stand":
      return (shape.rings[0] ?? []).flatMap(([x, up]): Vector[] => [
        [x, -shape.depth / 2, up],
        [x, shape.depth / 2, up],
      ]);
    case "along":
      return (shape.rings[0] ?? []).flatMap(([across, up]): Vector[] => [
        [0, across, up],
        [shape.length, across, up],
      ]);
    case "place":
      return ownBounds(shape.shape)?.map((at) => movedPoint(at, shape.at));
    case "union":
      return shape.shapes.flatMap((one) => ownBounds(one) ?? []);
    default:
      return undefined;
  }
}

function movedPoint([x, y, z]: Vector, at: Placement): Vector {
  const [turnedX, turnedY] = plus([at.x, at.y], turned([x, y], at.degrees));
  return [turnedX, turnedY, z + at.z];
}

function moved(corners: readonly Vector[], at: Placement): Box {
  return boxOf(corners.map((corner) => movedPoint(corner, at)));
}

export function boxOf(corners: readonly Vector[]): Box {
  const of = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => pick(...corners.map((corner) => corner[axis] as number))) as unknown as Vector;
  return { min: of(Math.min), max: of(Math.max) };
}

function booleanBounds(elements: Elements, result: Element): Box | undefined {
  const [a, b] = ["element_a", "element_b"].map((name) => {
    const operand = elements.get(text(result, name) ?? "");
    return operand && boundsOf(elements, operand);
  });
  if (a === undefined || b === undefined) return a ?? b;
  if (text(result, "operation") === "subtract") return a;
  if (text(result, "operation") === "union") return boxOf([a.min, a.max, b.min, b.max]);
  const each = (pick: (one: number, other: number) => number, end: "min" | "max") =>
    [0, 1, 2].map((axis) => pick(a[end][axis] as number, b[end][axis] as number)) as unknown as Vector;
  return { min: each(Math.max, "min"), max: each(Math.min, "max") };
}

function meshBounds(mesh: Element): Box | undefined {
  const bounds = mesh.parameters.bounds;
  if (!Array.isArray(bounds)) return undefined;
  const [x, y] = point(mesh, "location");
  const shift = [x, y, measure(mesh, "elevation")];
  const end = (from: number) => [0, 1, 2].map((axis) => Number(bounds[from + axis]) + (shift[axis] as number));
  return { min: end(0) as unknown as Vector, max: end(3) as unknown as Vector };
}

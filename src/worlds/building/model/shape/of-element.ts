import { type Element, measure, point, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import { fillingShape, openingShape } from "./filling.ts";
import { beamShape, columnShape } from "./frame.ts";
import { roofShape } from "./roof.ts";
import { HERE, type Placed, placed, type Shape } from "./shape.ts";
import { floorOpeningOutline, floorShape, roomShape } from "./slab.ts";
import { stairShape } from "./stair.ts";
import { wallShape } from "./wall.ts";

type ShapeOf = (elements: Elements, element: Element) => Placed | undefined;

const SHAPES: Readonly<Record<Element["type"], ShapeOf>> = {
  wall: wallShape,
  door: fillingShape,
  window: fillingShape,
  floor: floorShape,
  room: roomShape,
  roof: roofShape,
  column: columnShape,
  beam: beamShape,
  stair: stairShape,
  opening: (elements, opening) =>
    opening.parameters.offset === undefined ? floorOpeningShape(elements, opening) : openingShape(elements, opening),
  boolean: booleanShape,
  mesh: meshShape,
  level: () => undefined,
  join: () => undefined,
};

/** The solid that an element's parameters come to; none for what is not built, or was brought in without one. */
export function shapeOf(elements: Elements, element: Element): Placed | undefined {
  return SHAPES[element.type](elements, element);
}

function floorOpeningShape(elements: Elements, opening: Element): Placed | undefined {
  const floor = elements.get(text(opening, "host_id") ?? "");
  const host = floor && floorShape(elements, floor);
  if (floor === undefined || host === undefined) return undefined;
  const height = measure(floor, "thickness");
  return { shape: { op: "extrude", rings: [floorOpeningOutline(opening)], height }, at: host.at };
}

/** What two elements come to together. It follows them: no solid is kept that its operands no longer give. */
function booleanShape(elements: Elements, result: Element): Placed | undefined {
  const [a, b] = ["element_a", "element_b"].map((name) => {
    const operand = elements.get(text(result, name) ?? "");
    const shape = operand && shapeOf(elements, operand);
    return shape && placed(shape);
  });
  if (a === undefined || b === undefined) return undefined;
  const operation = text(result, "operation");
  if (operation === "union") return { shape: { op: "union", shapes: [a, b] }, at: HERE };
  return { shape: { op: operation === "subtract" ? "subtract" : "intersect", a, b } as Shape, at: HERE };
}

function meshShape(_elements: Elements, mesh: Element): Placed | undefined {
  if (mesh.parameters.is_closed !== true) return undefined;
  const [x, y] = point(mesh, "location");
  return {
    shape: { op: "mesh", sha256: text(mesh, "mesh") ?? "" },
    at: { x, y, z: measure(mesh, "elevation"), degrees: 0 },
  };
}

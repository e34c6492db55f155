import type { Element } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import type { Placed } from "./shape.ts";
import { wallShape } from "./wall.ts";

type ShapeOf = (elements: Elements, element: Element) => Placed;

const SHAPES: Partial<Record<Element["type"], ShapeOf>> = {
  wall: wallShape,
};

/** The solid that an element's parameters come to; none for what is not built. */
export function shapeOf(elements: Elements, element: Element): Placed | undefined {
  return SHAPES[element.type]?.(elements, element);
}

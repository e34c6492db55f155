import { type Element, measure, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";
import type { Placed } from "./shape.ts";
import { plus, turned } from "./vectors.ts";
import { voidOf } from "./voids.ts";
import { rectangle, wallPlacement } from "./wall.ts";

const DOOR_LEAF_M = 0.045;
const WINDOW_M = 0.06;

/** What fills a hole in a wall: a leaf or a frame with glass, in the middle of the wall's thickness. */
export function fillingShape(elements: Elements, filling: Element): Placed {
  const { offset, base, width, height } = voidOf(filling);
  const given = filling.parameters.leaf_thickness;
  const depth = typeof given === "number" ? given : filling.type === "door" ? DOOR_LEAF_M : WINDOW_M;
  return {
    shape: { op: "stand", rings: [rectangle(0, 0, width, height)], depth },
    at: inWall(elements, filling, offset, base),
  };
}

/** A place along a wall and up from its foot. */
function inWall(elements: Elements, filling: Element, offset: number, base: number) {
  const host = elements.get(text(filling, "wall_id") ?? text(filling, "host_id") ?? "");
  if (host === undefined) throw new TypeError(`element ${filling.id} has no host`);
  const { x, y, z, degrees } = wallPlacement(elements, host);
  const [along, aside] = plus([x, y], turned([offset, 0], degrees));
  return { x: along, y: aside, z: z + base, degrees };
}

/** The air of an opening, as deep as what it goes through. */
export function openingShape(elements: Elements, opening: Element): Placed {
  const host = elements.get(text(opening, "host_id") ?? "");
  if (host === undefined) throw new TypeError(`opening ${opening.id} has no host`);
  const depth = measure(host, "thickness");
  const { offset, base, width, height } = voidOf(opening);
  return {
    shape: { op: "stand", rings: [rectangle(0, 0, width, height)], depth },
    at: inWall(elements, opening, offset, base),
  };
}

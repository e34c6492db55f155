import { type Element, measure, text } from "../../element.ts";
import { boundsOf } from "../../shape/bounds.ts";
import { beamShape, columnShape } from "../../shape/frame.ts";
import { shapeOf } from "../../shape/of-element.ts";
import { HERE, type Placed, placed, type Ring, type Shape } from "../../shape/shape.ts";
import { floorOpeningOutline, floorShape } from "../../shape/slab.ts";
import { minus, turned } from "../../shape/vectors.ts";
import { axisOf, wallOutline } from "../../shape/wall.ts";
import type { BranchState } from "../../state/branch-state.ts";
import { onGrid } from "../../units.ts";
import type { Body, Geometry } from "./geometry.ts";
import type { IfcSource } from "./source.ts";
import type { Ref, StepWriter } from "./step.ts";
import { list } from "./step.ts";

const BEYOND_M = 0.05;
const SWEPT = new Set<Shape["op"]>(["extrude", "stand", "along"]);

/** What no single outline comes to, and so is written as triangles. */
export function needsMesh(state: BranchState, element: Element): boolean {
  if (element.type === "wall") return false;
  const shape = shapeOf(state, element)?.shape;
  return shape === undefined ? element.type === "mesh" : !SWEPT.has(shape.op);
}

/**
 * A shape that takes triangles, in a frame beside it: their corners have seven digits, which are spent on the shape and
 * not on how far it lies from the model's zero.
 */
export function nearShape(state: BranchState, element: Element): Placed | undefined {
  const made = shapeOf(state, element);
  const box = boundsOf(state, element);
  const { x, y, degrees } = made?.at ?? HERE;
  if (made === undefined || box === undefined || x !== 0 || y !== 0 || degrees !== 0) return made;
  const [left, low] = [Math.round(box.min[0]), Math.round(box.min[1])];
  return {
    shape: placed({ shape: made.shape, at: { ...HERE, x: -left, y: -low } }),
    at: { ...made.at, x: left, y: low },
  };
}

/** Elements that were taken up into the result of a boolean, and what is cut from them: the result stands for all. */
export function absorbedIn(state: BranchState): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const result of state.ofType("boolean")) {
    if (result.parameters.keep_operands === true) continue;
    for (const name of ["element_a", "element_b"]) gone.add(text(result, name) ?? "");
  }
  for (const opening of state.ofType("opening")) if (gone.has(text(opening, "host_id") ?? "")) gone.add(opening.id);
  return gone;
}

/** Whether it stands in a hole, or is one. */
export function isCutIn({ type }: Element): boolean {
  return type === "door" || type === "window" || type === "opening";
}

/** The body of an element in its own frame, with nothing cut from it that is told by an opening. */
export function bodyOf(geometry: Geometry, { state, meshes }: IfcSource, element: Element): Body | undefined {
  const solid = (item: Ref | undefined): Body | undefined => item && { kind: "SweptSolid", items: [item] };
  switch (element.type) {
    case "wall":
      return solid(
        geometry.swept({ op: "extrude", rings: [ownOutline(state, element)], height: measure(element, "height") }),
      );
    case "floor": {
      const holes = (element.parameters.holes ?? []) as unknown as readonly Ring[];
      const { shape } = floorShape(state, element);
      if (shape.op !== "extrude") return undefined;
      return solid(geometry.swept({ ...shape, rings: [shape.rings[0] as Ring, ...holes] }));
    }
    case "opening":
      return solid(openingBody(geometry, state, element));
    case "column":
    case "beam": {
      const { shape } = element.type === "column" ? columnShape(state, element) : beamShape(state, element);
      return solid(geometry.swept(shape, (rings) => geometry.section(element.parameters.profile ?? null, rings)));
    }
    default: {
      const surface = meshes.get(element.id);
      if (surface !== undefined) return geometry.meshed(surface.mesh, element.parameters.is_closed !== false);
      const shape = shapeOf(state, element)?.shape;
      return shape && solid(geometry.swept(shape));
    }
  }
}

/** The outline of a wall in its own frame, cut as its joins ask. */
function ownOutline(state: BranchState, wall: Element): Ring {
  const { start, degrees } = axisOf(wall);
  return wallOutline(state, wall).map((at) => {
    const [x, y] = turned(minus(at, start), -degrees);
    return [onGrid(x), onGrid(y)];
  });
}

/** A hole reaches beyond both faces of its host. */
function openingBody(geometry: Geometry, state: BranchState, opening: Element): Ref | undefined {
  const host = state.get(text(opening, "host_id") ?? "");
  if (host === undefined) return undefined;
  const deep = measure(host, "thickness") + 2 * BEYOND_M;
  if (opening.parameters.offset !== undefined) {
    const [width, height] = [measure(opening, "width"), measure(opening, "height")];
    return geometry.extruded(geometry.rectangle(width, deep, [width / 2, 0]), geometry.axes([0, 0, 0]), height);
  }
  return geometry.extruded(geometry.profileOf([floorOpeningOutline(opening)]), geometry.axes([0, 0, -BEYOND_M]), deep);
}

/** The line that a wall follows. */
export function wallAxis(geometry: Geometry, step: StepWriter, wall: Element): Ref {
  return step.add("IFCPOLYLINE", list([geometry.point(0, 0), geometry.point(axisOf(wall).length, 0)]));
}

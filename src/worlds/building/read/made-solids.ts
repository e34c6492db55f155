import type { Building } from "../building.ts";
import { refuse } from "../model/codes.ts";
import { type Element, text } from "../model/element.ts";
import { shapeOf } from "../model/shape/of-element.ts";
import { keyOf, type Placement } from "../model/shape/shape.ts";
import { readMesh } from "../model/solids/mesh-bytes.ts";
import type { Solid, SolidMesh } from "../model/solids/solid.ts";
import type { BranchState } from "../model/state/branch-state.ts";

/** The surface of an element in its own frame, and where that stands. */
export interface Surface {
  readonly element: Element;
  readonly mesh: SolidMesh;
  readonly at: Placement;
}

/** The solids of some elements, by their ids; those that are none are left out. */
export async function solidsOf(
  building: Building,
  state: BranchState,
  elements: readonly Element[],
): Promise<ReadonlyMap<string, Solid>> {
  const shapes = elements.flatMap((element) => {
    const shape = shapeOf(state, element)?.shape;
    return shape === undefined ? [] : [{ id: element.id, shape }];
  });
  const made = await building.solids.make(
    shapes.map(({ shape }) => shape),
    building.asking,
  );
  return new Map(
    shapes.map(({ id, shape }) => {
      const answer = made.get(keyOf(shape));
      if (answer === undefined || "failure" in answer) throw unmade(id);
      return [id, answer.solid];
    }),
  );
}

/** The surfaces of some elements; also of triangles that enclose nothing. */
export async function surfacesOf(
  building: Building,
  state: BranchState,
  elements: readonly Element[],
  shaped: typeof shapeOf = shapeOf,
): Promise<readonly Surface[]> {
  const placed = elements.map((element) => ({ element, made: shaped(state, element) }));
  const shapes = placed.flatMap(({ made }) => (made === undefined ? [] : [made.shape]));
  const meshes = await building.solids.meshes(shapes, building.asking);
  const shown: Surface[] = [];
  for (const { element, made } of placed) {
    if (made !== undefined) {
      const answer = meshes.get(keyOf(made.shape));
      if (answer === undefined || !("mesh" in answer)) throw unmade(element.id);
      shown.push({ element, mesh: answer.mesh, at: made.at });
    } else if (element.type === "mesh") {
      const bytes = await building.asking.mesh?.(text(element, "mesh") ?? "");
      const [x = 0, y = 0] = element.parameters.location as readonly number[];
      const at = { x, y, z: Number(element.parameters.elevation ?? 0), degrees: 0 };
      if (bytes !== undefined) shown.push({ element, mesh: readMesh(bytes), at });
    }
  }
  return shown;
}

function unmade(id: string) {
  return refuse("export_failed", "The geometry of an element cannot be made", { element_id: id });
}

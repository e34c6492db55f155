import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import type { Building } from "../building.ts";
import { categoryOf, type Element } from "../model/element.ts";
import { referencesOf, shownParameters } from "../model/parameters/convert.ts";
import { boundsOf } from "../model/shape/bounds.ts";
import { levelOf } from "../model/shape/levels.ts";
import { shapeOf } from "../model/shape/of-element.ts";
import { keyOf } from "../model/shape/shape.ts";
import type { BranchState } from "../model/state/branch-state.ts";
import { rounded, toMm } from "../model/units.ts";

export const ListedElement = z.object({
  id: z.string(),
  type: z.string(),
  category: z.string(),
  level_id: z.string().nullable(),
  parameters: z.looseObject({}),
});

export const ShownElement = ListedElement.extend({
  depends_on: z.array(z.string()),
  dependants: z.array(z.object({ id: z.string(), type: z.string() })),
  bounds: z
    .object({ min: z.array(z.number()), max: z.array(z.number()) })
    .nullable()
    .describe("In mm"),
  volume: z.number().nullable().describe("In m³; null for what is no solid"),
  surface_area: z.number().nullable().describe("In m²"),
  absorbed_by: z.string().nullable().describe("The result of a boolean that it was taken up into"),
});

export function listElement(state: BranchState, element: Element): JsonObject {
  return {
    id: element.id,
    type: element.type,
    category: categoryOf(element),
    level_id: levelOf(state, element)?.id ?? null,
    parameters: shownParameters(element),
  };
}

/** The result that an operand was taken up into: it no longer counts by itself. */
export function absorbedBy(state: BranchState, { id }: Element): string | undefined {
  return state.referrers(id).find(({ type, parameters }) => type === "boolean" && parameters.keep_operands !== true)
    ?.id;
}

export async function describeElement(building: Building, state: BranchState, element: Element): Promise<JsonObject> {
  const shape = shapeOf(state, element)?.shape;
  const made = shape && (await building.solids.make([shape], building.asking)).get(keyOf(shape));
  const solid = made !== undefined && "solid" in made ? made.solid : undefined;
  const box = boundsOf(state, element);
  return {
    ...listElement(state, element),
    depends_on: [...referencesOf(element)],
    dependants: state.referrers(element.id).map(({ id, type }) => ({ id, type })),
    bounds: box === undefined ? null : { min: box.min.map(toMm), max: box.max.map(toMm) },
    volume: solid === undefined ? null : rounded(solid.volume),
    surface_area: solid === undefined ? null : rounded(solid.area),
    absorbed_by: absorbedBy(state, element) ?? null,
  };
}

import { categoryOf, type Element } from "../element.ts";
import type { RuleContext, Subjects } from "./measure.ts";

/** Elements of a category, also those that were brought in as triangles. */
function ofCategory(category: string, none: Subjects["none"]): Subjects {
  return {
    of: ({ state }: RuleContext) =>
      [...state.all()].filter((element) => categoryOf(element) === category).sort((a, b) => (a.id < b.id ? -1 : 1)),
    none,
  };
}

/** The building as a whole: what is measured of it belongs to no element. */
const WHOLE: Element = { id: "", type: "level", parameters: {} };

/** What a rule can be about. A building without doors or rooms is not finished: then nothing can be said of it. */
export const SUBJECTS = {
  doors: ofCategory("Doors", { notChecked: "the model has no doors" }),
  rooms: ofCategory("Rooms", { notChecked: "the model has no rooms" }),
  walls: ofCategory("Walls", { notApplicable: "the model has no walls" }),
  stairs: ofCategory("Stairs", { notApplicable: "the model has no stairs" }),
  beams: ofCategory("Beams", { notApplicable: "the model has no beams" }),
  columns: ofCategory("Columns", { notApplicable: "the model has no columns" }),
  floors: ofCategory("Floors", { notApplicable: "the model has no floors" }),
  openings: {
    of: ({ state }) => state.ofType("door", "window", "opening"),
    none: { notApplicable: "the model has no openings" },
  },
  building: { of: () => [WHOLE], none: { notApplicable: "there is no building" } },
} as const satisfies Record<string, Subjects>;

/** Why nothing can be measured of something that came as triangles; undefined where its parameters are known. */
export function meshReason({ type }: Element): { readonly notChecked: string } | undefined {
  return type === "mesh" ? { notChecked: "it was brought in as a fixed body, without parameters" } : undefined;
}

import { type BuildingCode, refuse } from "../codes.ts";
import type { Element, ElementType } from "../element.ts";
import { parametersOf } from "../parameters/of-type.ts";
import type { Elements } from "../state/branch-state.ts";

/** What a parameter must lead to, by its name. */
const LEADS_TO: Readonly<Record<string, { readonly types: readonly ElementType[]; readonly code: BuildingCode }>> = {
  level_id: { types: ["level"], code: "level_not_found" },
  base_level: { types: ["level"], code: "level_not_found" },
  top_level: { types: ["level"], code: "level_not_found" },
  wall_id: { types: ["wall"], code: "no_host" },
  host_id: { types: ["wall", "floor"], code: "no_host" },
};

/** Refuses an element that leads nowhere, and the end of one that others still need. */
export function checkReferences(elements: Elements, id: string, element: Element | null): void {
  if (element === null) {
    const dependants = elements.referrers(id).map((one) => one.id);
    if (dependants.length === 0) return;
    throw refuse("has_dependants", "Other elements depend on this one", {
      element_id: id,
      dependants: dependants.slice(0, 20),
    });
  }
  const known = parametersOf(element.type);
  for (const [name, value] of Object.entries(element.parameters)) {
    for (const to of known[name]?.refers?.(value) ?? []) {
      const rule = LEADS_TO[name];
      const found = elements.get(to);
      if (found !== undefined && (rule?.types.includes(found.type) ?? true)) continue;
      throw refuse(
        rule?.code ?? "element_not_found",
        `The ${name} of a ${element.type} leads to nothing it can stand on`,
        {
          element_id: element.id,
          parameter: name,
          leads_to: to,
        },
      );
    }
  }
}

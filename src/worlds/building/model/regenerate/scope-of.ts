import type { JsonObject } from "../../../../kernel/index.ts";
import { categoryOf, type Element } from "../element.ts";
import { boundsOf, boxOf } from "../shape/bounds.ts";
import { levelOf } from "../shape/levels.ts";
import type { Vector } from "../shape/shape.ts";
import type { Elements } from "../state/branch-state.ts";
import { toMm } from "../units.ts";

/** Where a change takes place, in the words that permissions are written in. */
export interface ChangeScope extends JsonObject {
  readonly categories: readonly string[];
  /** Ids of levels; empty text for what stands on none. */
  readonly levels: readonly string[];
  /** The box around it all, in mm; none where something has no place of its own. */
  readonly region: { readonly min: readonly number[]; readonly max: readonly number[] } | null;
}

/** Some elements as they were and as they become: an agent needs permission for both. */
export function scopeOf(before: Elements, after: Elements, ids: readonly string[]): ChangeScope {
  const [categories, levels, corners] = [new Set<string>(), new Set<string>(), [] as Vector[]];
  let hasPlace = true;
  for (const elements of [before, after]) {
    for (const id of ids) {
      const element = elements.get(id);
      if (element === undefined) continue;
      categories.add(categoryOf(element));
      for (const one of placesOf(elements, element)) {
        levels.add(one.type === "level" ? one.id : (levelOf(elements, one)?.id ?? ""));
        const box = boundsOf(elements, one);
        if (box === undefined) hasPlace = false;
        else corners.push(box.min, box.max);
      }
    }
  }
  const box = hasPlace && corners.length > 0 ? boxOf(corners) : undefined;
  return {
    categories: [...categories].sort(),
    levels: [...levels].sort(),
    region: box === undefined ? null : { min: box.min.map(toMm), max: box.max.map(toMm) },
  };
}

/** A join is where those are that it joins. */
function placesOf(elements: Elements, element: Element): readonly Element[] {
  if (element.type !== "join") return [element];
  return (element.parameters.element_ids as readonly string[]).flatMap((id) => elements.get(id) ?? []);
}

import { refuse } from "../model/codes.ts";
import type { Element } from "../model/element.ts";
import type { BranchState } from "../model/state/branch-state.ts";

interface Cascade {
  /** What was asked for, each with what goes because of it. */
  readonly groups: readonly { readonly element: Element; readonly cascade: readonly Element[] }[];
  readonly all: ReadonlyMap<string, Element>;
}

/** What cannot be without some elements. Who stands on a level is not taken with it. */
export function cascadeOf(state: BranchState, asked: readonly Element[]): Cascade {
  const all = new Map(asked.map((element) => [element.id, element]));
  const groups = asked.map((element) => {
    const cascade: Element[] = [];
    const queue = [element];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const one of state.referrers(next.id)) {
        if (all.has(one.id)) continue;
        if (next.type === "level") {
          throw refuse("has_dependants", "Something stands on this level", {
            element_id: next.id,
            dependants: state
              .referrers(next.id)
              .slice(0, 20)
              .map(({ id }) => id),
          });
        }
        all.set(one.id, one);
        cascade.push(one);
        queue.push(one);
      }
    }
    return { element, cascade };
  });
  return { groups, all };
}

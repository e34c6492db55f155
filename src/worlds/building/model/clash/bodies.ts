import { categoryOf, type Element, text } from "../element.ts";
import { referencesOf } from "../parameters/convert.ts";
import type { Profile } from "../parameters/profile.ts";
import { boundsOf } from "../shape/bounds.ts";
import { shapeOf } from "../shape/of-element.ts";
import { profileOutline } from "../shape/profile-outline.ts";
import { placed } from "../shape/shape.ts";
import type { BranchState } from "../state/branch-state.ts";
import { type ClashBody, pairOf } from "./clash.ts";

/** Air, and what only orders the model. It takes part where it is asked for by name. */
const NO_BODY = new Set(["Rooms", "Openings", "Levels", "Joins"]);

export interface ClashSides {
  readonly source?: string | undefined;
  readonly target?: string | undefined;
}

/** What can clash, in order of id, and whether it is on the side that was asked for. */
export function clashBodiesOf(state: BranchState, { source, target }: ClashSides): readonly ClashBody[] {
  const isOn = (side: string | undefined, category: string) =>
    side === undefined ? !NO_BODY.has(category) : side === category;
  return [...state.all()]
    .filter((element) => !isTakenUp(state, element))
    .flatMap((element): ClashBody[] => {
      const category = categoryOf(element);
      const sides = { isSource: isOn(source, category), isTarget: isOn(target, category) };
      if (!sides.isSource && !sides.isTarget) return [];
      const box = boundsOf(state, element);
      const form = formOf(state, element);
      return box === undefined || form === undefined
        ? []
        : [{ id: element.id, box, form, ...sides, ...bulgeOf(element) }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function bulgeOf({ parameters: { profile } }: Element): { readonly bulgeMm?: number } {
  const { shape, diameter } = (profile ?? {}) as Partial<Extract<Profile, { shape: "circular" }>>;
  if (profile === undefined || shape !== "circular" || diameter === undefined) return {};
  const reach = Math.max(...profileOutline(profile).map(([x, y]) => Math.hypot(x, y)));
  return { bulgeMm: (reach - diameter / 2) * 1000 };
}

/** Operands of a boolean stand in its result, unless they were kept. */
function isTakenUp(state: BranchState, { id }: Element): boolean {
  return state.referrers(id).some(({ type, parameters }) => type === "boolean" && parameters.keep_operands !== true);
}

function formOf(state: BranchState, element: Element): ClashBody["form"] | undefined {
  const made = shapeOf(state, element);
  if (made !== undefined) return { solid: placed(made) };
  if (element.type !== "mesh") return undefined;
  const [x = 0, y = 0] = element.parameters.location as readonly number[];
  return { triangles: text(element, "mesh") ?? "", moved: [x, y, Number(element.parameters.elevation ?? 0)] };
}

/** Pairs that are meant to share their place: host and hosted, what is joined, a result and what it is made of. */
export function togetherIn(state: BranchState): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const element of state.all()) {
    if (element.type === "join") {
      const ids = element.parameters.element_ids as readonly string[];
      ids.forEach((one, n) => {
        for (const other of ids.slice(n + 1)) pairs.add(pairOf(one, other));
      });
    } else {
      for (const id of referencesOf(element)) if (state.get(id)?.type !== "level") pairs.add(pairOf(element.id, id));
    }
  }
  return pairs;
}

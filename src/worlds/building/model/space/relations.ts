import { type Element, isBuilt, text } from "../element.ts";
import { referencesOf } from "../parameters/convert.ts";
import { levelOf } from "../shape/levels.ts";
import type { BranchState } from "../state/branch-state.ts";
import { grown } from "./box.ts";
import { covers, type Footprint, meets } from "./footprint.ts";
import { insideOf, outlineOf } from "./room.ts";
import { boundsOf } from "./room-bounds.ts";
import { type Located, locate, spaceIndexOf } from "./space-index.ts";

/** How far a foot may hang above what carries it. */
const REST_M = 0.01;
const CARRIES = new Set(["wall", "column", "beam", "floor", "boolean", "mesh"]);
const IS_CARRIED = new Set(["wall", "column", "beam", "floor", "roof", "stair", "boolean", "mesh"]);
const STANDS_IN_A_ROOM = new Set(["column", "stair", "mesh"]);

type Related = (state: BranchState, element: Element) => readonly Element[];

/** Every relationship that can be asked for, and how it follows from the model. */
export const RELATIONSHIPS = {
  hosts: (state, element) => state.referrers(element.id).filter((one) => hostOf(one) === element.id),
  hosted_by: (state, element) => present(state, [hostOf(element)]),
  joined_to: joinedTo,
  bounds: (state, element) =>
    element.type !== "wall"
      ? []
      : near(state, element, 0.2).filter(
          (one) => one.type === "room" && boundsOf(state, one).stretches.some(({ wall }) => wall.id === element.id),
        ),
  bounded_by: (state, element) =>
    element.type !== "room" ? [] : unique(boundsOf(state, element).stretches.map(({ wall }) => wall)),
  on_level: (state, element) => present(state, [levelOf(state, element)?.id]),
  supports: (state, element) => resting(state, element, "above"),
  supported_by: (state, element) => resting(state, element, "below"),
  contains: contained,
  depends_on: (state, element) => present(state, referencesOf(element)),
  fills: (state, element) =>
    element.type === "door" || element.type === "window" ? present(state, [hostOf(element)]) : [],
  voids: (state, element) => (element.type === "opening" ? present(state, [hostOf(element)]) : []),
} as const satisfies Record<string, Related>;

export type Relationship = keyof typeof RELATIONSHIPS;

/** The elements in a relationship to one, in order of id. */
export function relatedTo(state: BranchState, element: Element, relationship: Relationship): readonly Element[] {
  const related: Related = RELATIONSHIPS[relationship];
  return unique(related(state, element));
}

/** What stands on a level: what names it, and what hangs in that. In order of id. */
export function elementsOn(state: BranchState, level: Element): readonly Element[] {
  const found = new Map<string, Element>();
  const waiting = state.referrers(level.id).filter((one) => isBuilt(one) && levelOf(state, one)?.id === level.id);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.id)) continue;
    found.set(next.id, next);
    waiting.push(...state.referrers(next.id).filter((one) => isBuilt(one) && levelOf(state, one)?.id === level.id));
  }
  return [...found.values()].sort(byId);
}

/** What touches an element, and on which side of it. */
export function touching(
  state: BranchState,
  element: Element,
): readonly { element: Element; side: "above" | "below" | "beside" }[] {
  const own = locate(state, element);
  if (own === undefined) return [];
  return spaceIndexOf(state)
    .near(grown(own.box, REST_M))
    .filter((other) => other.element.id !== element.id && touchesInPlan(own, other))
    .map((other) => ({ element: other.element, side: sideOf(own, other) }));
}

function sideOf(own: Located, other: Located): "above" | "below" | "beside" {
  if (other.box.min[2] >= own.box.max[2] - REST_M) return "above";
  return other.box.max[2] <= own.box.min[2] + REST_M ? "below" : "beside";
}

function touchesInPlan(a: Located, b: Located): boolean {
  return a.footprints.some((one) => b.footprints.some((other) => meets(one, other)));
}

function hostOf(element: Element): string | undefined {
  return text(element, "wall_id") ?? text(element, "host_id");
}

function joinedTo(state: BranchState, element: Element): readonly Element[] {
  const joins = state.referrers(element.id).filter(({ type }) => type === "join");
  const ids = joins.flatMap(({ parameters }) => parameters.element_ids as readonly string[]);
  return present(
    state,
    ids.filter((id) => id !== element.id),
  );
}

/** What rests on an element, or what it rests on: one's top at the other's foot, over each other in plan. */
function resting(state: BranchState, element: Element, side: "above" | "below"): readonly Element[] {
  const own = locate(state, element);
  const [ownKinds, otherKinds] = side === "above" ? [CARRIES, IS_CARRIED] : [IS_CARRIED, CARRIES];
  if (own === undefined || !ownKinds.has(element.type)) return [];
  const rests = (lower: Footprint, upper: Footprint) =>
    Math.abs(lower.high - upper.low) <= REST_M && meets(lower, upper);
  return spaceIndexOf(state)
    .near(grown(own.box, REST_M))
    .filter(
      (other) =>
        other.element.id !== element.id &&
        otherKinds.has(other.element.type) &&
        own.footprints.some((one) =>
          other.footprints.some((two) => (side === "above" ? rests(one, two) : rests(two, one))),
        ),
    )
    .map((other) => other.element);
}

/** What stands on a level, or with its middle in a room. */
function contained(state: BranchState, element: Element): readonly Element[] {
  if (element.type === "level") return elementsOn(state, element);
  if (element.type !== "room") return [];
  const own = locate(state, element);
  const outline = { rings: [outlineOf(element)], low: 0, high: 0 };
  if (own === undefined) return [];
  return spaceIndexOf(state)
    .near(own.box)
    .filter(({ element: one, footprints }) => {
      const ring = footprints[0]?.rings[0];
      return STANDS_IN_A_ROOM.has(one.type) && ring !== undefined && covers(outline, insideOf(ring));
    })
    .map((other) => other.element);
}

function near(state: BranchState, element: Element, by: number): readonly Element[] {
  const own = locate(state, element);
  return own === undefined
    ? []
    : spaceIndexOf(state)
        .near(grown(own.box, by))
        .map((other) => other.element);
}

function present(state: BranchState, ids: readonly (string | undefined)[]): readonly Element[] {
  return ids.flatMap((id) => (id === undefined ? [] : (state.get(id) ?? [])));
}

function unique(elements: readonly Element[]): readonly Element[] {
  return [...new Map(elements.map((element) => [element.id, element])).values()].sort(byId);
}

function byId(a: Element, b: Element): number {
  return a.id < b.id ? -1 : 1;
}

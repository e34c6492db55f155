import { type Element, measure } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";

/** A hole through a wall, along its axis and up from its foot. */
export interface WallVoid {
  readonly id: string;
  readonly offset: number;
  readonly base: number;
  readonly width: number;
  readonly height: number;
}

/** What doors, windows and openings take out of a wall, in order of id. */
export function voidsOf(elements: Elements, wall: Element): WallVoid[] {
  return elements.referrers(wall.id).flatMap((one) => (isWallVoid(one) ? [voidOf(one)] : []));
}

export function isWallVoid({ type, parameters }: Element): boolean {
  return type === "door" || type === "window" || (type === "opening" && parameters.offset !== undefined);
}

export function voidOf(one: Element): WallVoid {
  const base =
    one.type === "window" ? measure(one, "sill_height") : one.type === "opening" ? measure(one, "base_height") : 0;
  return {
    id: one.id,
    offset: measure(one, "offset"),
    base,
    width: measure(one, "width"),
    height: measure(one, "height"),
  };
}

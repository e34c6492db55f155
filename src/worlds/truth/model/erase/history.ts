import type { RecordedObservation } from "../recorded.ts";
import { endOf } from "./groups.ts";
import type { Going } from "./what-goes.ts";

export type History = ReturnType<typeof createHistory>;

/**
 * The history as it goes without what is erased: which of the entities that lose something are there at a time, and who
 * is merged into whom. All others are there whenever an entry names them, as they were.
 */
export function createHistory({ touched, entities, groups }: Going) {
  const mergedTo = new Map<string, string>();
  /** How many observations are about each of the touched entities. */
  const own = new Map<string, number>();
  /** Where the observations are that are split at some time. */
  const places = new Map<string, string>();

  function count(id: string, change: number): void {
    if (touched.has(id)) own.set(id, (own.get(id) ?? 0) + change);
  }

  function isThere(id: string): boolean {
    if (entities.has(id)) return false;
    if (!touched.has(id) || mergedTo.has(id) || (own.get(id) ?? 0) > 0) return true;
    return [...mergedTo].some(([from, to]) => to === id && isObserved(from));
  }

  function isObserved(id: string): boolean {
    if (!touched.has(id) || (own.get(id) ?? 0) > 0) return true;
    return [...mergedTo].some(([from, to]) => to === id && isObserved(from));
  }

  return {
    isThere,
    isMerged: (id: string) => mergedTo.has(id),
    shownOf: (id: string) => endOf(mergedTo, id),
    /** The entity that a split observation is about now; undefined where it was not said, or no longer is. */
    placeOf: (observationId: string) => places.get(observationId),
    said(said: RecordedObservation): void {
      count(said.rule_id, 1);
      // One that is about its last entity from the beginning is not split any more.
      if (groups.pathOf(said).at(-1) !== said.rule_id) places.set(said.id, said.rule_id);
    },
    merged: (from: string, to: string) => void mergedTo.set(from, to),
    unmerged: (from: string) => void mergedTo.delete(from),
    assigned(observationId: string, to: string): void {
      const from = places.get(observationId);
      if (from !== undefined) count(from, -1);
      count(to, 1);
      places.set(observationId, to);
    },
  };
}

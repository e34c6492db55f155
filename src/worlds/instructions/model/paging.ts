import { type Cut, cutAt, cutText, firstFitting } from "../../../kernel/index.ts";
import type { InstructionEntry } from "./entry.ts";

/** How much of an answer one list may fill: below the limit of a result, with room for the rest. */
export const PAGE_CHARS_MAX = 40_000;

/** Which part of a list is wanted. */
export interface Asked {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** The part of a list that was asked for, or as much of it as one answer holds; a method of its own gets it whole. */
export function pageOf<Item>(
  items: readonly Item[],
  { offset = 0, limit = items.length }: Asked,
  whole: boolean,
  shrink?: (item: Item, chars: number) => Item,
): { items: Item[]; cut: Cut } {
  const wanted = items.slice(offset, offset + limit);
  const taken = whole ? wanted : firstFitting(wanted, PAGE_CHARS_MAX, shrink).items;
  return { items: taken, cut: cutAt(offset + taken.length, items.length) };
}

/** An entry too long for any answer, with as much of its body as fits; instructions_get reads on from there. */
export function shrinkEntry(entry: InstructionEntry, chars: number): InstructionEntry {
  const frame = JSON.stringify({ ...entry, body: "" }).length;
  if (frame < chars) return { ...entry, body: cutText(entry.body, 0, chars - frame).text, bodyTruncated: true };
  const { id, title, sourceHash, priority, requirement } = entry;
  return { id, title: title.slice(0, 200), sourceHash, priority, requirement, bodyTruncated: true } as never;
}

/** The first part of a list that stands beside others or tells what was written, and so cannot be paged. */
export function firstOf<Item>(items: readonly Item[], whole: boolean, charsMax: number): Item[] {
  return whole ? [...items] : firstFitting(items, charsMax).items;
}

const LOOKUPS_PER_PAGE = 200;

/** The part of a sorted list after an id. */
export function pageAfter<Item extends { readonly id: string }>(items: readonly Item[], cursor: string | undefined) {
  const rest = cursor === undefined ? items : items.filter(({ id }) => id > cursor);
  const page = rest.slice(0, LOOKUPS_PER_PAGE);
  const last = page.at(-1);
  return { page, next: last !== undefined && page.length < rest.length ? { nextCursor: last.id } : {} };
}

import type { InstructionEntry } from "./entry.ts";

/** How much of an answer one list may fill: below the limit of a result, with room for the rest. */
const PAGE_CHARS_MAX = 40_000;

/** Which part of a list is wanted. */
export interface Asked {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** What a list says when there is more of it. */
export interface Cut {
  readonly truncated?: true;
  readonly next_offset?: number;
}

/** The part of a list that was asked for, or as much of it as one answer holds; a method of its own gets it whole. */
export function pageOf<Item>(
  items: readonly Item[],
  { offset = 0, limit = items.length }: Asked,
  whole: boolean,
  shrink: (item: Item, chars: number) => Item = (item) => item,
): { items: Item[]; cut: Cut } {
  const wanted = items.slice(offset, offset + limit);
  const taken = whole ? wanted : takeFitting(wanted, PAGE_CHARS_MAX, shrink);
  const next = offset + taken.length;
  return { items: taken, cut: next < items.length ? { truncated: true, next_offset: next } : {} };
}

function takeFitting<Item>(
  items: readonly Item[],
  charsMax: number,
  shrink: (item: Item, chars: number) => Item,
): Item[] {
  const taken: Item[] = [];
  let chars = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length + 1;
    if (chars + length > charsMax) {
      if (taken.length === 0) taken.push(shrink(item, charsMax));
      break;
    }
    chars += length;
    taken.push(item);
  }
  return taken;
}

/** An entry too long for any answer, with as much of its body as fits; instructions_get reads on from there. */
export function shrinkEntry(entry: InstructionEntry, chars: number): InstructionEntry {
  const frame = JSON.stringify({ ...entry, body: "" }).length;
  if (frame < chars) return { ...entry, body: cutText(entry.body, 0, chars - frame).text, bodyTruncated: true };
  const { id, title, sourceHash, priority, requirement } = entry;
  return { id, title: title.slice(0, 200), sourceHash, priority, requirement, bodyTruncated: true } as never;
}

/** A stretch of a text whose JSON has at most so many characters; a character of two units is not torn. */
export function cutText(text: string, offset: number, chars = PAGE_CHARS_MAX): { text: string; end: number } {
  let end = Math.min(text.length, offset + chars);
  while (end > offset + 1 && JSON.stringify(text.slice(offset, end)).length > chars + 2) {
    end = offset + Math.floor((end - offset) * 0.8);
  }
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? "")) end -= 1;
  return { text: text.slice(offset, end), end };
}

/** The first part of a list that stands beside others or tells what was written, and so cannot be paged. */
export function firstOf<Item>(items: readonly Item[], whole: boolean, charsMax: number): Item[] {
  return whole ? [...items] : takeFitting(items, charsMax, (item) => item);
}

const LOOKUPS_PER_PAGE = 200;

/** The part of a sorted list after an id. */
export function pageAfter<Item extends { readonly id: string }>(items: readonly Item[], cursor: string | undefined) {
  const rest = cursor === undefined ? items : items.filter(({ id }) => id > cursor);
  const page = rest.slice(0, LOOKUPS_PER_PAGE);
  const last = page.at(-1);
  return { page, next: last !== undefined && page.length < rest.length ? { nextCursor: last.id } : {} };
}

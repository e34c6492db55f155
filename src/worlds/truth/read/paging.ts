import type { JsonObject } from "../../../kernel/index.ts";

/** How many characters the lists of one answer may fill together: below the limit of a result with room for the rest. */
export const LIST_CHARS_MAX = 44_000;
/** How much of an answer one row may fill. */
const ROW_CHARS_MAX = 20_000;

export interface Cut {
  readonly truncated?: true;
  readonly next_offset?: number;
}

/** As many items as fit into one answer; `offset` is the place of the first of them in the whole list. */
export function cutList<Item>(
  items: readonly Item[],
  offset: number,
  charsMax = LIST_CHARS_MAX,
): { items: Item[]; cut: Cut; chars: number } {
  const taken: Item[] = [];
  let chars = 0;
  for (const item of items) {
    const more = JSON.stringify(item).length + 1;
    if (chars + more > charsMax && (taken.length > 0 || charsMax < LIST_CHARS_MAX)) {
      return { items: taken, cut: { truncated: true, next_offset: offset + taken.length }, chars };
    }
    chars += more;
    taken.push(item);
  }
  return { items: taken, cut: {}, chars };
}

/** An object that fits into an answer: its largest values are left out, and named. */
export function fitFields(
  fields: JsonObject,
  charsMax = ROW_CHARS_MAX,
): { fields: JsonObject; omitted_fields?: string[] } {
  let chars = JSON.stringify(fields).length;
  if (chars <= charsMax) return { fields };
  const sizes = Object.entries(fields).map(([name, value]) => ({ name, chars: JSON.stringify(value ?? null).length }));
  const omitted = new Set<string>();
  for (const { name, chars: size } of sizes.sort((a, b) => b.chars - a.chars || (a.name < b.name ? -1 : 1))) {
    if (chars <= charsMax) break;
    omitted.add(name);
    chars -= size;
  }
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !omitted.has(name))),
    omitted_fields: [...omitted].sort(),
  };
}

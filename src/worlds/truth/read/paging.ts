import { cutList, type JsonObject } from "../../../kernel/index.ts";

/** How many characters the lists of one answer may fill together: below the limit of a result with room for the rest. */
export const LIST_CHARS_MAX = 44_000;
/** How much of an answer one row may fill. */
const ROW_CHARS_MAX = 20_000;

/** As many items as fit into one answer. A list that shares it with others gives way, however long its first item. */
export function fitList<Item>(items: readonly Item[], offset: number, charsMax = LIST_CHARS_MAX) {
  return cutList(items, offset, charsMax, charsMax < LIST_CHARS_MAX ? () => undefined : undefined);
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

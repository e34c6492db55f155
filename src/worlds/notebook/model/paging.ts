/** How much of an answer one list may fill: below the limit of a result with room for the rest. */
const LIST_CHARS_MAX = 40_000;

export interface Cut {
  readonly truncated?: true;
  readonly next_offset?: number;
}

/** As many items from `offset` as fit into one answer, and where the next part begins. */
export function cutList<Item>(items: readonly Item[], offset: number): { items: Item[]; cut: Cut } {
  const taken: Item[] = [];
  let chars = 0;
  for (const item of items.slice(offset)) {
    chars += JSON.stringify(item).length + 1;
    if (chars > LIST_CHARS_MAX && taken.length > 0) {
      return { items: taken, cut: { truncated: true, next_offset: offset + taken.length } };
    }
    taken.push(item);
  }
  return { items: taken, cut: {} };
}

/** A stretch of a text that fits into one answer; a character of two units is not torn. */
export function cutText(text: string, offset: number): { text: string; cut: Cut & { total_chars?: number } } {
  let end = Math.min(text.length, offset + LIST_CHARS_MAX);
  // Escapes lengthen JSON: line breaks and quotes count twice.
  while (end > offset + 1 && JSON.stringify(text.slice(offset, end)).length > LIST_CHARS_MAX + 2) {
    end = offset + Math.floor((end - offset) * 0.8);
  }
  if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? "")) end -= 1;
  if (offset === 0 && end === text.length) return { text, cut: {} };
  const rest = end < text.length ? ({ truncated: true, next_offset: end } as const) : {};
  return { text: text.slice(offset, end), cut: { ...rest, total_chars: text.length } };
}

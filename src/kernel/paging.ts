/** What an answer says of a list or a text that goes on. */
export interface Cut {
  readonly truncated?: true;
  readonly next_offset?: number;
}

/** That there is more from `next` on, unless the whole ends there. */
export function cutAt(next: number, total: number): Cut {
  return next < total ? { truncated: true, next_offset: next } : {};
}

/**
 * The first items whose JSON has at most so many characters together, and how many it has. Whoever asks must get on, so a
 * first item that is too long alone is taken all the same; `tooLong` may shorten it, or leave it out with undefined.
 */
export function firstFitting<Item>(
  items: readonly Item[],
  charsMax: number,
  tooLong: (item: Item, charsMax: number) => Item | undefined = (item) => item,
): { items: Item[]; chars: number } {
  const taken: Item[] = [];
  let chars = 0;
  for (const item of items) {
    const more = charsOf(item);
    if (chars + more > charsMax) {
      const instead = taken.length === 0 ? tooLong(item, charsMax) : undefined;
      return instead === undefined ? { items: taken, chars } : { items: [instead], chars: charsOf(instead) };
    }
    chars += more;
    taken.push(item);
  }
  return { items: taken, chars };
}

/** With the comma behind it. */
function charsOf(item: unknown): number {
  return JSON.stringify(item).length + 1;
}

/** As many items as fit into one answer; `offset` is the place of the first of them in the whole list. */
export function cutList<Item>(
  items: readonly Item[],
  offset: number,
  charsMax: number,
  tooLong?: (item: Item, charsMax: number) => Item | undefined,
): { items: Item[]; cut: Cut; chars: number } {
  const fitting = firstFitting(items, charsMax, tooLong);
  return { ...fitting, cut: cutAt(offset + fitting.items.length, offset + items.length) };
}

/** The stretch of a text from `offset` whose JSON has at most so many characters; of a part, how long the whole is. */
export function cutText(
  text: string,
  offset: number,
  charsMax: number,
): { text: string; cut: Cut & { readonly total_chars?: number } } {
  let end = Math.min(text.length, offset + charsMax);
  // Escapes lengthen JSON: line breaks and quotes count twice.
  while (end > offset + 1 && JSON.stringify(text.slice(offset, end)).length > charsMax + 2) {
    end = offset + Math.floor((end - offset) * 0.8);
  }
  end = wholeEnd(text, end);
  if (offset === 0 && end === text.length) return { text, cut: {} };
  return { text: text.slice(offset, end), cut: { ...cutAt(end, text.length), total_chars: text.length } };
}

/** Where to cut a text so that no character of two units is torn: here or one unit before. */
export function wholeEnd(text: string, end: number): number {
  return end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

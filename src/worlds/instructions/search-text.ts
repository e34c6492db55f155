import type { Entries } from "./entries.ts";
import type { InstructionEntry } from "./entry.ts";
import { byCodeUnit } from "./names.ts";

/** Entries that changed since the text was put together are looked at one by one, up to this many. */
const APART_MAX = 500;
/** Never part of UTF-8: no match can reach from one text into the next. */
const BETWEEN = 0xff;

interface Base {
  readonly entries: readonly InstructionEntry[];
  /** Where the text of each entry begins. */
  readonly starts: readonly number[];
  readonly text: Buffer;
}

/** Finds texts by plain words: all titles and bodies, lower-cased, as one stretch of bytes. */
export function createSearchText(entries: Entries) {
  let base: Base | undefined;
  const apart = new Set<string>();
  entries.onChange((id) => {
    if (base !== undefined) apart.add(id);
  });

  return {
    /** Entries whose title or body holds the words, by id. */
    find(words: string): InstructionEntry[] {
      const wanted = words.toLowerCase();
      if (base === undefined || apart.size > APART_MAX) {
        base = build(entries.all());
        apart.clear();
      }
      const found = findIn(base, Buffer.from(wanted)).filter(({ id }) => !apart.has(id));
      for (const id of apart) {
        const entry = entries.get(id);
        if (entry !== undefined && holds(entry, wanted)) found.push(entry);
      }
      return apart.size === 0 ? found : found.sort((a, b) => byCodeUnit(a.id, b.id));
    },
  };
}

function holds({ title, body }: InstructionEntry, wanted: string): boolean {
  return title.toLowerCase().includes(wanted) || body.toLowerCase().includes(wanted);
}

function build(all: readonly InstructionEntry[]): Base {
  let text = Buffer.allocUnsafeSlow(all.reduce((sum, { title, body }) => sum + title.length + body.length + 2, 1024));
  const starts: number[] = [];
  let at = 0;
  for (const { title, body } of all) {
    starts.push(at);
    for (const part of [title.toLowerCase(), body.toLowerCase()]) {
      // Three bytes a code unit at most, and one in between.
      const room = at + part.length * 3 + 1;
      if (room > text.length && at + Buffer.byteLength(part) + 1 > text.length) {
        text = Buffer.concat([text], Math.max(room, Math.ceil(text.length * 1.5)));
      }
      at += text.write(part, at);
      text[at++] = BETWEEN;
    }
  }
  return { entries: all, starts, text: text.subarray(0, at) };
}

function findIn({ entries, starts, text }: Base, wanted: Buffer): InstructionEntry[] {
  const found: InstructionEntry[] = [];
  for (let at = text.indexOf(wanted); at !== -1; ) {
    const place = entryAt(starts, at);
    found.push(entries[place] as InstructionEntry);
    const next = starts[place + 1];
    at = next === undefined ? -1 : text.indexOf(wanted, next);
  }
  return found;
}

/** The last entry that begins at or before a byte. */
function entryAt(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

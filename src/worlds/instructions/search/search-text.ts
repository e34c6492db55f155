import type { Entries } from "../model/entries.ts";
import type { InstructionEntry } from "../model/entry.ts";
import { byCodeUnit } from "../model/names.ts";

/** Entries that changed since the text was put together are looked at one by one, up to this many. */
const APART_MAX = 500;
/** Never part of UTF-8: no match can reach from one text into the next. */
const BETWEEN = 0xff;
const STRETCH_BYTES = 1024 * 1024;

/** Some entries, one after another. */
interface Stretch {
  readonly entries: readonly InstructionEntry[];
  /** Where the text of each entry begins. */
  readonly starts: readonly number[];
  readonly text: Buffer;
}

/** Finds texts by plain words: all titles and bodies, lower-cased, as stretches of bytes outside the heap. */
export function createSearchText(entries: Entries) {
  let base: readonly Stretch[] | undefined;
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
      const bytes = Buffer.from(wanted);
      const found = base.flatMap((stretch) => findIn(stretch, bytes)).filter(({ id }) => !apart.has(id));
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

function build(all: readonly InstructionEntry[]): Stretch[] {
  const stretches: Stretch[] = [];
  let scratch = Buffer.allocUnsafeSlow(STRETCH_BYTES);
  let entries: InstructionEntry[] = [];
  let starts: number[] = [];
  let at = 0;
  const finish = () => {
    if (entries.length > 0) stretches.push({ entries, starts, text: Buffer.from(scratch.subarray(0, at)) });
    [entries, starts, at] = [[], [], 0];
  };
  for (const entry of all) {
    const parts = [entry.title.toLowerCase(), entry.body.toLowerCase()];
    const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0);
    if (at + bytes > scratch.length) finish();
    if (bytes > scratch.length) scratch = Buffer.allocUnsafeSlow(bytes);
    entries.push(entry);
    starts.push(at);
    for (const part of parts) {
      at += scratch.write(part, at);
      scratch[at++] = BETWEEN;
    }
  }
  finish();
  return stretches;
}

function findIn({ entries, starts, text }: Stretch, wanted: Buffer): InstructionEntry[] {
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

import { type Env, mapInTurns, sha256 } from "../../../../kernel/index.ts";
import { quoteHash, type RecordedPart, type RecordedQuote, type RecordedQuotes } from "../../model/quote.ts";
import type { FoundRow, Place, SourceText } from "../places.ts";

/** A text that quotes are taken from, with its bytes where it is kept beside the file. */
export interface KeptPart extends RecordedPart {
  readonly content: Buffer;
}

export interface QuotedRow extends FoundRow {
  readonly quotes?: RecordedQuotes;
}

/** Turns places in texts into quotes: bytes, and the hash of what stands there. Texts beside the file are given to be kept. */
export async function placeQuotes(
  env: Env,
  rows: readonly FoundRow[],
): Promise<{ rows: QuotedRow[]; parts: KeptPart[] }> {
  const texts = new Map<SourceText, ReturnType<typeof openPart>>();
  const open = (text: SourceText) => {
    const known = texts.get(text) ?? openPart(text);
    texts.set(text, known);
    return known;
  };
  const quoted = await mapInTurns(env, rows, (found) => {
    if (found.places === undefined) return found;
    const entries = Object.entries(found.places).map(
      ([field, place]) => [field, open(place.text).quote(place)] as const,
    );
    return { ...found, quotes: Object.fromEntries(entries) };
  });
  const parts = new Map<string, KeptPart>();
  for (const { kept } of texts.values()) if (kept !== undefined) parts.set(kept.sha256, kept);
  return { rows: quoted, parts: [...parts.values()] };
}

function openPart({ text, part, pages }: SourceText) {
  const bytesBefore = createByteCounter(text);
  const content = part === undefined ? undefined : Buffer.from(text);
  const kept = content === undefined || part === undefined ? undefined : { part, sha256: sha256(content), content };
  return {
    kept,
    quote({ start, end, written }: Place): RecordedQuote {
      return {
        start: bytesBefore(start),
        end: bytesBefore(end),
        hash: quoteHash(text.slice(start, end)),
        ...(kept !== undefined && { in: kept.sha256, part: kept.part }),
        ...(pages !== undefined && { page: pages.findLastIndex((from) => from <= start) + 1 }),
        ...(written !== undefined && { written }),
      };
    },
  };
}

const STEP = 4096;

/** How many bytes stand before a place; counted once for the whole text, so that many places cost little. */
function createByteCounter(text: string): (at: number) => number {
  const before = [0];
  return (at) => {
    const step = Math.floor(at / STEP);
    while (before.length <= step) {
      const from = (before.length - 1) * STEP;
      before.push((before.at(-1) ?? 0) + bytesOf(text, from, from + STEP));
    }
    return (before[step] ?? 0) + bytesOf(text, step * STEP, at);
  };
}

/** Of a stretch of whole text that may begin or end within a pair: its first half counts for the whole. */
function bytesOf(text: string, from: number, to: number): number {
  if (from >= Math.min(to, text.length)) return 0;
  // A half by itself is counted as the mark for what is no character, which has 3 bytes.
  const halfBefore = isHalf(text.charCodeAt(from), 0xdc00) ? 3 : 0;
  const halfAfter = isHalf(text.charCodeAt(Math.min(to, text.length) - 1), 0xd800) ? 1 : 0;
  return Buffer.byteLength(text.slice(from, to)) - halfBefore + halfAfter;
}

function isHalf(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}

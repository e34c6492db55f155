import { sha256 } from "../../../kernel/index.ts";
import { firstChars, lastChars } from "./chars.ts";
import { type Paragraph, paragraphsOf } from "./paragraphs.ts";
import type { Parsed, Part, Span } from "./parsed.ts";
import { countTokens, cutLong, PASSAGE_TOKENS_MAX } from "./tokens.ts";
import { type Turn, turnsOf } from "./transcript.ts";

/** A quotable piece of a notebook. Offsets are bytes, [start, end), in the UTF-8 text of its part. */
export interface Passage {
  readonly referenceId: string;
  /** Its place among the passages of the notebook, from 0. */
  readonly ordinal: number;
  /** Passages under one heading share a section. */
  readonly section: number;
  readonly part: string;
  readonly page: number | null;
  readonly timestamp: number | null;
  /** Who said it, in a talk; null in prose. */
  readonly speaker: string | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly checksum: string;
}

/** A section longer than this is counted as several, so that showing one stays bounded. */
const SECTION_CHARS_MAX = 8000;

/** A turn is one passage up to this many characters: what leans on what is said before is not cut in two. */
const TURN_CHARS_MAX = 8000;

/** A stretch that becomes a passage. */
interface Chunk extends Paragraph {
  readonly speaker?: string;
  readonly timestamp?: number | null;
}

/**
 * Cuts a notebook into passages: whole paragraphs, at most 512 tokens, no overlap, never across a heading or a page. Of a
 * talk, each turn is one.
 */
export function cutPassages(collectionId: string, notebookId: string, { parts, markdown }: Parsed): Passage[] {
  const passages: Passage[] = [];
  let section = -1;
  for (const part of parts) {
    const bytesTo = byteCounter(part.text);
    for (const span of part.spans) {
      section += 1;
      let sectionStart = span.start;
      for (const chunk of pieces(part, span, markdown)) {
        if ((chunk.heading && chunk.start > span.start) || chunk.end - sectionStart > SECTION_CHARS_MAX) {
          section += 1;
          sectionStart = chunk.start;
        }
        const text = part.text.slice(chunk.start, chunk.end);
        const checksum = sha256(text);
        const start = bytesTo(chunk.start);
        const end = bytesTo(chunk.end);
        const timestamp = chunk.timestamp ?? span.timestamp;
        const place = { part: part.name, page: span.page, timestamp, start, end };
        const referenceId = referenceIdOf(collectionId, notebookId, { ...place, checksum });
        const speaker = chunk.speaker ?? null;
        passages.push({ referenceId, ordinal: passages.length, section, ...place, speaker, text, checksum });
      }
    }
  }
  return passages;
}

/**
 * `ref_COLLECTION_` and 16 hex digits: the same while text and place stay the same.
 * Offsets within a cell or page start at 0 again and again, so there the part belongs to the name of the notebook.
 */
export function referenceIdOf(
  collectionId: string,
  notebookId: string,
  place: Pick<Passage, "part" | "start" | "end" | "checksum">,
): string {
  const owner = place.part === "file" ? notebookId : `${notebookId}#${place.part}`;
  const name = sha256(`${owner}|${place.start}|${place.end}|${place.checksum}`).slice(0, 16);
  return `ref_${collectionId}_${name}`;
}

/** The turns of a talk with what stands before them, or the paragraphs of a page. */
function* pieces(part: Part, span: Span, markdown: boolean): Generator<Chunk> {
  const { start, end, speaker, timestamp } = span;
  const turns =
    speaker === undefined ? turnsOf(part.text, span, markdown) : [{ start, end, speaker, timestamp } satisfies Turn];
  if (turns === undefined) {
    yield* chunksOf(part, span, markdown);
    return;
  }
  const [first] = turns;
  if (first !== undefined && speaker === undefined) yield* before(part, span, first, markdown);
  for (const turn of turns) {
    const isLong = turn.end - turn.start > TURN_CHARS_MAX;
    const cuts = isLong ? cutLong(part.text, turn.start, turn.end) : [wordsOf(part.text, turn)];
    for (const piece of cuts) {
      if (piece.end > piece.start) yield { ...piece, heading: false, speaker: turn.speaker, timestamp: turn.timestamp };
    }
  }
}

/** A title and the like; the line that the first turn begins on is its own. */
function before(part: Part, span: Span, first: Turn, markdown: boolean): Generator<Paragraph> {
  const line = part.text.lastIndexOf("\n", first.start - 1) + 1;
  return chunksOf(part, { ...span, end: Math.max(span.start, line) }, markdown);
}

function wordsOf(text: string, { start, end }: Turn): { start: number; end: number } {
  const said = text.slice(start, end);
  const from = start + (said.length - said.trimStart().length);
  return { start: from, end: Math.max(from, start + said.trimEnd().length) };
}

/** Packs the paragraphs of a page. Headings stay with what follows them. */
function* chunksOf(part: Part, span: Span, markdown: boolean): Generator<Paragraph> {
  let open: (Paragraph & { tokens: number; onlyHeadings: boolean }) | undefined;
  for (const paragraph of paragraphsOf(part.text, span, markdown)) {
    const tokens = countTokens(part.text.slice(paragraph.start, paragraph.end));
    const joins =
      open !== undefined && open.tokens + tokens <= PASSAGE_TOKENS_MAX && (!paragraph.heading || open.onlyHeadings);
    if (open !== undefined && joins) {
      open = {
        ...open,
        end: paragraph.end,
        tokens: open.tokens + tokens,
        onlyHeadings: open.onlyHeadings && paragraph.heading,
      };
      continue;
    }
    if (open !== undefined) yield open;
    open = undefined;
    if (tokens > PASSAGE_TOKENS_MAX) {
      let first = paragraph.heading;
      for (const piece of cutLong(part.text, paragraph.start, paragraph.end)) {
        yield { ...piece, heading: first };
        first = false;
      }
    } else open = { ...paragraph, tokens, onlyHeadings: paragraph.heading };
  }
  if (open !== undefined) yield open;
}

/** Turns growing UTF-16 offsets into byte offsets, reading the text once. */
function byteCounter(text: string): (offset: number) => number {
  let units = 0;
  let bytes = 0;
  return (offset) => {
    bytes += Buffer.byteLength(text.slice(units, offset));
    units = offset;
    return bytes;
  };
}

/** The bytes [start, end) of a part's text, and what stands around them on the same page. */
export function quote(
  part: Part,
  start: number,
  end: number,
  contextChars: number,
): { text: string; before: string; after: string } {
  const bytes = Buffer.from(part.text);
  const text = bytes.subarray(start, end).toString();
  const from = bytes.subarray(0, start).toString().length;
  const to = from + text.length;
  const span = part.spans.find((page) => page.start <= from && to <= page.end);
  return {
    text,
    before: lastChars(part.text.slice(span?.start ?? from, from), contextChars),
    after: firstChars(part.text.slice(to, span?.end ?? to), contextChars),
  };
}

import { headingOf, type Line, linesOf } from "./lines.ts";
import type { Span } from "./parsed.ts";
import { parseTime } from "./time.ts";

/** What one person says before another does; offsets are in UTF-16 units and leave out who says it and when. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
  readonly timestamp: number | null;
}

/** A line that begins a turn: "Ana: …", "**Ana:** …", "[2024-05-01 10:00] Ana: …", "01.05.24, 10:00 - Ana: …". */
const TIME = String.raw`\[?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)\]?(?:,| -| –)?[ \t]+`;
/** As messengers write it: which is the day and which the month differs by country, so it tells a turn and no time. */
const DAY = String.raw`\u200e?\[?(\d{1,2}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f][AaPp]\.?[Mm]\.?)?)\]?(?:,| -| –)?[ \t]+`;
const NAME = String.raw`(\p{L}[\p{L}\p{M}\p{N}.'’-]{1,30}(?: [\p{L}\p{M}\p{N}.'’-]{1,30}){0,3})`;
const HEAD = new RegExp(String.raw`^(?:${TIME}|${DAY})?(?:\*\*)?${NAME}(?::\*\*|\*\*:|:)[ \t]+(?=\S)`, "u");
/** What a log calls its lines, and how a talk with an assistant names who speaks. */
const LEVEL = /^(?:info|warn|warning|error|debug|trace|fatal|notice|critical)$/i;
const ROLE = /^(?:user|assistant|system|human|me)$/;

const TURNS_MIN = 4;
/** In a talk, who speaks speaks again; the names in a list of fields all differ. */
const TURNS_A_SPEAKER_MIN = 2;
/** Of a text without times, this many paragraphs begin with a name, and half of what follows has so many words. */
const NAMED_SHARE_MIN = 0.9;
const SENTENCE_WORDS_MIN = 4;

interface Head {
  readonly line: Line;
  readonly speaker: string;
  readonly timestamp: number | null;
  /** A time stands before the name, whether or not it can be read. */
  readonly isTimed: boolean;
  /** Where the words begin. */
  readonly said: number;
}

/** The turns of a page that is the transcript of a talk; undefined for any other. */
export function turnsOf(text: string, span: Span, markdown: boolean): Turn[] | undefined {
  const lines = [...linesOf(text, span.start, span.end, markdown)];
  const named = lines.flatMap((line) => headOf(line) ?? []);
  const timed = named.filter((head) => head.isTimed);
  const isTimed = timed.length >= TURNS_MIN && timed.length * 2 >= named.length;
  const heads = isTimed ? timed : named;
  if (!areTurns(heads)) return undefined;
  const ends = isTimed ? [] : lines.filter((line) => markdown && headingOf(line) !== undefined);
  const turns = cut(text, span, heads, ends);
  return isTimed || isTalk(text, lines, heads, turns) ? turns : undefined;
}

function headOf(line: Line): Head | undefined {
  const found = line.fenced ? null : HEAD.exec(line.text);
  if (found === null) return undefined;
  const [whole, time, day, speaker = ""] = found;
  if (LEVEL.test(speaker)) return undefined;
  const timestamp = time === undefined ? null : parseTime(time);
  const isTimed = timestamp !== null || day !== undefined;
  return { line, speaker, timestamp, isTimed, said: line.start + whole.length };
}

function areTurns(heads: readonly Head[]): boolean {
  const speakers = new Set(heads.map(({ speaker }) => speaker)).size;
  return heads.length >= TURNS_MIN && speakers >= 2 && heads.length >= speakers * TURNS_A_SPEAKER_MIN;
}

/** Without times, names alone must tell a talk from a list of fields and from prose with remarks. */
function isTalk(text: string, lines: readonly Line[], heads: readonly Head[], turns: readonly Turn[]): boolean {
  const starts = new Set(heads.map(({ line }) => line.start));
  const paragraphs = lines.filter(
    (line, n) => line.text.trim() !== "" && (lines[n - 1]?.text.trim() ?? "") === "" && headingOf(line) === undefined,
  );
  const begun = paragraphs.filter(({ start }) => starts.has(start)).length;
  const sentences = turns.filter(
    ({ start, end }) => text.slice(start, end).trim().split(/\s+/).length >= SENTENCE_WORDS_MIN,
  );
  return (
    heads.every(({ speaker }) => ROLE.test(speaker) || /^[\p{Lu}\p{Lo}]/u.test(speaker)) &&
    begun >= paragraphs.length * NAMED_SHARE_MIN &&
    sentences.length * 2 >= turns.length
  );
}

/** A turn goes to the next one, or to a heading. */
function cut(text: string, span: Span, heads: readonly Head[], ends: readonly Line[]): Turn[] {
  return heads.map(({ said, speaker, timestamp }, n) => {
    const next = heads[n + 1]?.line.start ?? span.end;
    const stop = ends.find(({ start }) => start > said && start < next)?.start ?? next;
    return { start: said, end: said + text.slice(said, stop).trimEnd().length, speaker, timestamp };
  });
}

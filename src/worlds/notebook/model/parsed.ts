/** Why a file that looks like a notebook is not one. Shown to callers. */
export type SkipReason =
  | "link"
  | "name_is_not_utf8"
  | "not_a_file"
  | "unreadable"
  | "changing"
  | "too_large"
  | "not_text"
  | "broken_json"
  | "not_a_notebook"
  | "broken_pdf"
  | "broken_docx"
  | "takes_too_long"
  | "takes_too_much_memory"
  | "too_much_text"
  | "ends_its_reader";

/** What a file did that was given up, by reason: it could be read, if it did not cost so much. */
export const GIVEN_UP = {
  takes_too_long: "takes too much time to read",
  takes_too_much_memory: "takes too much memory to read",
  too_much_text: "opens into too much text",
  ends_its_reader: "ends the program that reads it",
} as const satisfies Partial<Record<SkipReason, string>>;

export type GivenUpReason = keyof typeof GIVEN_UP;

export function isGivenUp(reason: SkipReason): reason is GivenUpReason {
  return Object.hasOwn(GIVEN_UP, reason);
}

export type Format = "markdown" | "text" | "jupyter" | "json" | "pdf" | "org" | "html" | "docx";

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["txt", "text"],
  ["text", "text"],
  ["ipynb", "jupyter"],
  ["json", "json"],
  ["pdf", "pdf"],
  ["org", "org"],
  ["html", "html"],
  ["htm", "html"],
  ["docx", "docx"],
]);

/** The endings of files that can be notebooks. */
export const ENDINGS: readonly string[] = [...FORMATS.keys()].map((ending) => `.${ending}`);

/** The format a file's name promises; undefined for what is no notebook. */
export function formatOf(path: string): Format | undefined {
  return FORMATS.get(/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "");
}

/** What a notebook says of itself; null where it says nothing. */
export interface NotebookMeta {
  readonly notebookId: string | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly createdAt: number | null;
  readonly tags: readonly string[];
}

/** A stretch of a part that belongs together: a page, a cell. Offsets are in UTF-16 units of the part's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly page: number | null;
  readonly timestamp: number | null;
  /** Who says all of it, where the file tells. */
  readonly speaker?: string;
}

/** The text that byte offsets count in: the file itself, the source of a cell, the text of a page. */
export interface Part {
  /** `file`, or `cell 3`, `entry 2`, `page 7`. */
  readonly name: string;
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface Parsed {
  readonly format: Format;
  readonly meta: NotebookMeta;
  readonly parts: readonly Part[];
  /** Headings and fences mean something in the parts. */
  readonly markdown: boolean;
  /** What a reader should know about how this was read. */
  readonly notes: readonly string[];
}

export interface Skipped {
  readonly skipped: SkipReason;
}

export function isSkipped(outcome: Parsed | Skipped): outcome is Skipped {
  return "skipped" in outcome;
}

export const NO_META: NotebookMeta = { notebookId: null, title: null, author: null, createdAt: null, tags: [] };

/** A part that is one page as a whole. */
export function wholePart(
  name: string,
  text: string,
  page: number | null,
  timestamp: number | null = null,
  speaker?: string,
): Part {
  return { name, text, spans: [{ start: 0, end: text.length, page, timestamp, ...(speaker && { speaker }) }] };
}

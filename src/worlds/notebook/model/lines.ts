/** One line of a text: `end` before its line break, `next` after it. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly text: string;
  /** Inside a fenced block of Markdown, fences included. */
  readonly fenced: boolean;
}

/** Nobody writes a longer heading, and looking for one in a line of a megabyte takes long. */
const HEADING_CHARS_MAX = 1000;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Walks the lines of a stretch of text. With `markdown`, fenced blocks are told apart. */
export function* linesOf(text: string, start: number, end: number, markdown: boolean): Generator<Line> {
  let fence: string | undefined;
  for (let at = start; at < end; ) {
    const found = text.indexOf("\n", at);
    const next = found === -1 || found >= end ? end : found + 1;
    const raw = text.slice(at, next);
    const line = raw.replace(/\r?\n$/, "");
    const mark = markdown ? FENCE.exec(line)?.[1] : undefined;
    const fenced = fence !== undefined || mark !== undefined;
    yield { start: at, end: at + line.length, next, text: line, fenced };
    if (fence === undefined) fence = mark;
    else if (mark !== undefined && closes(mark, fence, line)) fence = undefined;
    at = next;
  }
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

/** The words of a Markdown heading, with its level; undefined for any other line. */
export function headingOf(line: Line): { level: number; title: string } | undefined {
  if (line.fenced || line.text.length > HEADING_CHARS_MAX) return undefined;
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line.text);
  return match?.[1] === undefined ? undefined : { level: match[1].length, title: match[2] ?? "" };
}

import { headingOf, linesOf } from "./lines.ts";
import type { Span } from "./parsed.ts";

/** A run of lines without a blank one; offsets are in UTF-16 units. */
export interface Paragraph {
  readonly start: number;
  readonly end: number;
  readonly heading: boolean;
}

/** Walks the paragraphs of a page. A Markdown heading stands alone, a fenced block holds together. */
export function* paragraphsOf(text: string, span: Span, markdown: boolean): Generator<Paragraph> {
  let start = -1;
  let end = -1;
  for (const line of linesOf(text, span.start, span.end, markdown)) {
    const heading = markdown && headingOf(line) !== undefined;
    const blank = !line.fenced && line.text.trim() === "";
    if ((blank || heading) && start !== -1) {
      yield trimmed(text, start, end, false);
      start = -1;
    }
    if (heading) yield trimmed(text, line.start, line.end, true);
    else if (!blank) {
      if (start === -1) start = line.start;
      end = line.end;
    }
  }
  if (start !== -1) yield trimmed(text, start, end, false);
}

function trimmed(text: string, start: number, end: number, heading: boolean): Paragraph {
  return { start, end: start + text.slice(start, end).trimEnd().length, heading };
}

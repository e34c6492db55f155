import { headingOf, linesOf } from "../../model/lines.ts";
import type { Span } from "../../model/parsed.ts";

const PAGE_COMMENT = /^\s*<!--\s*page\s+(\d{1,9})\s*-->\s*$/i;

/** Cuts a text into its pages: page comments, else form feeds, else headings of level 1 (Markdown only), else none. */
export function pagesOf(text: string, start: number, markdown: boolean): Span[] {
  const breaks =
    (markdown && commentBreaks(text, start)) || feedBreaks(text, start) || (markdown && titleBreaks(text, start));
  if (!breaks) return [{ start, end: text.length, page: null, timestamp: null }];
  return breaks
    .map(({ end, page }, index) => ({
      start: end,
      end: breaks[index + 1]?.at ?? text.length,
      page,
      timestamp: null,
    }))
    .filter((span) => span.end > span.start);
}

/** A page break: the mark stands from `at` to `end`, the page begins at `end`. */
interface Break {
  readonly at: number;
  readonly end: number;
  readonly page: number | null;
}

function commentBreaks(text: string, start: number): Break[] | undefined {
  const found: Break[] = [];
  for (const line of linesOf(text, start, text.length, true)) {
    const page = line.fenced ? undefined : PAGE_COMMENT.exec(line.text)?.[1];
    if (page !== undefined) found.push({ at: line.start, end: line.next, page: Number(page) });
  }
  return found.length === 0 ? undefined : [{ at: start, end: start, page: null }, ...found];
}

function feedBreaks(text: string, start: number): Break[] | undefined {
  const found: Break[] = [{ at: start, end: start, page: 1 }];
  for (let at = text.indexOf("\f", start); at !== -1; at = text.indexOf("\f", at + 1)) {
    found.push({ at, end: at + 1, page: found.length + 1 });
  }
  return found.length === 1 ? undefined : found;
}

/** The first page begins with the text; each later heading of level 1 begins another. */
function titleBreaks(text: string, start: number): Break[] | undefined {
  const titles: number[] = [];
  for (const line of linesOf(text, start, text.length, true)) if (headingOf(line)?.level === 1) titles.push(line.start);
  const [first, ...rest] = titles;
  if (first === undefined) return undefined;
  const starts = text.slice(start, first).trim() === "" ? [start, ...rest] : [start, ...titles];
  return starts.map((at, index) => ({ at, end: at, page: index + 1 }));
}

import { headingOf, linesOf } from "../../model/lines.ts";
import { NO_META, type Parsed } from "../../model/parsed.ts";
import { textStart } from "../decode.ts";
import { readFrontMatter } from "./front-matter.ts";
import { pagesOf } from "./pages.ts";

/** Reads Markdown: front matter, pages, and the first heading of level 1 as the title where none is given. */
export async function parseMarkdown(text: string): Promise<Parsed> {
  const { meta, end, notes } = await readFrontMatter(text, textStart(text));
  return {
    format: "markdown",
    meta: { ...meta, title: meta.title ?? firstTitle(text, end) },
    parts: [{ name: "file", text, spans: pagesOf(text, end, true) }],
    markdown: true,
    notes,
  };
}

/** Reads plain text: pages by form feed, nothing else is taken to mean anything. */
export function parseText(text: string): Parsed {
  const spans = pagesOf(text, textStart(text), false);
  return { format: "text", meta: NO_META, parts: [{ name: "file", text, spans }], markdown: false, notes: [] };
}

const TITLE_CHARS_MAX = 300;

/** The first heading of level 1. */
export function firstTitle(text: string, start = 0): string | null {
  for (const line of linesOf(text, start, text.length, true)) {
    const heading = headingOf(line);
    if (heading?.level === 1 && heading.title !== "") return heading.title.slice(0, TITLE_CHARS_MAX).toWellFormed();
  }
  return null;
}

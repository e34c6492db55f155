import { NO_META, type Parsed, wholePart } from "../../model/parsed.ts";
import { decoded } from "./character-names.ts";

/** What is inside these is not what a person reads, and need not be markup. */
const UNREAD = new Set(["script", "style", "template", "noscript", "svg", "title"]);
/** After these a new line begins. */
const BLOCKS = new Set(
  "address article aside blockquote body br caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tr ul".split(
    " ",
  ),
);
/** Cells stand beside each other, never as one word. */
const CELLS = new Set(["td", "th"]);
const TAG_NAME = /^\/?([a-zA-Z][a-zA-Z0-9]*)/;

/** Reads the text of a page: no markup, no script, one line for each block. Offsets count in that text. */
export function parseHtml(html: string): Parsed {
  const text = textOf(html);
  const title = titleOf(html);
  const meta = { ...NO_META, title: title === "" ? null : title };
  const notes = ["Markup was taken out; the quote is the page's text."];
  return { format: "html", meta, parts: [wholePart("text", text, null)], markdown: false, notes };
}

/** Goes once from the beginning to the end, whatever the markup is like. */
function textOf(html: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    pieces.push(decoded(html.slice(at, end)).replaceAll(/[ \t\r\n]+/g, " "));
    if (open === -1) break;
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    // "a < b" is no tag.
    if (!/[a-zA-Z/!?]/.test(html.charAt(open + 1))) {
      pieces.push("<");
      at = open + 1;
      continue;
    }
    at = after(html, ">", open);
    const tag = html.slice(open + 1, at - 1);
    const name = TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? "";
    if (UNREAD.has(name) && !tag.startsWith("/") && !tag.endsWith("/")) at = endOf(html, name, at);
    else if (BLOCKS.has(name)) pieces.push("\n");
    else if (CELLS.has(name)) pieces.push("\t");
  }
  const lines = pieces.join("").split("\n");
  return `${lines
    .map((line) =>
      line
        .replaceAll(/ *\t[ \t]*/g, "\t")
        .replaceAll(/ +/g, " ")
        .trim(),
    )
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

/** Where the tag that ends an unread one is closed: what looks like a tag before it is none. */
function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\b`, "gi");
  end.lastIndex = from;
  const found = end.exec(html);
  return found === null ? html.length : after(html, ">", found.index);
}

function titleOf(html: string): string {
  const lower = html.slice(0, 65_536);
  const open = /<title[^>]{0,200}>/i.exec(lower);
  if (open === null) return "";
  const from = open.index + open[0].length;
  const end = lower.slice(from).search(/<\/title/i);
  return end === -1
    ? ""
    : decoded(lower.slice(from, from + end))
        .replaceAll(/\s+/g, " ")
        .trim()
        .slice(0, 300);
}

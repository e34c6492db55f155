import { NO_META, type Parsed, wholePart } from "../../model/parsed.ts";

/** What is inside these is not what a person reads. */
const UNREAD = new Set(["script", "style", "template", "noscript", "svg", "head"]);
/** After these a new line begins. */
const BLOCKS = new Set(
  "address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
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
  let unread: string | undefined;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const end = open === -1 ? html.length : open;
    if (unread === undefined) pieces.push(decoded(html.slice(at, end)).replaceAll(/[ \t\r\n]+/g, " "));
    if (open === -1) break;
    if (html.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4);
      at = close === -1 ? html.length : close + 3;
      continue;
    }
    const close = html.indexOf(">", open);
    const tag = html.slice(open + 1, close === -1 ? html.length : close);
    const name = TAG_NAME.exec(tag)?.[1]?.toLowerCase() ?? "";
    const isEnd = tag.startsWith("/");
    if (unread === undefined && !isEnd && !tag.endsWith("/") && UNREAD.has(name)) unread = name;
    else if (unread === name && isEnd) unread = undefined;
    else if (unread === undefined && BLOCKS.has(name)) pieces.push("\n");
    at = close === -1 ? html.length : close + 1;
  }
  const lines = pieces.join("").split("\n");
  return `${lines
    .map((line) => line.replaceAll(/ +/g, " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
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

/** Characters that stand for others. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isPlain = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isPlain ? String.fromCodePoint(code) : "\ufffd";
  });
}

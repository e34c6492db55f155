import { NO_META, type Parsed, type Skipped, wholePart } from "../../model/parsed.ts";
import { decodeText } from "../decode.ts";
import { decoded } from "./character-names.ts";
import { readZipped } from "./zip.ts";

/** What one document may open into. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;
const TOKEN = /<(\/?)w:(p|t|tab|br|cr|pStyle)\b([^>]{0,500})>/g;
const HEADING = /w:val="(?:Heading|heading)\s?([1-6])"/;

/** Reads the text of a Word document, one line for each paragraph, headings marked as in Markdown. */
export function parseDocx(bytes: Uint8Array): Parsed | Skipped {
  const document = readZipped(bytes, "word/document.xml", TEXT_BYTES_MAX);
  if (document === "too_large") return { skipped: "too_much_text" };
  const xml = document === undefined ? undefined : decodeText(document);
  if (xml === undefined) return { skipped: "broken_docx" };
  const core = readZipped(bytes, "docProps/core.xml", TEXT_BYTES_MAX);
  const said = core instanceof Uint8Array ? (decodeText(core) ?? "") : "";
  const text = textOf(xml);
  const meta = { ...NO_META, title: property(said, "dc:title"), author: property(said, "dc:creator") };
  const notes = ["The quote is the document's text; its layout, notes and comments were not read."];
  return { format: "docx", meta, parts: [wholePart("text", text, null)], markdown: true, notes };
}

function textOf(xml: string): string {
  const lines: string[] = [];
  let line = "";
  let inText: number | undefined;
  for (const token of xml.matchAll(TOKEN)) {
    const [whole, slash, name, rest = ""] = token;
    const at = token.index;
    if (name === "t" && slash === "" && !rest.endsWith("/")) inText = at + whole.length;
    else if (name === "t" && slash === "/" && inText !== undefined) {
      line += decoded(xml.slice(inText, at));
      inText = undefined;
    } else if (name === "tab" && slash === "") line += "\t";
    else if ((name === "br" || name === "cr") && slash === "") line += "\n";
    else if (name === "pStyle")
      line = `${"#".repeat(Number(HEADING.exec(rest)?.[1] ?? 0))}${HEADING.test(rest) ? " " : ""}${line}`;
    else if (name === "p" && slash === "/") {
      lines.push(line, "");
      line = "";
    }
  }
  return `${lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll("\0", "")
    .toWellFormed()
    .trim()}\n`;
}

function property(xml: string, name: string): string | null {
  const from = xml.indexOf(`<${name}>`);
  const to = from === -1 ? -1 : xml.indexOf(`</${name}>`, from);
  if (to === -1) return null;
  return (
    decoded(xml.slice(from + name.length + 2, to))
      .trim()
      .slice(0, 300) || null
  );
}

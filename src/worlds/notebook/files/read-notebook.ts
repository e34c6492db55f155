import { type Format, formatOf, isSkipped, type Parsed, type Skipped } from "../model/parsed.ts";
import { decodeFile, textStart } from "./decode.ts";
import type { Parsing } from "./parsing.ts";

/** Turns a file into parts with text, or says why it is no notebook. The same bytes always give the same parts. */
export async function readNotebook(path: string, bytes: Uint8Array, parsing: Parsing): Promise<Parsed | Skipped> {
  const format = formatOf(path);
  if (format === undefined) return { skipped: "not_a_notebook" };
  // Loaded with the first notebook that is read: no start needs a parser, nor does a call on files that have not changed.
  const formats = await import("./formats/index.ts");
  if (format === "pdf") return formats.parsePdf(bytes, parsing);
  if (format === "docx") return formats.parseDocx(bytes);
  const file = decodeFile(bytes, format === "html");
  if (file === undefined) return { skipped: "not_text" };
  const parsed = await parseText(format, file.text, formats);
  return isSkipped(parsed) || file.charset === null ? parsed : decodedFrom(file.charset, parsed);
}

async function parseText(
  format: Exclude<Format, "pdf" | "docx">,
  text: string,
  formats: typeof import("./formats/index.ts"),
): Promise<Parsed | Skipped> {
  if (format === "markdown") return formats.parseMarkdown(text);
  if (format === "text") return formats.parseText(text);
  if (format === "org") return formats.parseOrg(text);
  if (format === "html") return formats.parseHtml(text);
  const json = parseJson(text.slice(textStart(text)));
  if (json === undefined) return { skipped: "broken_json" };
  return format === "jupyter" ? formats.parseJupyter(json) : formats.parseJsonNotebook(json);
}

/** Bytes of such a file are not those of the quote: offsets count in its text, and a reader is told so. */
function decodedFrom(charset: string, parsed: Parsed): Parsed {
  return {
    ...parsed,
    parts: parsed.parts.map((part) => (part.name === "file" ? { ...part, name: "text" } : part)),
    notes: [...parsed.notes, `The file is not UTF-8; it was read as ${charset}, and offsets count in that text.`],
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

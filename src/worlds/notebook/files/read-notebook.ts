import { formatOf, type Parsed, type Skipped } from "../model/parsed.ts";
import { decodeText, textStart } from "./decode.ts";
import type { Parsing } from "./parsing.ts";

/** Turns a file into parts with text, or says why it is no notebook. The same bytes always give the same parts. */
export async function readNotebook(path: string, bytes: Uint8Array, parsing: Parsing): Promise<Parsed | Skipped> {
  const format = formatOf(path);
  if (format === undefined) return { skipped: "not_a_notebook" };
  // Loaded with the first notebook that is read: no start needs a parser, nor does a call on files that have not changed.
  const formats = await import("./formats/index.ts");
  if (format === "pdf") return formats.parsePdf(bytes, parsing);
  if (format === "docx") return formats.parseDocx(bytes);
  const text = decodeText(bytes);
  if (text === undefined) return { skipped: "not_text" };
  if (format === "markdown") return formats.parseMarkdown(text);
  if (format === "text") return formats.parseText(text);
  if (format === "org") return formats.parseOrg(text);
  if (format === "html") return formats.parseHtml(text);
  const json = parseJson(text.slice(textStart(text)));
  if (json === undefined) return { skipped: "broken_json" };
  return format === "jupyter" ? formats.parseJupyter(json) : formats.parseJsonNotebook(json);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

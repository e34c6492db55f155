import { formatOf } from "../../model/format.ts";
import type { Parsed, Skipped } from "../../model/parsed.ts";
import { decodeText, textStart } from "./decode.ts";
import { parseJsonNotebook } from "./json-notebook.ts";
import { parseJupyter } from "./jupyter.ts";
import { parseMarkdown, parseText } from "./markdown.ts";
import { parsePdf } from "./pdf.ts";

/** Turns a file into parts with text, or says why it is no notebook. The same bytes always give the same parts. */
export async function readNotebook(path: string, bytes: Uint8Array): Promise<Parsed | Skipped> {
  const format = formatOf(path);
  if (format === undefined) return { skipped: "not_a_notebook" };
  if (format === "pdf") return parsePdf(bytes);
  const text = decodeText(bytes);
  if (text === undefined) return { skipped: "not_text" };
  if (format === "markdown") return parseMarkdown(text);
  if (format === "text") return parseText(text);
  const json = parseJson(text.slice(textStart(text)));
  if (json === undefined) return { skipped: "broken_json" };
  return format === "jupyter" ? parseJupyter(json) : parseJsonNotebook(json);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

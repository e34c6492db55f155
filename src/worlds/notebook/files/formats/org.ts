import { NO_META, type Parsed } from "../../model/parsed.ts";
import { textStart } from "../decode.ts";
import { pagesOf } from "./pages.ts";

const SETTING = /^#\+(title|author):[ \t]*(.+)$/gim;

/** Reads Org: the file itself is quoted; what it says of its title and author is taken from its settings. */
export function parseOrg(text: string): Parsed {
  const said = new Map(
    [...text.matchAll(SETTING)].map(([, key = "", value = ""]) => [key.toLowerCase(), value.trim()]),
  );
  const meta = { ...NO_META, title: said.get("title") ?? null, author: said.get("author") ?? null };
  const spans = pagesOf(text, textStart(text), false);
  return { format: "org", meta, parts: [{ name: "file", text, spans }], markdown: false, notes: [] };
}

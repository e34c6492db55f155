import type { MimeType } from "../mime-type.ts";
import { readCsv } from "./read-csv.ts";
import { readJson, readJsonLines } from "./read-json.ts";
import { type FileReading, unread } from "./reading.ts";

/** Part of every run's identity: other rules read the same file anew. */
const RULES = { provider: "rules", code_version: "2" } as const;

export function configOf(asked: object | undefined) {
  return { ...RULES, ...(asked !== undefined && { requested: { ...asked } }) };
}

/** Reads entities from a file by rules alone: the same file always says the same. */
export async function interpretFile(text: string | undefined, type: MimeType, sourceId: string): Promise<FileReading> {
  if (text !== undefined) {
    const body = text.startsWith("\ufeff") ? text.slice(1) : text;
    if (type.essence === "application/json" || type.essence === "text/json" || type.essence.endsWith("+json")) {
      return readJson(body);
    }
    if (/^application\/(?:x-)?(?:ndjson|jsonlines|jsonl)$/.test(type.essence)) return readJsonLines(body);
    if (type.essence === "text/csv" || type.essence === "application/csv") {
      return readCsv(body, [",", ";", "\t"], sourceId);
    }
    if (type.essence === "text/tab-separated-values") return readCsv(body, ["\t"], sourceId);
  }
  return unread("NOT_INTERPRETED", "The file is kept; files of this type are not interpreted.", {
    mime_type: type.text,
  });
}

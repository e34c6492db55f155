import { readdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isJsonObject, KernelError } from "../../../kernel/index.ts";
import { parseEntryText } from "../model/entry-text.ts";
import { byCodeUnit, mayHoldEntry } from "../model/names.ts";
import { codeOf, readEntryFile } from "./read-file.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Entries of a folder or a JSON file: one entry, a list, or what instructions/export answered. */
export function findEntries(path: string, onUnusable: (file: string, reason: string) => void): Raw[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new KernelError("not_found", "There is no such folder or file to import", { path });
  }
  const folder = isFolder ? path : dirname(path);
  const names = isFolder ? readdirSync(path).filter(mayHoldEntry).sort(byCodeUnit) : [basename(path)];
  return names.flatMap((name) => {
    const found = entriesIn(folder, name);
    if (typeof found !== "string") return found;
    onUnusable(name, found);
    return [];
  });
}

/** The entries of a file, or why it cannot be used. */
function entriesIn(folder: string, name: string): Raw[] | string {
  const read = readEntryFile(folder, name);
  if (read.kind !== "text") return read.kind === "gone" ? "gone" : read.reason;
  const parsed = parseEntryText(read.text);
  if (parsed === "no entry") return listIn(JSON.parse(read.text));
  return "reason" in parsed ? parsed.reason : listIn(parsed.raw);
}

function listIn(raw: unknown): Raw[] {
  const items: unknown = isJsonObject(raw) && (raw.items ?? raw.entries) ? (raw.items ?? raw.entries) : raw;
  const list = Array.isArray(items) ? items : [items];
  return list.filter(isJsonObject).filter(({ id, body }) => id !== undefined || body !== undefined);
}

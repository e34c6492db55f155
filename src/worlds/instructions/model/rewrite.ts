import { parseEntryText } from "../files/read-file.ts";
import type { Edit } from "../files/write-files.ts";
import { type Authored, checkAuthored } from "./authored.ts";
import { entryText } from "./enrich.ts";

/** Changes fields of a stored entry and leaves the rest as its author wrote it. */
export function rewriteFile(file: string, change: (authored: Authored) => object | undefined): Edit {
  return {
    file,
    make(current) {
      const authored = current && readStored(current.text);
      const changed = authored && change(authored);
      return changed && entryText({ ...authored, ...changed });
    },
  };
}

export function readStored(text: string): Authored | undefined {
  const parsed = parseEntryText(text);
  if (parsed === "no entry" || "reason" in parsed) return undefined;
  const checked = checkAuthored(parsed.raw);
  return "reason" in checked ? undefined : checked.authored;
}

import type { Authored } from "./authored.ts";
import type { Edit } from "./entry-file.ts";
import { entryText, readStored } from "./entry-text.ts";

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

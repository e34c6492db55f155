import { formatOf } from "../model/parsed.ts";
import type { FileSource, FoundFile, RefusedFile } from "./sources/file-source.ts";

/** The files of one collection that may be notebooks, wherever they are. */
export interface CollectionFiles {
  walk(): AsyncIterable<FoundFile | RefusedFile>;
  exists: FileSource["exists"];
  read: FileSource["read"];
}

/** A folder that is a collection without the usual layout holds its notebooks beside these. */
const NOT_NOTEBOOKS = /^(collection\.json$|artifacts\/)/;

/** The files below a folder of a source. */
export function collectionFilesAt(source: FileSource, under: string): CollectionFiles {
  const inside = (path: string) => (under === "" ? path : `${under}/${path}`);
  const loose = under !== "" && !under.endsWith("/notebooks");
  return {
    async *walk() {
      for await (const file of source.walk(under)) {
        // A link or a locked folder has a name that says nothing about what is in it.
        const counts = formatOf(file.path) !== undefined || ("refused" in file && file.refused !== "not_a_file");
        if (counts && !(loose && NOT_NOTEBOOKS.test(file.path))) yield file;
      }
    },
    exists: (path) => source.exists(inside(path)),
    read: (path) => source.read(inside(path)),
  };
}

import type { Carrier } from "../../../../kernel/index.ts";
import { FILE_BYTES_LIMIT } from "../../files/limits.ts";
import { readBytes, walkFiles } from "../../files/walk-folder.ts";
import type { Lifetime } from "../../truth.ts";
import { bringFile, nothingBrought, tellBrought } from "./bring-file.ts";

/** Brings in a file, or every file below a folder: each is kept as it is, and read by rules. */
export function importFiles(kind: "files" | "notes"): Carrier<Lifetime> {
  return async (_lifetime, path, host) => {
    const files = (await walkFiles(path)).filter(({ name }) => kind === "files" || /\.(?:md|markdown)$/i.test(name));
    const brought = nothingBrought();
    for (const [index, file] of files.entries()) {
      // What is too large is not even read: a table may have gigabytes.
      if (file.bytes >= FILE_BYTES_LIMIT) brought.skipped.push({ name: file.name, why: "it is larger than 50 MB" });
      else await bringFile(host, brought, file.name, await readBytes(file.path));
      host.progress(index + 1, files.length, "files");
    }
    return tellBrought(host, brought);
  };
}

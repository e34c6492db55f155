import { type AllowedFilesOptions, createAllowedFiles } from "../../../kernel/index.ts";
import { refuse } from "../model/codes.ts";

/** Larger files are not read at all: their bodies would not fit into what a parser may use. */
const FILE_BYTES_MAX = 100 * 1024 * 1024;

/** Which files import_ifc may name. */
export function createIfcFileAccess(options: AllowedFilesOptions) {
  return createAllowedFiles(options, {
    outside: (withheld) =>
      refuse(
        "forbidden",
        withheld
          ? "file_path is not below a folder that may be read. The working folder is the home folder or holds it, and is not opened by itself: start the server in a folder of its own, or open one with --files-root DIR."
          : "file_path is not below a folder that may be read: open one with --files-root DIR, or put the file into import/ of the data folder.",
        { reason: "outside_allowed_roots", argument: "file_path" },
      ),
    notFound: () => refuse("import_unreadable", "There is no file at file_path", { reason: "not_found" }),
    notAFile: () => refuse("import_unreadable", "file_path leads to no regular file", { reason: "not_a_regular_file" }),
    hardLinked: () =>
      refuse("import_unreadable", "A file with several hard links is not read: copy it, then name the copy", {
        reason: "hard_link",
      }),
    unreadable: (message, cause) => refuse("import_unreadable", message, { reason: cause }),
    checkSize(bytes) {
      if (bytes === 0) throw refuse("import_unreadable", "The file is empty", { reason: "empty" });
      if (bytes <= FILE_BYTES_MAX) return;
      throw refuse("import_unreadable", "The file is too large: split it by storey or discipline", {
        reason: "too_large",
        file_size_bytes: bytes,
        max_size_bytes: FILE_BYTES_MAX,
      });
    },
  });
}

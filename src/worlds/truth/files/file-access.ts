import { type AllowedFilesOptions, createAllowedFiles, type KernelError } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { refuseEmpty, refuseLarge } from "./limits.ts";

export type FileAccess = ReturnType<typeof createFileAccess>;

/** Which files `file_path` may name, in the words of this world. */
export function createFileAccess(options: AllowedFilesOptions) {
  return createAllowedFiles(options, {
    outside,
    notFound: () => refuse("FILE_NOT_FOUND", "There is no file at file_path."),
    notAFile,
    hardLinked,
    unreadable,
    checkSize(bytes) {
      refuseLarge(bytes);
      refuseEmpty(bytes, "file_path");
    },
  });
}

function outside(withheld: boolean): KernelError {
  const message = withheld
    ? "file_path is not below a folder that may be read. The working folder is the home folder or holds it, and is not opened by itself: start the server in a folder of its own, or open one with --files-root DIR."
    : "file_path is not below a folder that may be read.";
  return refuse("VALIDATION_ERROR", message, {
    reason: "outside_allowed_roots",
    problems: [{ path: "file_path", message: "must be a file below an allowed folder, without links on the way" }],
  });
}

function notAFile(): KernelError {
  return refuse("VALIDATION_ERROR", "file_path does not lead to a regular file.", {
    reason: "not_a_regular_file",
    problems: [{ path: "file_path", message: "must be a regular file: no folder, pipe, socket or device" }],
  });
}

function hardLinked(): KernelError {
  return refuse("VALIDATION_ERROR", "A file with several hard links is not read.", {
    reason: "hard_link",
    problems: [{ path: "file_path", message: "must be a file with one name: copy it, then name the copy" }],
  });
}

function unreadable(message: string, cause: string): KernelError {
  return refuse("FILE_READ_ERROR", message, { reason: cause });
}

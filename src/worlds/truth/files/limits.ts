import { TABLE_RECORDS_MAX } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";

/** A file of this size is already too large. */
export const FILE_BYTES_LIMIT = 52_428_800;

/** The most rows one file is read for: more would keep every other writer waiting. Of a table there is a header besides, and one row to tell that there are too many. */
export const FILE_ROWS_MAX = TABLE_RECORDS_MAX - 2;

/** The most columns a table is read for, as many as one object of a message may have keys. */
export const FILE_COLUMNS_MAX = 10_000;
/** Ten thousand rows of a hundred fields. */
export const FILE_VALUES_MAX = 1_000_000;

/** Called with a size that is known before anything is read or decoded. */
export function refuseLarge(sizeBytes: number): void {
  if (sizeBytes < FILE_BYTES_LIMIT) return;
  throw refuse("FILE_TOO_LARGE", "File exceeds 50MB limit", {
    file_size_bytes: sizeBytes,
    max_size_bytes: FILE_BYTES_LIMIT,
  });
}

export function refuseEmpty(sizeBytes: number, argument: "file_content" | "file_path"): void {
  if (sizeBytes > 0) return;
  throw refuse("VALIDATION_ERROR", "The file is empty: there is nothing to store.", {
    reason: "empty_file",
    problems: [{ path: argument, message: "must be a file that is not empty" }],
  });
}

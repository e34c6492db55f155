import { firstChars } from "./chars.ts";
import { GIVEN_UP, type GivenUpReason } from "./parsed.ts";

/** A file that was given up. */
export interface GivenUpFile {
  readonly path: string;
  readonly skipped: GivenUpReason;
}

/** How many files are named; the rest is counted. */
export const NAMED_MAX = 3;
const PATH_CHARS_MAX = 100;

/** What whoever searches must know of files that were given up: what stands in them was not looked at. */
export function noteOnGivenUp(count: number, files: readonly GivenUpFile[]): string | null {
  if (count === 0) return null;
  const named = files.slice(0, NAMED_MAX).map(({ path, skipped }) => `${shown(path)} ${GIVEN_UP[skipped]}`);
  const more = count > named.length ? `; ${count - named.length} more` : "";
  const what = count === 1 ? "1 file was not read" : `${count} files were not read`;
  return `${what}: ${named.join("; ")}${more}. Save each anew or in smaller parts; it is tried again when it has changed.`;
}

/** A name is not ours: on one line, in quotes, and no longer than a name need be. */
function shown(path: string): string {
  return JSON.stringify(firstChars(path.toWellFormed().replace(/[\p{C}\p{Z}]+/gu, " "), PATH_CHARS_MAX));
}

const QUOTED_CHARS_MAX = 60;

/** A name out of the gates file, short enough to stand in a note. */
export function quoted(name: unknown): string {
  return JSON.stringify(String(name).slice(0, QUOTED_CHARS_MAX));
}

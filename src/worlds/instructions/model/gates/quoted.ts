const QUOTED_CHARS_MAX = 60;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name out of the gates file, short enough to stand in a note. */
export function quoted(name: unknown): string {
  return JSON.stringify(String(name).slice(0, QUOTED_CHARS_MAX));
}

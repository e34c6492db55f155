const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Smaller numbers are years or seconds, and guessing which would be interpretation. */
const MILLISECONDS_LEAST = 100_000_000_000;
const MILLISECONDS_MOST = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970 of an ISO 8601 time or of a number of milliseconds; null for anything else. Without a zone it is UTC. */
export function parseTime(value: unknown): number | null {
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= MILLISECONDS_LEAST && value <= MILLISECONDS_MOST ? value : null;
  }
  if (typeof value !== "string") return null;
  const match = ISO.exec(value.trim());
  if (match === null) return null;
  const text = value.trim().replace(" ", "T");
  const at = Date.parse(text.includes("T") && match[1] === undefined ? `${text}Z` : text);
  return Number.isNaN(at) ? null : at;
}

import { ambiguous } from "../errors.ts";

const QUERY_CHARS_MAX = 4000;

/** A query short enough to be one, and with something in it. */
export function checkQuery(query: string): string {
  if (query.length > QUERY_CHARS_MAX) {
    throw ambiguous(
      `The query is longer than ${QUERY_CHARS_MAX} characters.`,
      "Reduce the query to the words that matter and call again.",
      { chars: query.length, chars_max: QUERY_CHARS_MAX },
    );
  }
  if (query.trim() === "") {
    throw ambiguous("The query is empty.", "Say in words what to look for and call again.");
  }
  return query.toWellFormed();
}

/** How many results: a whole number within the contract's bounds, never guessed. */
export function checkCount(k: number, most: number): number {
  if (Number.isInteger(k) && k >= 1 && k <= most) return k;
  throw ambiguous(`k must be a whole number from 1 to ${most}.`, `Call again with k from 1 to ${most}, or without k.`, {
    k_min: 1,
    k_max: most,
  });
}

import { isLong } from "./compounds.ts";
import type { RankDocument } from "./document.ts";
import { terms, words } from "./terms.ts";

/** What ranking needs to know of a document, whatever the query. */
export interface PreparedDocument {
  readonly document: RankDocument;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  /** Its words that may be put together of others, as they stand there. */
  readonly long: readonly string[];
  readonly asks: boolean;
  /** It says when. */
  readonly timed: boolean;
  /** How much it speaks of its speaker, 0 to 1. */
  readonly self: number;
}

const TIME = new RegExp(
  "\\b(yesterday|today|tonight|tomorrow|ago|last|next|days?|weeks?|weekend|months?|years?|since|morning|recently|soon|" +
    "january|february|march|april|may|june|july|august|september|october|november|december|" +
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|[12][0-9]{3})\\b",
  "i",
);
/** Words by which a speaker speaks of themselves. */
export const SELF: ReadonlySet<string> = new Set(["i", "me", "my", "we", "our"]);

/** The part of ranking that does not depend on the query; a caller may keep it as long as the document stays the same. */
export function prepare(document: RankDocument): PreparedDocument {
  const counts = new Map<string, number>();
  let length = 0;
  for (const term of terms(bodyOf(document))) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    length += 1;
  }
  const all = words(document.text);
  const selves = all.filter((word) => SELF.has(word)).length;
  return {
    document,
    counts,
    length,
    long: [...new Set(all.filter(isLong))],
    asks: document.text.includes("?"),
    timed: TIME.test(document.text),
    self: Math.min(1, selves / 2),
  };
}

/** All of a document's own words. */
export function bodyOf({ text, caption }: Pick<RankDocument, "text" | "caption">): string {
  return caption === undefined ? text : `${text} ${caption}`;
}

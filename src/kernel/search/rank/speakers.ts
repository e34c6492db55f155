import { terms, words } from "./terms.ts";

/** Who "I" and "you" are when a person asks about a talk with an assistant. */
const ASKER = "user";
const ANSWERER = "assistant";
const SAYS_I = /\b(I|me|my|mine|we|our)\b/;
const SAYS_YOU =
  /\byou(r)? (\w+ )?(recommend|suggest|advise|advice|say|said|tell|told|give|gave|mention|explain|propose)/i;
const SHORT_NAME_CHARS_MIN = 3;

/** The speakers that a query names, in lower case. */
export function namedSpeakers(query: string, speakers: Iterable<string>): Set<string> {
  const known = [...speakers].map((speaker) => speaker.toLowerCase());
  return new Set(known.filter((speaker) => namesIn(query, speaker).length > 0));
}

/** The speakers that a query means by "I" and "you", in lower case. */
export function impliedSpeakers(query: string, speakers: Iterable<string>): Set<string> {
  const implied = [...(SAYS_I.test(query) ? [ASKER] : []), ...(SAYS_YOU.test(query) ? [ANSWERER] : [])];
  const known = new Set([...speakers].map((speaker) => speaker.toLowerCase()));
  return new Set(implied.filter((speaker) => known.has(speaker)));
}

/** The query as it is embedded: without the names of speakers, who would draw it to every turn that greets them. */
export function withoutNames(query: string, speakers: Iterable<string>): string {
  return withoutSpeakers(query, speakers) || query;
}

/** What a query says besides the names of speakers; empty where that is nothing but how it is put. */
export function withoutSpeakers(query: string, speakers: Iterable<string>): string {
  let rest = query;
  for (const speaker of speakers) {
    for (const name of namesIn(query, speaker.toLowerCase())) {
      rest = rest.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${name}(['’]s)?(?![\\p{L}\\p{N}])`, "gu"), " ");
    }
  }
  const plain = rest.replaceAll(/\s+/g, " ").trim();
  return terms(plain).length > 0 ? plain : "";
}

/** How a speaker is named in a text: a word of the name, or its beginning with a capital ("Mel" for Melanie). */
function namesIn(text: string, speaker: string): string[] {
  const parts = words(speaker);
  const found = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => {
    // Accents are left out as often as not: Tomas is Tomás.
    const lower = words(word)[0] ?? "";
    if (terms(lower).length === 0) return false;
    if (parts.includes(lower)) return true;
    const isCapital = word[0] !== word[0]?.toLowerCase();
    return isCapital && lower.length >= SHORT_NAME_CHARS_MIN && parts.some((part) => part.startsWith(lower));
  });
  return [...new Set(found)];
}

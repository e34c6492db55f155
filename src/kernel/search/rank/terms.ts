import { stem } from "./porter.ts";

/** Words that say how a sentence is built, not what it is about. */
const STOP_WORDS = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by " +
    "can could d did do does doing don down during each few for from further had has have having he her here hers herself " +
    "him himself his how i if in into is it its itself just ll m may me might more most must my myself no nor not now of " +
    "off on once only or other our ours ourselves out over own re s same shall she should so some such t than that the " +
    "their theirs them themselves then there these they this those through to too under until up us ve very was we were " +
    "what when where which while who whom why will with would you your yours yourself yourselves"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const MARKS = /\p{M}+/gu;

/** The words of a text as SQLite's `unicode61` cuts them: lower case, no marks, split at all that is no letter or digit. */
export function words(text: string): string[] {
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase().match(WORD) ?? [];
}

/** What a text is indexed and asked by: stems of its words, without stop words. */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const word of words(text)) if (!STOP_WORDS.has(word)) found.push(stem(word));
  return found;
}

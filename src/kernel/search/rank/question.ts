import { partOf } from "./compounds.ts";
import { type AskedDate, readDates } from "./dates.ts";
import type { Kind, TermStatistics } from "./document.ts";
import type { PreparedDocument } from "./prepare.ts";
import { impliedSpeakers, namedSpeakers, withoutNames } from "./speakers.ts";
import { terms, words } from "./terms.ts";
import { related } from "./thesaurus.ts";

/** A query, read: what it asks about, of whom, and when. */
export interface Question {
  readonly terms: readonly string[];
  /** How telling each term is: its inverse document frequency. */
  readonly weights: readonly number[];
  readonly weightSum: number;
  /** Which of the terms stand nowhere. */
  readonly isAbsent: readonly boolean[];
  /** Which of them only say when, as documents do by their date. */
  readonly isDate: readonly boolean[];
  /** Terms that are looked for inside of longer words too, and by which letters. */
  readonly parts: readonly (readonly [term: number, part: string])[];
  /** The one speaker it asks about, in lower case: named, or meant by "I" or "you". */
  readonly subject: string | undefined;
  readonly isSubjectNamed: boolean;
  /** Whether most of its words are English: only of those is it known what "little" means. */
  readonly isEnglish: boolean;
  readonly asksWhen: boolean;
  readonly dates: readonly AskedDate[];
}

const ASKS_WHEN = /^\s*when\b|\bhow (long|often|recently)\b|\b(what|which) (date|day|month|year)\b|\bwhat time\b/i;
/** How a question is put, which no answer repeats. */
const SCAFFOLD =
  /\bhow (many|much|long|often|far|old)\b|\b(what|which|some) (kind|type|sort)s?( of)?\b|\bin what ways?\b/gi;

/** In a longer query, the other words make up for one that is misspelt. */
const REPAIRED_TERMS_MAX = 24;

export function readQuestion(
  query: string,
  pool: readonly PreparedDocument[],
  statistics: TermStatistics,
  kind: Kind,
): Question {
  const speakers = new Set(pool.map(({ document }) => document.speaker ?? ""));
  const named = namedSpeakers(query, speakers);
  const subjects = new Set([...named, ...impliedSpeakers(query, speakers)]);
  const found = frequencyIn(pool, statistics);
  const asked = withoutNames(query, speakers).replace(SCAFFOLD, " ");
  const plain = firstNotEmpty(terms(asked), terms(query));
  const distinct = [...new Set(plain.length > REPAIRED_TERMS_MAX ? plain : repaired(plain, asked, found))];
  const weights = distinct.map((term) => {
    const frequency = found.of(term);
    return Math.log(1 + (Math.max(statistics.documents, pool.length) - frequency + 0.5) / (frequency + 0.5));
  });
  const { dates } = readDates(query);
  const besidesDates = new Set(terms(readDates(asked).rest));
  const ofDates = new Set(plain.filter((term) => !besidesDates.has(term)));
  return {
    terms: distinct,
    weights,
    weightSum: weights.reduce((sum, weight) => sum + weight, 0) || 1,
    isAbsent: distinct.map((term) => found.of(term) === 0),
    isDate: distinct.map((term) => ofDates.has(term)),
    parts: partsOf(asked, distinct, (term) => kind === "passage" || found.of(term) === 0),
    subject: subjects.size === 1 ? [...subjects][0] : undefined,
    isSubjectNamed: subjects.size === 1 && named.size === 1,
    isEnglish: isEnglish(query),
    asksWhen: ASKS_WHEN.test(query),
    dates,
  };
}

/** In talk, only words that do not occur as such: there, the same word elsewhere says more than a longer one. */
function partsOf(
  asked: string,
  distinct: readonly string[],
  isLookedFor: (term: string) => boolean,
): [term: number, part: string][] {
  const places = new Map(distinct.flatMap((term, index) => (isLookedFor(term) ? [[term, index]] : [])));
  return [...new Set(words(asked))].flatMap((word) => {
    const index = places.get(terms(word)[0] ?? "");
    const part = partOf(word);
    return index === undefined || part === undefined ? [] : [[index, part]];
  });
}

function isEnglish(query: string): boolean {
  const all = words(query);
  // A word without a stem is one that says how a sentence is built, of which only English ones are known.
  const known = all.filter((word) => {
    const [stem] = terms(word);
    return stem === undefined || related(stem).size > 0;
  });
  return all.length > 0 && known.length > all.length / 2;
}

interface Frequencies {
  of(term: string): number;
  /** Every term of the pool. */
  all(): ReadonlyMap<string, number>;
}

/** The space's statistics may know only the words as they were asked: the pool knows the rest. */
function frequencyIn(pool: readonly PreparedDocument[], statistics: TermStatistics): Frequencies {
  let counted: Map<string, number> | undefined;
  const all = () => {
    if (counted !== undefined) return counted;
    counted = new Map();
    for (const { counts } of pool) for (const term of counts.keys()) counted.set(term, (counted.get(term) ?? 0) + 1);
    return counted;
  };
  const inPool = (term: string) => pool.reduce((sum, { counts }) => sum + (counts.has(term) ? 1 : 0), 0);
  const known = new Map<string, number>();
  return {
    all,
    of(term) {
      const frequency = known.get(term) ?? (statistics.documentFrequency(term) || inPool(term));
      known.set(term, frequency);
      return frequency;
    },
  };
}

/** The terms as the pool spells them. */
function repaired(plain: readonly string[], asked: string, found: Frequencies): string[] {
  const joined = joinedWords(asked, found);
  // A word that stands nowhere but as a part of one that does is found with it.
  const parts = new Set(joined.flatMap((each) => each.parts).filter((term) => found.of(term) === 0));
  return [
    ...plain.filter((term) => !parts.has(term)).flatMap((term) => respell(term, found)),
    ...joined.map(({ term }) => term),
  ];
}

/** A term that occurs nowhere may be two words written as one, or one misspelt. */
function respell(term: string, found: Frequencies): string[] {
  if (found.of(term) > 0) return [term];
  const [, letters, digits] = LETTERS_AND_DIGITS.exec(term) ?? [];
  for (const parts of [letters === undefined ? [] : [letters, digits ?? ""], ...halvesOf(term)]) {
    const asTerms = parts.flatMap((part) => terms(part));
    if (asTerms.length === 2 && asTerms.every((part) => found.of(part) > 0)) return asTerms;
  }
  // A word that is known is spelt right: "score" is not "store".
  if (term.length < 5 || related(term).size > 0) return [term];
  const close = [...found.all()].filter(([known]) => known[0] === term[0] && isOneEditApart(known, term));
  close.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return [close[0]?.[0] ?? term];
}

const LETTERS_AND_DIGITS = /^(\p{L}{2,})(\p{N}+)$/u;

function* halvesOf(term: string): Generator<[string, string]> {
  for (let cut = 3; cut <= term.length - 3; cut++) yield [term.slice(0, cut), term.slice(cut)];
}

/** Two words next to each other that are written as one in the pool: "note book", "Windows 11". */
function joinedWords(text: string, found: Frequencies): { readonly term: string; readonly parts: string[] }[] {
  const all = words(text);
  return all.flatMap((word, index) => {
    const next = all[index + 1];
    if (next === undefined) return [];
    const isNumbered = word.length >= 2 && /^\p{L}+$/u.test(word) && /^\p{N}+$/u.test(next);
    if (!isNumbered && (word.length < 3 || next.length < 3)) return [];
    const parts = [...terms(word), ...terms(next)];
    return terms(word + next).flatMap((term) => (found.of(term) > 0 ? [{ term, parts }] : []));
  });
}

/** One letter put in, left out or changed, or two neighbours swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (Math.max(restA.length, restB.length) <= 1) return true;
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`;
}

function firstNotEmpty(first: string[], second: string[]): string[] {
  return first.length > 0 ? first : second;
}

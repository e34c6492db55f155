import { otherNames } from "./schema/synonyms.ts";

/** Cuts a text into the words it is searched by. */
export type WordsOf = (text: string) => ReadonlySet<string>;

/** What a question asks: its words, and whether it asks for a time, a place, a sum or a person. */
export interface AskedField {
  readonly words: ReadonlySet<string>;
  readonly kinds: ReadonlySet<Kind>;
}

/** A field of something that is known, and by which words that something is told from others. */
export interface KnownField {
  readonly entityType: string;
  readonly field: string;
  readonly value: string;
  readonly name: string;
  /** Names and numbers of others that it belongs to: the vendor of an invoice. */
  readonly kept: string;
}

type Kind = "time" | "place" | "sum" | "person";

const KINDS: readonly (readonly [kind: Kind, asked: RegExp, fields: RegExp])[] = [
  ["time", /\b(?:when|what (?:day|date|time))\b/i, /date|time|birthday|deadline|(?:^|_)(?:start|end|at|on)$|^due$/],
  ["place", /\bwhere\b/i, /address|city|location|place|venue|country|room/],
  ["sum", /\bhow (?:much|expensive)\b/i, /amount|price|cost|total|salary|balance|rent|fee/],
  ["person", /\bwho(?:se|m)?\b/i, /assignee|owner|author|manager|ceo|boss|doctor|teacher|partner|wife|husband|contact/],
];

/** What people say when they ask for a field, beside its own name: words that mean it, and words that may stand by. */
const SAID: readonly (readonly [fields: RegExp, means: string, beside: string])[] = [
  [/phone|mobile|^tel$|telephone/, "phone telephone mobile cell call", "number"],
  [/mail/, "mail email e-mail", "address"],
  [/birth/, "birthday birth born", "date"],
  [/organi[sz]ation|employer|company/, "work working employer employed company organisation organization", "for"],
  [/role|job|position|occupation|profession/, "job role position profession occupation work", "title"],
  [/address|city|country|residence/, "live living lives address based located city country home", ""],
  [/location|place|venue/, "location located place venue held take", ""],
  [/due|deadline/, "due deadline", "date"],
  [/amount|price|cost|total/, "amount price cost costs owe total pay sum", "much"],
  [/assign/, "assigned assignee responsible", ""],
  [/colou?r/, "colour color", ""],
  [/favou?rite/, "favourite favorite", ""],
];

/** Words that ask for no more than the others do. */
const EMPTY = "current currently now exact exactly full known know tell name";

export function askedField(question: string, wordsOf: WordsOf): AskedField {
  const kinds = KINDS.filter(([, asked]) => asked.test(question)).map(([kind]) => kind);
  return { words: wordsOf(question), kinds: new Set(kinds) };
}

/** With how much a field answers what was asked of something by its name, and of something by another's name. */
const BY_NAME = 0.95;
const BY_ANOTHER = 0.8;

export interface Answering {
  readonly score: number;
  /** Whether the field is of the kind that was asked for: a time for "when". */
  readonly isOfKind: boolean;
}

/**
 * How surely a field is what a question asks for, from 0 to 1: the question names the thing and the field, in words
 * that mean it, and says nothing that is known of neither. "Ana's phone number" asks for the phone of whoever is
 * called Ana; a question with one word more may ask for something else.
 */
export function answersAsked({ words, kinds }: AskedField, known: KnownField, wordsOf: WordsOf): Answering {
  const isOfKind = KINDS.some(([kind, , fields]) => kinds.has(kind) && fields.test(known.field));
  return { score: scoreOf(words, known, isOfKind, wordsOf), isOfKind };
}

function scoreOf(words: ReadonlySet<string>, known: KnownField, isOfKind: boolean, wordsOf: WordsOf): number {
  const { means, beside } = saidOf(known, wordsOf);
  if (!isOfKind && !meets(words, means)) return 0;
  const value = wordsOf(known.value);
  const type = wordsOf(known.entityType.replaceAll("_", " "));
  const name = wordsOf(known.name);
  const kept = wordsOf(known.kept);
  const isSaid = (word: string) => [means, beside, value, type, name, kept].some((each) => each.has(word));
  if (![...words].every(isSaid)) return 0;
  const rest = new Set([...words].filter((word) => !means.has(word)));
  if (meets(rest, name) || meets(rest, value)) return BY_NAME;
  return meets(rest, kept) || meets(words, type) ? BY_ANOTHER : 0;
}

/** The words that mean a field, and those that may stand beside them and mean nothing alone. */
function saidOf({ entityType, field }: KnownField, wordsOf: WordsOf) {
  const others = otherNames(entityType, field);
  const fitting = SAID.filter(([fields]) => [field, ...others].some((name) => fields.test(name)));
  const own = wordsOf(field.replaceAll("_", " "));
  const beside = wordsOf([EMPTY, ...fitting.map(([, , each]) => each)].join(" "));
  const means = wordsOf(
    [...others.map((name) => name.replaceAll("_", " ")), ...fitting.map(([, each]) => each)].join(" "),
  );
  return { means: new Set([...own, ...[...means].filter((word) => !beside.has(word))]), beside };
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((word) => others.has(word));
}

import type { Home } from "../home.ts";
import { wrong } from "../model/inputs.ts";
import { type AskedTime, readEvent, readNamedDate, readTimeWords, withoutTime } from "../model/time-words.ts";
import { tokensOfAnswer } from "../model/tokens.ts";
import { daysTold } from "../model/told-days.ts";
import { type Asked, type Evidence, type Found, PLACES, type Place } from "./found.ts";
import { fromGraph } from "./from-graph.ts";
import { fromInstructions } from "./from-instructions.ts";
import { fromMemory } from "./from-memory.ts";
import { fromNotebook } from "./from-notebook.ts";

export interface RecallInput {
  readonly question: string;
  readonly k: number;
  readonly as_of?: string | undefined;
  readonly from?: readonly Place[] | undefined;
  readonly token_budget: number;
}

export interface Recalled {
  readonly evidence: readonly Evidence[];
  readonly confidence: number;
  readonly no_evidence?: { readonly reason: string };
  readonly truncated: boolean;
  readonly note?: string;
}

/** Below this it is likelier that nothing here answers than that something does. */
const CONFIDENT = 0.5;

/** A question with no more words than these besides a time may name nothing but people: then all that they said answers. */
const BARE_WORDS_MAX = 2;
/** What any answer holds: an answer stays below 50 000 characters. */
const TOKENS_MAX = 12_000;
/** Before any memory: a stretch of time has a beginning. */
const BEGINNING = new Date(0).toISOString();
/** How long before or after a day people speak of it by such words. */
const NEAR_MS = 8 * 86_400_000;
/** How many are looked through for the one that tells of an event. */
const TELLING_MAX = 5;

const ASKS: Readonly<Record<Exclude<Place, "memory">, (home: Home, asked: Asked) => Promise<Found>>> = {
  notebook: fromNotebook,
  instructions: fromInstructions,
  graph: fromGraph,
};

/** A question to evidence across the worlds, best first, as much of it as the budget holds. */
export async function recall(home: Home, input: RecallInput): Promise<Recalled> {
  const { question, k, as_of } = input;
  if (as_of !== undefined && Date.parse(as_of) > home.scope.env.now()) {
    throw wrong("as_of", "lies in the future: nothing is known of it; leave it out to ask about now");
  }
  const places = PLACES.filter((place) => input.from?.includes(place) ?? true);
  const founds: Found[] = [];
  for (const place of places) {
    founds.push(place === "memory" ? await memoryThen(home, input) : await ASKS[place](home, { question, k, as_of }));
  }
  const notes = founds.flatMap(({ notes: said }) => said);
  const best = founds
    .flatMap(({ evidence }) => evidence)
    // Those with the same score stay in the order of their world.
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map((one) => ({ ...one, score: rounded(one.score) }));
  const confidence = Math.round(Math.max(0, ...founds.map((found) => found.confidence)) * 1e4) / 1e4;
  const isAbout = aboutSame(home, question);
  const budget = Math.min(input.token_budget, TOKENS_MAX);
  return fitted(best, budget, confidence, (shown) => [...notes, ...laterThanFirst(shown, isAbout)]);
}

/** Ranked first, rounded then: far down the list scores differ by very little. */
function rounded(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 1e6) / 1e6;
}

/**
 * Memory within the time that the question means. "Where did she move from four years ago" means when it was so, and may
 * have been said since: where what was said then answers far less likely than something else does, all times count.
 */
async function memoryThen(home: Home, { question, k, as_of }: RecallInput): Promise<Found> {
  const now = as_of === undefined ? home.scope.env.now() : Date.parse(as_of);
  const words = readTimeWords(question, now) ?? (await timeOfEvent(home, question, as_of));
  if (words === undefined) return memoryOfDate(home, { question, k, as_of });
  const then = await saidOrToldThen(home, { question, k, as_of }, words);
  const saying = (found: Found, rest: string) => readAs(words, found, rest);
  const ONLY_THEN = "only what was said then was searched in memory";
  if (then.confidence >= CONFIDENT) return saying(then, ONLY_THEN);
  const ever = await fromMemory(home, { question, k, as_of });
  if (then.evidence.length === 0) return saying(ever, "nothing that fits was said then, so all times were searched");
  const isFarBehind = ever.confidence >= CONFIDENT && then.confidence < ever.confidence / 2;
  if (!isFarBehind) return saying(then, ONLY_THEN);
  return saying(ever, "what was said then hardly answers, so all times were searched");
}

/**
 * A date that names itself weighs in the ranking, where what was said then may still look as if it did not answer: it
 * hardly says its own date. So it is looked at by itself too, and where it answers, that counts.
 */
async function memoryOfDate(home: Home, asked: Asked): Promise<Found> {
  const ever = await fromMemory(home, asked);
  const now = asked.as_of === undefined ? home.scope.env.now() : Date.parse(asked.as_of);
  const date = readNamedDate(asked.question) ?? daysTold(asked.question, now)[0];
  if (date === undefined) return ever;
  const then = await saidOrToldThen(home, asked, date);
  if (then.confidence < CONFIDENT) return ever;
  const best = new Map(ever.evidence.map((one) => [one.proof_id, one]));
  for (const one of then.evidence) {
    if (one.score > (best.get(one.proof_id)?.score ?? 0)) best.set(one.proof_id, one);
  }
  const confidence = Math.max(ever.confidence, then.confidence);
  return readAs(date, { ...ever, evidence: [...best.values()], confidence }, "what was said then weighs more");
}

/** What was said within a time, that answers a question or is all that somebody said. */
function saidThen(home: Home, { question, k, as_of }: Asked, time: AskedTime): Promise<Found> {
  const about = withoutTime(question, time);
  const isBare = home.scope.search.words(about).size <= BARE_WORDS_MAX;
  const times = isoTimes(time);
  // What was said then seldom says when that was: the words of the time ask for nothing more.
  const rest = question.replace(time.words, " ");
  const stretch = isBare ? { from: BEGINNING, ...times, question: about } : { ...times, question: rest };
  return fromMemory(home, { k, as_of, ...stretch });
}

/**
 * "Next Tuesday" and "yesterday" mean a day by when they were said: what was said near a day is looked through for words
 * that mean it, and stands beside what was said on it.
 */
async function saidOrToldThen(home: Home, asked: Asked, time: AskedTime): Promise<Found> {
  const then = await saidThen(home, asked, time);
  const { from, until = from } = time;
  if (from === undefined || until === undefined || until - from > NEAR_MS) return then;
  const near = await saidThen(home, asked, { ...time, from: from - NEAR_MS, until: until + NEAR_MS });
  const told = near.evidence.filter(({ quote, source }) => {
    if (source.when === null) return false;
    const days = daysTold(quote, Date.parse(source.when));
    return days.some((day) => (day.from ?? 0) <= until && (day.until ?? 0) >= from);
  });
  const known = new Set(told.map(({ proof_id }) => proof_id));
  // What was said then and tells of another day is not about that one.
  const said = then.evidence.filter((one) => !known.has(one.proof_id) && !tellsOnlyOfOthers(one, from, until));
  if (told.length === 0) return { ...then, evidence: said.length > 0 ? said : then.evidence };
  const confidence = Math.max(then.confidence, near.confidence);
  return { ...then, evidence: [...told, ...said].sort((a, b) => b.score - a.score), confidence };
}

function tellsOnlyOfOthers({ quote, source }: Evidence, from: number, until: number): boolean {
  const days = source.when === null ? [] : daysTold(quote, Date.parse(source.when));
  return days.length > 0 && days.every((day) => (day.from ?? 0) > until || (day.until ?? 0) < from);
}

function isoTimes({ from, until }: AskedTime): { from?: string; until?: string } {
  return {
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}

function readAs(time: AskedTime, found: Found, rest: string): Found {
  const { from, until } = isoTimes(time);
  const range = `${from?.slice(0, 10) ?? "the beginning"} to ${until?.slice(0, 10) ?? "now"}`;
  return { ...found, notes: [`A time in the question was read as ${range}; ${rest}.`, ...found.notes] };
}

/** "before we moved": when that was, if something that was said tells it with confidence. */
async function timeOfEvent(home: Home, question: string, as_of: string | undefined): Promise<AskedTime | undefined> {
  const event = readEvent(question);
  if (event === undefined) return undefined;
  const { evidence, confidence } = await fromMemory(home, { question: event.what, k: TELLING_MAX, as_of });
  const { search } = home.scope;
  const asked = [...search.words(event.what)];
  const hasAll = ({ quote }: Evidence) => {
    const words = search.words(quote);
    return asked.every((word) => words.has(word));
  };
  // What has every word tells of the event; what has some may be about the time before it.
  const telling = evidence.find(hasAll) ?? evidence[0];
  const when = telling?.source.when;
  if (confidence < CONFIDENT || when == null) return undefined;
  const at = Date.parse(when);
  // What tells of it may say when it was, which need not be when it was told.
  const told = readNamedDate(telling?.quote ?? "") ?? readTimeWords(telling?.quote ?? "", at);
  const time = told?.from ?? at;
  return { words: event.words, ...(event.side === "before" ? { until: time } : { from: time }) };
}

function fitted(
  best: readonly Evidence[],
  budget: number,
  confidence: number,
  notesOn: (shown: readonly Evidence[]) => readonly string[],
): Recalled {
  const about = (count: number): Omit<Recalled, "evidence"> => {
    const isCut = count < best.length;
    const said = [
      ...notesOn(best.slice(0, count)),
      ...(isCut ? [`A budget of ${budget} tokens holds ${count} of ${best.length} items.`] : []),
    ];
    return {
      confidence,
      ...reasonFor(best.length, confidence),
      truncated: isCut,
      ...(said.length > 0 && { note: said.join(" ") }),
    };
  };
  for (let count = best.length; count > 0; count -= 1) {
    const answer = { evidence: best.slice(0, count), ...about(count) };
    if (tokensOfAnswer(answer) <= budget) return answer;
  }
  const { note: _note, ...bare } = { evidence: [], ...about(0) };
  // Where hardly anything fits, what there is to say about it is left out first.
  const answers = [
    { evidence: [], ...about(0) },
    { ...bare, ...(best.length > 0 && { note: "Raise token_budget." }) },
  ];
  return answers.find((answer) => tokensOfAnswer(answer) <= budget) ?? bare;
}

/** Whether an item has a word of the question: scores of other languages say little of what they are about. */
function aboutSame({ scope: { search } }: Home, question: string): (one: Evidence) => boolean {
  const asked = [...search.words(question)];
  return ({ quote, fact }) => {
    const words = search.words(`${quote} ${fact?.name ?? ""} ${fact?.field.replaceAll("_", " ") ?? ""}`);
    return asked.some((word) => words.has(word));
  };
}

/** What was said first may have changed since: the ranking does not know, whoever reads it should look. */
function laterThanFirst([first, ...others]: readonly Evidence[], isAbout: (one: Evidence) => boolean): string[] {
  const at = ({ source }: Evidence) => (source.when === null ? Number.NaN : Date.parse(source.when));
  if (first === undefined || first.score < CONFIDENT) return [];
  const later = others.filter(
    (other) =>
      other.score >= CONFIDENT && at(other) > at(first) && !other.quote.includes(first.quote) && isAbout(other),
  );
  const [latest] = later.sort((a, b) => at(b) - at(a));
  if (latest === undefined) return [];
  const place = others.indexOf(latest) + 2;
  return [`Item ${place} is of ${latest.source.when?.slice(0, 10)}, later than item 1: it may have changed since.`];
}

function reasonFor(found: number, confidence: number): Pick<Recalled, "no_evidence"> {
  if (found === 0) return { no_evidence: { reason: "Nothing that is remembered here has to do with the question." } };
  if (confidence >= CONFIDENT) return {};
  return {
    no_evidence: { reason: "What is nearest to the question is shown, but it more likely does not answer it." },
  };
}

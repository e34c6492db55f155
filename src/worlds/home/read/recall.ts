import type { Home } from "../home.ts";
import { wrong } from "../model/inputs.ts";
import { type AskedTime, readEvent, readTimeWords } from "../model/time-words.ts";
import { tokensOfAnswer } from "../model/tokens.ts";
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
  return fitted(best, input.token_budget, confidence, notes);
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
  if (words === undefined) return fromMemory(home, { question, k, as_of });
  const times = {
    ...(words.from !== undefined && { from: new Date(words.from).toISOString() }),
    ...(words.until !== undefined && { until: new Date(words.until).toISOString() }),
  };
  const range = `${times.from?.slice(0, 10) ?? "the beginning"} to ${times.until?.slice(0, 10) ?? "now"}`;
  const saying = (found: Found, rest: string): Found => ({
    ...found,
    notes: [`A time in the question was read as ${range}; ${rest}.`, ...found.notes],
  });
  const then = await fromMemory(home, { question, k, as_of, ...times });
  const ONLY_THEN = "only what was said then was searched in memory";
  if (then.confidence >= CONFIDENT) return saying(then, ONLY_THEN);
  const ever = await fromMemory(home, { question, k, as_of });
  if (then.evidence.length === 0) return saying(ever, "nothing that fits was said then, so all times were searched");
  const isFarBehind = ever.confidence >= CONFIDENT && then.confidence < ever.confidence / 2;
  if (!isFarBehind) return saying(then, ONLY_THEN);
  return saying(ever, "what was said then hardly answers, so all times were searched");
}

/** "before we moved": when that was, if something that was said tells it with confidence. */
async function timeOfEvent(home: Home, question: string, as_of: string | undefined): Promise<AskedTime | undefined> {
  const event = readEvent(question);
  if (event === undefined) return undefined;
  const { evidence, confidence } = await fromMemory(home, { question: event.what, k: 1, as_of });
  const when = evidence[0]?.source.when;
  if (confidence < CONFIDENT || when == null) return undefined;
  const at = Date.parse(when);
  return { words: event.words, ...(event.side === "before" ? { until: at } : { from: at }) };
}

function fitted(best: readonly Evidence[], budget: number, confidence: number, notes: readonly string[]): Recalled {
  const about = (count: number): Omit<Recalled, "evidence"> => {
    const isCut = count < best.length;
    const said = [
      ...notes,
      ...(isCut ? [`The budget of ${budget} tokens holds ${count} of ${best.length} items.`] : []),
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
  return { evidence: [], ...about(0) };
}

function reasonFor(found: number, confidence: number): Pick<Recalled, "no_evidence"> {
  if (found === 0) return { no_evidence: { reason: "Nothing that is remembered here has to do with the question." } };
  if (confidence >= CONFIDENT) return {};
  return {
    no_evidence: { reason: "What is nearest to the question is shown, but it more likely does not answer it." },
  };
}

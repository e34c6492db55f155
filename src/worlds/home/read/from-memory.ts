import type { Json } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { narrowQuote } from "../model/narrow-quote.ts";
import { proofId } from "../model/proof-id.ts";
import { createAuthors } from "./authors.ts";
import type { Asked, Evidence, Found } from "./found.ts";

/** More than is wanted is asked for: what was overruled is left out. */
const SPARE = 10;
const LIMIT_MAX = 50;

interface ReadFact {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
  readonly field: string;
  readonly value: Json;
  readonly stands: boolean;
}

/** What was remembered: turns and passages as they were said, with the facts read from them, and facts by themselves. */
export async function fromMemory(home: Home, { question, k, as_of, from, until }: Asked): Promise<Found> {
  const answer: Answer = await home.truth("search_evidence", {
    query: question,
    limit: Math.min(LIMIT_MAX, k + SPARE),
    ...(as_of !== undefined && { at: as_of }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  });
  const isOverruled = ({ facts, is_overruled }: { facts: ReadFact[]; is_overruled: boolean }) =>
    is_overruled || (facts.length > 0 && facts.every(({ stands }) => !stands));
  const words = answer.words.filter((one: Answer) => !isOverruled(one));
  const authorOf = createAuthors(home);
  const wordsOf = (text: string) => home.scope.search.words(text);
  const asked = wordsOf(question);
  const evidence: Evidence[] = [];
  for (const one of words) {
    const { text, start, end } = narrowQuote(one, asked, wordsOf);
    // Of all that was read from a passage, what was asked for stands beside it: a table says many things.
    const askedFor = factWithin(
      one,
      answer.facts.filter(({ is_asked }: Answer) => is_asked),
    );
    const fact = askedFor ?? one.facts.find(({ stands }: ReadFact) => stands) ?? factWithin(one, answer.facts);
    evidence.push({
      proof_id: proofId({ of: "words", source_id: one.source_id, start, end }),
      quote: text,
      from: "memory",
      score: Math.max(one.score, askedFor?.score ?? 0),
      source: {
        id: one.source_id,
        title: one.source?.title ?? null,
        when: one.at ?? null,
        author: one.speaker ?? (await authorOf(one.source?.log_seq)),
      },
      ...(fact !== undefined && { fact: factOf(fact) }),
    });
  }
  // A fact that was read from words stands beside them; what no passage shows comes after those that do.
  const least = Math.min(1, ...evidence.slice(0, k).map(({ score }) => score));
  for (const fact of answer.facts) {
    if (words.some((one: Answer) => isWithin(fact, one))) continue;
    // A time that was asked for is one of saying; a fact is known by its own.
    if ((from !== undefined && fact.observed_at < from) || (until !== undefined && fact.observed_at > until)) continue;
    const isOfWords = fact.source.kind === "file";
    evidence.push({
      proof_id: proofId({
        of: "fact",
        entity_id: fact.entity_id,
        observation_id: fact.observation_id,
        field: fact.field,
      }),
      quote: fact.quote.text,
      from: "memory",
      score: isOfWords && !fact.is_asked && evidence.length > 0 ? Math.min(fact.score, least * 0.99) : fact.score,
      source: {
        id: fact.source.id,
        title: fact.source.title,
        when: fact.source.said_at ?? fact.observed_at,
        author: await authorOf(fact.source.log_seq),
      },
      fact: factOf(fact),
    });
  }
  const left = answer.words.length - words.length;
  return {
    evidence,
    confidence: evidence.length === 0 ? 0 : answer.evidence,
    notes: [
      ...(left === 0 ? [] : [leftOut(left)]),
      ...(as_of !== undefined || answer.note === null ? [] : [`Searched by words alone: ${answer.note}.`]),
    ],
  };
}

function leftOut(count: number): string {
  return count === 1
    ? "1 passage was left out because what it says was overruled; as_of shows it."
    : `${count} passages were left out because what they say was overruled; as_of shows them.`;
}

function isWithin(fact: Answer, words: Answer): boolean {
  return fact.source.id === words.source_id && words.start <= fact.quote.start && fact.quote.end <= words.end;
}

function factWithin(words: Answer, facts: readonly Answer[]): Answer | undefined {
  return facts.find((fact) => isWithin(fact, words));
}

function factOf({ entity_id, entity_type, canonical_name, field, value }: ReadFact) {
  return { entity_id, entity_type, name: canonical_name, field, value };
}

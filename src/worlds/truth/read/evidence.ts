import type { Json, SearchHit } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import { valuesIn } from "../model/entity-text.ts";
import { placeOfPassage, SPACES } from "../model/findable.ts";
import { tellingWords } from "../model/function-words.ts";
import { likely } from "../model/likely.ts";
import type { Source } from "../model/source.ts";
import type { AsOf } from "../model/time.ts";
import { isoTime } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { fieldsAsked, nextFirst } from "./asked-fields.ts";
import { createSourceTexts, quoteOf } from "./field-quote.ts";
import { overruledWords } from "./overruled-words.ts";
import { askSpace, searchFacts } from "./search-everything.ts";
import { sourceMeta } from "./source-meta.ts";
import { standsIn } from "./source-statements.ts";

export interface EvidenceQuery {
  readonly text: string;
  readonly limit: number;
  readonly asOf: AsOf | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
}

/** How many statements of one source are looked at. */
const STATEMENTS_MAX = 500;
/** A value shorter than this stands in too many texts to say where it came from. */
const VALUE_CHARS_MIN = 2;

/** Words and facts that may answer a question, each with where it stands, and how likely anything of it does. */
export async function findEvidence(truth: Truth, asked: EvidenceQuery) {
  const words: SearchHit[] = [];
  let [evidence, note] = [0, null as string | null];
  // Words that say how a question is put stand everywhere, and the index knows only the English ones.
  const telling = tellingWords(asked.text);
  const text = telling === undefined || telling.length === 0 ? asked.text : telling.join(" ");
  for (const space of [SPACES.turns, SPACES.sources]) {
    const answer = await askSpace(truth, {
      space,
      text,
      limit: asked.limit,
      ...(asked.from !== undefined && { from: asked.from }),
      ...untilOf(asked),
      ...(asked.asOf !== undefined && { mode: "text" as const }),
    });
    if (answer === undefined) continue;
    evidence = Math.max(evidence, answer.evidence);
    note ??= answer.why;
    words.push(...answer.hits);
  }
  const facts = await searchFacts(truth, text, {
    entityType: undefined,
    withSources: false,
    limit: asked.limit,
    asOf: asked.asOf,
  });
  // The past is searched by words alone, which says nothing of how likely it answers.
  const factEvidence = facts.answer?.evidence ?? (facts.found.length > 0 ? 0.5 : 0);
  const answering = await factsOf(truth, asked.text, facts.found);
  const sources = await truth.sources.findMany(words.map(({ document }) => placeOfPassage(document.id).source_id));
  // What was said then holds for then.
  const overruled = asked.asOf === undefined ? await overruledWords(truth, answering, words) : new Set<string>();
  return {
    words: await Promise.all(
      words.map(async (hit) => ({
        ...(await worded(truth, hit, sources, asked.asOf)),
        is_overruled: overruled.has(hit.document.id),
      })),
    ),
    facts: answering,
    evidence: Math.max(
      likely(Math.max(evidence, factEvidence), asked.text, [...textsOf(words), ...textsOfFacts(facts.found)]),
      ...answering.filter(({ is_asked }) => is_asked).map(({ score }) => score),
    ),
    note,
  };
}

function textsOf(hits: readonly SearchHit[]): string[] {
  return hits.map(({ document }) => `${document.speaker ?? ""} ${document.text}`);
}

function textsOfFacts(found: readonly { readonly entity: Entity }[]): string[] {
  return found.map(({ entity }) => {
    const values = [...Object.entries(entity.snapshot), ...Object.entries(entity.fragments)];
    return values.map(([field, value]) => [field.replaceAll("_", " "), ...valuesIn(value)].join(" ")).join("\n");
  });
}

function untilOf({ asOf, until }: EvidenceQuery): { until?: number } {
  const times = [asOf?.at, asOf?.atIngested, until].filter((time) => time !== undefined);
  return times.length === 0 ? {} : { until: Math.min(...times) };
}

async function worded(
  truth: Truth,
  { document, score }: SearchHit,
  sources: ReadonlyMap<string, Source>,
  asOf: AsOf | undefined,
) {
  const { source_id, start, end } = placeOfPassage(document.id);
  const source = sources.get(source_id);
  return {
    kind: document.unit === "turn" ? ("turn" as const) : ("passage" as const),
    score,
    text: document.text,
    start,
    end,
    source: source && sourceMeta(source),
    source_id,
    ...(document.speaker !== undefined && { speaker: document.speaker }),
    ...(document.at !== undefined && { at: isoTime(document.at) }),
    facts: asOf === undefined ? await factsIn(truth, source_id, document.text) : [],
  };
}

/** What was read from a passage, and whether it still holds. */
async function factsIn(truth: Truth, sourceId: string, text: string) {
  const said = await truth.observations.ofSource(sourceId, STATEMENTS_MAX);
  if (said.length === 0) return [];
  const entities = await truth.entities.findMany(said.map(({ entity_id }) => entity_id));
  return said.flatMap((observation) => {
    const entity = entities.get(observation.entity_id);
    if (entity === undefined) return [];
    const row = { ...observation.fragments, ...observation.fields };
    return Object.entries(row)
      .filter(([, value]) => standsInText(text, value))
      .map(([field, value]) => ({
        entity_id: entity.id,
        entity_type: entity.entity_type,
        canonical_name: entity.canonical_name,
        observation_id: observation.id,
        field,
        value: value ?? null,
        stands: entity.deletion?.deleted !== true && standsIn(entity, field, observation.id),
      }));
  });
}

function standsInText(text: string, value: Json | undefined): boolean {
  return [...valuesIn(value)].some((one) => one.length >= VALUE_CHARS_MIN && text.includes(one));
}

/** The fields of each entity that answer best, with their words. */
async function factsOf(
  truth: Truth,
  text: string,
  found: readonly { readonly entity: Entity; readonly score: number }[],
) {
  const texts = createSourceTexts(truth);
  const facts = [];
  for (const { entity, score } of found) {
    const chosen = await fieldsAsked(truth, entity, text);
    const ids = chosen.map(({ observationId }) => observationId);
    const observations = await truth.observations.findMany(ids);
    const sources = await truth.sources.findMany([...observations.values()].map(({ source_id }) => source_id));
    for (const { field, value, observationId, score: asked } of chosen) {
      const observation = observations.get(observationId);
      const source = observation && sources.get(observation.source_id);
      const quote = observation && source && (await quoteOf(truth, texts, source, observation, field));
      if (observation === undefined || source === undefined || quote == null) continue;
      facts.push({
        entity_id: entity.id,
        entity_type: entity.entity_type,
        canonical_name: entity.canonical_name,
        score: Math.max(score, asked),
        is_asked: asked > 0,
        field,
        value,
        observation_id: observation.id,
        observed_at: isoTime(observation.observed_at),
        source: sourceMeta(source),
        quote: { text: quote.text, start: quote.start, end: quote.end },
      });
    }
  }
  return nextFirst(facts, text, truth.scope.env.now()).sort((a, b) => b.score - a.score);
}

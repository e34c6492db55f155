import type { JsonObject, SearchAnswer } from "../../../kernel/index.ts";
import type { Quote } from "../files/quote/find-quote.ts";
import type { Entity } from "../model/entity.ts";
import { valuesIn } from "../model/entity-text.ts";
import { placeOfPassage, SPACES } from "../model/findable.ts";
import { shown } from "../model/reduce/shown.ts";
import type { AsOf } from "../model/time.ts";
import { entitiesByCode } from "../search/code-search.ts";
import { bestOf, countWords } from "../search/entity-search.ts";
import type { Truth } from "../truth.ts";
import { entitiesThen } from "./entities-at.ts";
import { bestThen } from "./entity-search-at.ts";
import { createSourceTexts, quoteOf } from "./field-quote.ts";

export interface SearchOptions {
  readonly entityType: string | undefined;
  readonly withSources: boolean;
  readonly limit: number;
  readonly asOf: AsOf | undefined;
}

export interface Hit {
  readonly kind: "entity" | "source";
  readonly score: number;
  readonly entity_id?: string;
  readonly entity_type?: string;
  readonly canonical_name?: string;
  readonly snapshot?: JsonObject;
  readonly raw_fragments?: JsonObject;
  readonly field?: string;
  readonly source_id?: string;
  readonly original_filename?: string | null;
  readonly quote: (Quote & { readonly source_id: string }) | null;
}

export interface Everything {
  readonly hits: readonly Hit[];
  /** How many entities and passages match in all. */
  readonly matches: number;
  readonly mode: "hybrid" | "text";
  readonly note: string | null;
  /** Whether vectors that are still to come may find more. */
  readonly isFinal: boolean;
  /** Whether what was found answers the query. */
  readonly isSupported: boolean;
  /** Why there is no answer, for when there is none. */
  readonly reason: string;
}

interface FoundFact {
  readonly entity: Entity;
  readonly score: number;
  /** Whether the query names it: its number, address or id. */
  readonly isNamed?: boolean;
}

/** Searches facts and files together. Both scores say how well a document answers, so one order holds for both. */
export async function searchEverything(truth: Truth, text: string, options: SearchOptions): Promise<Everything> {
  const facts = await searchFacts(truth, text, options);
  const files = options.withSources ? await searchFiles(truth, text, options) : undefined;
  const best = [
    ...facts.found.map((found) => ({ ...found, key: found.entity.id })),
    ...(files?.hits ?? []).map((hit) => ({ hit, score: hit.score, key: hit.document.id })),
  ]
    .sort((a, b) => named(b) - named(a) || b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, options.limit);
  const hits = new Map<string, Hit>([
    ...(await factHits(
      truth,
      text,
      best.flatMap((one) => ("entity" in one ? [one] : [])),
    )),
    ...(await fileHits(
      truth,
      best.flatMap((one) => ("hit" in one ? [one.hit] : [])),
    )),
  ]);
  const answers = [facts.answer, files].filter((answer) => answer !== undefined);
  return {
    hits: best.flatMap(({ key }) => hits.get(key) ?? []),
    matches: Math.max(best.length, facts.matches + (files?.matches ?? 0)),
    mode: answers.length > 0 && answers.every(({ mode }) => mode === "hybrid") ? "hybrid" : "text",
    note: options.asOf === undefined ? (answers.find(({ why }) => why !== null)?.why ?? null) : PAST_NOTE,
    isFinal: answers.every(({ isFinal }) => isFinal),
    // The past is looked into by words, and what holds them is shown.
    isSupported:
      best.length > 0 &&
      (options.asOf !== undefined ||
        facts.found.some(({ isNamed }) => isNamed) ||
        answers.some(({ isSupported }) => isSupported)),
    reason: best.length > 0 ? NEAREST : await nothingFound(truth, options),
  };
}

function named(found: { readonly isNamed?: boolean } | object): number {
  return "isNamed" in found && found.isNamed ? 1 : 0;
}

const NEAREST = "These come nearest, but too little in them speaks for an answer to the query.";
const PAST_NOTE = "the past is searched by words only";

/** An empty space has no vectors to miss; asking it would only say that. */
export async function askSpace(
  { scope }: Truth,
  query: Parameters<Truth["scope"]["search"]["find"]>[0],
): Promise<SearchAnswer | undefined> {
  return (await scope.search.count(query.space)) === 0 ? undefined : scope.search.find(query);
}

export async function searchFacts(
  truth: Truth,
  text: string,
  { entityType, limit, asOf }: SearchOptions,
): Promise<{ found: FoundFact[]; answer: SearchAnswer | undefined; matches: number }> {
  if (asOf !== undefined) {
    const all = await bestThen(truth, text, entityType, asOf);
    const best = all.slice(0, limit);
    const scores = new Map(best.map(({ id, score }) => [id, score]));
    const entities = await entitiesThen(truth, [...scores.keys()], asOf);
    const found = entities.map((entity) => ({ entity, score: scores.get(entity.id) ?? 0 }));
    return { found, answer: undefined, matches: all.length };
  }
  const filters = entityType === undefined ? {} : { filters: { entity_type: entityType } };
  const answer = await askSpace(truth, { space: SPACES.entities, text, limit, everyWordFirst: true, ...filters });
  const scores = bestOf(answer?.hits ?? []);
  const exact = await entitiesByCode(truth, text, entityType);
  const codes = new Set(exact.map(({ id }) => id));
  const others = await truth.entities.findLive([...scores.keys()].filter((id) => !codes.has(id)));
  return {
    found: [
      ...exact.map((entity) => ({ entity, score: 1, isNamed: true })),
      ...others.map((entity) => ({ entity, score: scores.get(entity.id) ?? 0 })),
    ],
    answer,
    matches: answer?.matches ?? 0,
  };
}

function searchFiles(truth: Truth, text: string, { limit, asOf }: SearchOptions): Promise<SearchAnswer | undefined> {
  const times = [asOf?.at, asOf?.atIngested].filter((time) => time !== undefined);
  const until = times.length === 0 ? {} : { until: Math.min(...times) };
  const mode = asOf === undefined ? {} : { mode: "text" as const };
  return askSpace(truth, { space: SPACES.sources, text, limit, ...until, ...mode });
}

async function fileHits(truth: Truth, found: SearchAnswer["hits"]): Promise<[string, Hit][]> {
  const places = found.map(({ document, score }) => ({ ...placeOfPassage(document.id), document, score }));
  const ids = places.map(({ source_id }) => source_id);
  const sources = await truth.sources.findMany(ids);
  return places.map(({ source_id, start, end, document, score }) => [
    document.id,
    {
      kind: "source",
      score,
      source_id,
      original_filename: sources.get(source_id)?.original_filename ?? null,
      quote: { source_id, text: document.text, start, end, unit: "byte" },
    },
  ]);
}

async function factHits(truth: Truth, text: string, found: readonly FoundFact[]): Promise<[string, Hit][]> {
  const words = truth.scope.search.words(text);
  const wordsIn = (value: string) => countWords(truth, words, value);
  const matched = found.map(({ entity, score }) => ({ entity, score, ...bestField(entity, wordsIn) }));
  const observations = await truth.observations.findMany(matched.flatMap(({ observationId }) => observationId ?? []));
  const sources = await truth.sources.findMany([...observations.values()].map(({ source_id }) => source_id));
  const texts = createSourceTexts(truth);
  const book = await truth.schemas.book();
  const hits: [string, Hit][] = [];
  for (const { entity, score, field, observationId } of matched) {
    const observation = observations.get(observationId ?? "");
    const source = observation && sources.get(observation.source_id);
    const quote =
      observation && source && field !== undefined ? await quoteOf(truth, texts, source, observation, field) : null;
    const { snapshot, raw_fragments } = shown(book.of(entity.entity_type), entity);
    hits.push([
      entity.id,
      {
        kind: "entity",
        score,
        entity_id: entity.id,
        entity_type: entity.entity_type,
        canonical_name: entity.canonical_name,
        snapshot,
        ...(raw_fragments !== undefined && { raw_fragments }),
        ...(field !== undefined && { field }),
        quote: quote && source ? { source_id: source.id, ...quote } : null,
      },
    ]);
  }
  return hits;
}

/** The field that has most of the words, and who said it; none where only the meaning matched. */
function bestField(entity: Entity, wordsIn: (text: string) => number): { field?: string; observationId?: string } {
  let best = { field: "", count: 0, provenance: "" };
  const parts = [
    [entity.snapshot, entity.provenance],
    [entity.fragments, entity.fragment_provenance],
  ] as const;
  for (const [values, provenance] of parts) {
    for (const field of Object.keys(values).sort()) {
      const count = wordsIn([...valuesIn(values[field])].join("\n"));
      if (count > best.count) best = { field, count, provenance: provenance[field] ?? "" };
    }
  }
  const [observationId = ""] = best.provenance.split(",");
  return best.count === 0 ? {} : { field: best.field, observationId };
}

async function nothingFound({ scope }: Truth, { withSources, asOf }: SearchOptions): Promise<string> {
  const entities = await scope.search.count(SPACES.entities);
  const passages = withSources ? await scope.search.count(SPACES.sources) : 0;
  if (entities + passages === 0) return "Nothing is stored here yet.";
  const where = withSources ? `${entities} entities and ${passages} passages of files` : `${entities} entities`;
  return asOf === undefined
    ? `Nothing in ${where} supports the query.`
    : "Nothing that was known then supports the query.";
}

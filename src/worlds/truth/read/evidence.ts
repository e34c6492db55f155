import type { Json, SearchHit } from "../../../kernel/index.ts";
import { answersAsked, askedField } from "../model/asked-field.ts";
import type { Entity } from "../model/entity.ts";
import { valuesIn } from "../model/entity-text.ts";
import { placeOfPassage, SPACES } from "../model/findable.ts";
import { shown } from "../model/reduce/shown.ts";
import { schemaFor } from "../model/schema/built-in.ts";
import type { Source } from "../model/source.ts";
import type { AsOf } from "../model/time.ts";
import { isoTime } from "../model/time.ts";
import { countWords } from "../search/entity-search.ts";
import type { Truth } from "../truth.ts";
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
/** How many fields of one entity answer at once. */
const FIELDS_MAX = 3;
/** A value shorter than this stands in too many texts to say where it came from. */
const VALUE_CHARS_MIN = 2;

/** Words and facts that may answer a question, each with where it stands, and how likely anything of it does. */
export async function findEvidence(truth: Truth, asked: EvidenceQuery) {
  const words: SearchHit[] = [];
  let [evidence, note] = [0, null as string | null];
  for (const space of [SPACES.turns, SPACES.sources]) {
    const answer = await askSpace(truth, {
      space,
      text: asked.text,
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
  const facts = await searchFacts(truth, asked.text, {
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
      evidence,
      factEvidence,
      ...answering.filter(({ is_asked }) => is_asked).map(({ score }) => score),
    ),
    note,
  };
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
    const chosen = fieldsOf(truth, entity, text);
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
  return facts.sort((a, b) => b.score - a.score);
}

/** Fields by which a thing is known to belong to another. */
const KEPT = /name$|number$|vendor|customer|client|merchant|counterparty|payee|organi[sz]ation/;

/** Those that the question asks for; else by how many of its words a field's name and value have. */
function fieldsOf(truth: Truth, entity: Entity, text: string) {
  const { snapshot, provenance, raw_fragments = {} } = shown(schemaFor(entity.entity_type), entity);
  const all = [
    ...Object.entries(snapshot).map(([field, value]) => ({ field, value, ids: provenance[field] })),
    ...Object.entries(raw_fragments).map(([field, value]) => ({
      field,
      value,
      ids: entity.fragment_provenance[field],
    })),
  ].map((one) => ({ ...one, said: [...valuesIn(one.value)].join("\n") }));
  const wordsOf = (of: string) => truth.scope.search.words(of);
  const question = askedField(text, wordsOf);
  const named = wordsOf(entity.canonical_name);
  const others = new Set([...question.words].filter((word) => !named.has(word)));
  const kept = all.filter(({ field }) => KEPT.test(field));
  const counted = all.map(({ field, value, ids, said }) => {
    const isName = said === entity.canonical_name || field === "name";
    return {
      field,
      value: value ?? null,
      observationId: (ids ?? "").split(",", 1)[0] ?? "",
      // That a value has words of the name, as an address may, says nothing of what is asked.
      count: isName ? 0 : countWords(truth, others, `${field.replaceAll("_", " ")}\n${said}`),
      isName,
      ...answersAsked(question, knownField(entity, field, said, kept), wordsOf),
    };
  });
  const best = Math.max(0, ...counted.map(({ count }) => count));
  const asked = counted.filter(({ score, isName }) => score > 0 && !isName);
  const ofKind = asked.filter(({ isOfKind }) => isOfKind);
  if (asked.length > 0) return (ofKind.length > 0 ? ofKind : asked).slice(0, FIELDS_MAX);
  const telling = best > 0 ? counted.filter(({ count }) => count === best) : counted.filter(({ isName }) => !isName);
  return (telling.length > 0 ? telling : counted).slice(0, FIELDS_MAX).map((one) => ({ ...one, score: 0 }));
}

function knownField(entity: Entity, field: string, value: string, kept: readonly { field: string; said: string }[]) {
  const others = kept.filter((one) => one.field !== field).map(({ said }) => said);
  return { entityType: entity.entity_type, field, value, name: entity.canonical_name, kept: others.join("\n") };
}

import type { Query } from "../../query.ts";
import type { Held, SearchAnswer, SearchQuery } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { EVIDENCE_LEAST, type Kind, kindOf, rank, type TermStatistics, terms, type Vectors } from "../rank/index.ts";
import { type DocumentRow, toDocument } from "../store/document-row.ts";
import { allRows, conditionOf, neighbourRows, rowsByKey } from "../store/document-store.ts";
import type { Engine } from "../store/engine.ts";
import { embeddedBy } from "../store/pending-store.ts";
import { findSpace, findSpaceAndUnit } from "../store/space-store.ts";
import type { Ahead, FoundTerms, SpaceRow } from "../store/text-index.ts";
import { askMeaning, type Meaning, type Meanings } from "./ask-meaning.ts";
import { findStretch } from "./find-stretch.ts";
import { isEvidence } from "./is-evidence.ts";
import type { PreparedDocuments } from "./prepared-documents.ts";
import { tellingWords } from "./telling-words.ts";

/**
 * A space of up to this many documents is ranked whole; of a larger one, the best by words and by meaning.
 * A conversation gains from being seen whole, because turns lean on each other; passages stand for themselves.
 */
const WHOLE_SPACE_MAX = { turn: 1000, passage: 200 } as const;
const TEXT_CANDIDATES = { turn: 300, passage: 150 } as const;
const VECTOR_CANDIDATES = 100;
/** How many candidates of a conversation bring their neighbours along. */
const WITH_NEIGHBOURS = 100;
const REACH = 2;
/** More than this hold every word: then the words do not tell them apart, and all the ranking is needed. */
const EVERY_WORD_MAX = 200;
const WORDS_ONLY = "asked for by words only";

const NOTHING: SearchAnswer = {
  hits: [],
  matches: 0,
  evidence: 0,
  isSupported: false,
  mode: "text",
  why: "nothing is indexed here",
  isFinal: true,
};

/** What a search works with besides its transaction. */
export interface Finder extends Meanings {
  readonly prepared: PreparedDocuments;
}

/** Answers a query from what the transaction sees. */
export async function find(finder: Finder, sql: Sql, tenant: string, asked: SearchQuery): Promise<SearchAnswer> {
  const { engine } = finder;
  const asTerms = terms(asked.text);
  const [space, ahead] = await Promise.all([
    findSpaceAndUnit(sql, tenant, asked.space),
    engine.text.ahead(sql, { tenant_id: tenant, space: asked.space }, asTerms),
  ]);
  if (space === undefined || space.documents + space.past === 0) return NOTHING;
  const condition = conditionOf(space, asked, sql.dialect);
  const kind = kindOf(space.unit ?? undefined);
  const stretch = await findStretch(sql, space, asked, asTerms, condition);
  if (stretch !== undefined) return stretch;
  if (asked.everyWordFirst === true) {
    const answer = await findEveryWord(finder, sql, space, kind, asked, condition, ahead);
    if (answer !== undefined) return answer;
  }
  const words = await engine.text.look(sql, space, asTerms, ahead);
  const telling = tellingWords(words.frequencies);
  const byWords = await rowsByWords(words, sql, space, kind, telling, condition);
  const asMeant =
    asked.mode === "text"
      ? { why: WORDS_ONLY, isFinal: true }
      : await askMeaning(finder, sql, space, asked.text, byWords, condition);
  const meaning = "vector" in asMeant ? asMeant : undefined;
  const pool = await poolOf(engine, sql, space, kind, byWords, meaning, condition);
  const vectors = meaning && (await vectorsOf(engine, sql, space, meaning, pool));
  return {
    ...rankPool(finder, asked, space, kind, pool, words.frequencies, vectors),
    matches: await words.matches(telling, condition),
    mode: meaning === undefined ? "text" : "hybrid",
    why: asMeant.why,
    isFinal: asMeant.isFinal,
  };
}

/** The groups of all that match by words: those the ranking takes its candidates from. */
export async function findGroups(
  { engine }: Finder,
  sql: Sql,
  tenant: string,
  asked: SearchQuery,
  held: Held,
): Promise<string[]> {
  const words = [...new Set(terms(asked.text))];
  const [space, ahead] = await Promise.all([
    findSpace(sql, tenant, asked.space),
    engine.text.ahead(sql, { tenant_id: tenant, space: asked.space }, words),
  ]);
  if (space === undefined) return [];
  const condition = conditionOf(space, asked, sql.dialect);
  if (held !== "any") {
    const withAll = await engine.text.groups(sql, space, words, "all", condition, ahead);
    if (held === "all" || withAll.length > 0) return withAll;
  }
  const { frequencies } = await engine.text.look(sql, space, words, ahead);
  return engine.text.groups(sql, space, tellingWords(frequencies), "any", condition, ahead);
}

/** Documents with every word of the query, if there are some and not too many: how rare each word is plays no part then. */
async function findEveryWord(
  finder: Finder,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  asked: SearchQuery,
  condition: Query | undefined,
  ahead: Ahead | undefined,
): Promise<SearchAnswer | undefined> {
  const words = [...new Set(terms(asked.text))];
  // By one word alone, meaning may know better.
  if (words.length === 0 || (words.length === 1 && asked.mode !== "text")) return undefined;
  const keys = await finder.engine.text.holdingAll(sql, space, words, condition, EVERY_WORD_MAX + 1, ahead);
  if (keys.length === 0 || keys.length > EVERY_WORD_MAX) return undefined;
  const pool = await rowsByKey(sql, space, keys);
  const frequencies = new Map(words.map((word) => [word, keys.length]));
  return {
    ...rankPool(finder, asked, space, kind, pool, frequencies, undefined),
    matches: keys.length,
    mode: "text",
    why: asked.mode === "text" ? WORDS_ONLY : "every word of the query was found",
    isFinal: true,
  };
}

function rankPool(
  { prepared }: Finder,
  asked: SearchQuery,
  space: SpaceRow,
  kind: Kind,
  pool: readonly DocumentRow[],
  frequencies: ReadonlyMap<string, number>,
  vectors: Vectors | undefined,
): Pick<SearchAnswer, "hits" | "evidence" | "isSupported"> {
  const documents = pool.map((row) => prepared.of(space.tenant_id, row));
  const byId = new Map(pool.map((row, index) => [row.id, { row, document: documents[index] }]));
  const { ranked, evidence } = rank(
    asked.text,
    documents.map(({ document }) => document),
    statisticsOf(space, frequencies),
    {
      kind,
      limit: pool.length,
      prepare: ({ id }) => byId.get(id)?.document as (typeof documents)[number],
      ...(vectors && { vectors }),
    },
  );
  const supports = isEvidence(documents, asked.text, new Set(frequencies.keys()), vectors, kind);
  const hits = ranked
    .filter(({ id }) => supports(id))
    .slice(0, asked.limit)
    .flatMap(({ id, score, parts }) => {
      const found = byId.get(id);
      return found === undefined ? [] : [{ document: toDocument(found.row), score, parts }];
    });
  return { hits, evidence, isSupported: hits.length > 0 && evidence >= EVIDENCE_LEAST };
}

/** All rows of a small space, or the best of a large one by words. */
async function rowsByWords(
  words: FoundTerms,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  telling: readonly string[],
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  if (isSmall(space, kind)) return allRows(sql, space, condition);
  const candidates = await words.candidates(telling, condition, TEXT_CANDIDATES[kind]);
  const rows = new Map(
    (
      await rowsByKey(
        sql,
        space,
        candidates.map(({ key }) => key),
      )
    ).map((row) => [row.key, row]),
  );
  return candidates.flatMap(({ key }) => rows.get(key) ?? []);
}

function isSmall(space: SpaceRow, kind: Kind): boolean {
  return space.documents + space.past <= WHOLE_SPACE_MAX[kind];
}

/** What is ranked: the candidates by words and by meaning, and in a conversation the neighbours of the best. */
async function poolOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  byWords: readonly DocumentRow[],
  meaning: Meaning | undefined,
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  if (isSmall(space, kind)) return [...byWords];
  const nearest = meaning === undefined ? [] : await nearestTo(engine, sql, space, meaning, condition);
  const known = new Set(byWords.map(({ key }) => key));
  const byMeaning = await rowsByKey(
    sql,
    space,
    nearest.filter((key) => !known.has(key)),
  );
  const best = kind === "turn" ? [...byWords.slice(0, WITH_NEIGHBOURS), ...byMeaning] : [];
  const neighbours = await neighbourRows(sql, space, best, REACH, condition);
  const pool = new Map([...byWords, ...byMeaning, ...neighbours].map((row) => [row.key, row]));
  return [...pool.values()].sort((a, b) => a.key - b.key);
}

/** The nearest of those that have a vector, and all whose vector was made just now. */
async function nearestTo(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  { vector, model, made }: Meaning,
  condition: Query | undefined,
): Promise<number[]> {
  // A document that waits may still have the vector of another model.
  const each = space.pending === 0 && space.model === model ? condition : embeddedBy(model, condition);
  return [...(await engine.vectors.nearest(sql, space, vector, each, VECTOR_CANDIDATES)), ...made.keys()];
}

async function vectorsOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  { vector, model, made }: Meaning,
  pool: readonly DocumentRow[],
): Promise<Vectors> {
  const keyOf = new Map(pool.map((row) => [row.id, row.key]));
  const embedded = pool.flatMap(({ key, vector_model }) => (vector_model === model ? [key] : []));
  const vectors = await engine.vectors.of(sql, space, embedded);
  const of = (key: number) => made.get(key) ?? vectors.get(key);
  return { query: vector, of: (id) => of(keyOf.get(id) ?? -1) };
}

function statisticsOf(space: SpaceRow, frequencies: ReadonlyMap<string, number>): TermStatistics {
  return {
    documents: space.documents + space.past,
    averageLength: space.terms / Math.max(1, space.documents),
    documentFrequency: (term) => frequencies.get(term) ?? 0,
  };
}

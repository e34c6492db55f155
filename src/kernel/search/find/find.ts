import type { Query } from "../../query.ts";
import type { SearchAnswer, SearchQuery } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { type Kind, kindOf, rank, type TermStatistics, terms, type Vectors, withoutNames } from "../rank/index.ts";
import { type DocumentRow, toDocument } from "../store/document-row.ts";
import { allRows, conditionOf, neighbourRows, rowsByKey, unitOf } from "../store/document-store.ts";
import type { Engine } from "../store/engine.ts";
import { findSpace } from "../store/space-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import type { QueryVectors } from "../vectors/query-vectors.ts";
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

const NOTHING: SearchAnswer = { hits: [], matches: 0, evidence: 0, mode: "text", why: "nothing is indexed here" };

/** What a search works with besides its transaction. */
export interface Finder {
  readonly engine: Engine;
  /** Why there is no model to make vectors with, or undefined where there is one. */
  noModel(): Promise<string | undefined>;
  readonly queryVectors: QueryVectors;
  readonly prepared: PreparedDocuments;
}

/** Answers a query from what the transaction sees. */
export async function find(finder: Finder, sql: Sql, tenant: string, asked: SearchQuery): Promise<SearchAnswer> {
  const { engine } = finder;
  const space = await findSpace(sql, tenant, asked.space);
  if (space === undefined || space.documents + space.past === 0) return NOTHING;
  const condition = conditionOf(space, asked, sql.dialect);
  const kind = kindOf(await unitOf(sql, space));
  if (asked.everyWordFirst === true) {
    const answer = await findEveryWord(finder, sql, space, kind, asked, condition);
    if (answer !== undefined) return answer;
  }
  const frequencies = await engine.text.frequencies(sql, space, terms(asked.text));
  const telling = tellingWords(frequencies);
  const byWords = await rowsByWords(engine, sql, space, kind, telling, condition);
  const meaning =
    asked.mode === "text" ? { why: WORDS_ONLY } : await vectorFor(finder, sql, space, asked.text, byWords);
  const vector = "vector" in meaning ? meaning.vector : undefined;
  const pool = await poolOf(engine, sql, space, kind, byWords, vector, condition);
  const vectors = vector && (await vectorsOf(engine, sql, space, vector, pool));
  return {
    ...rankPool(finder, asked, space, kind, pool, frequencies, vectors),
    matches: await engine.text.matches(sql, space, telling, condition),
    mode: vector === undefined ? "text" : "hybrid",
    why: "why" in meaning ? meaning.why : null,
  };
}

/** The groups of all that match by words: those the ranking takes its candidates from. */
export async function findGroups(
  { engine }: Finder,
  sql: Sql,
  tenant: string,
  asked: SearchQuery,
  held: "all" | "any",
): Promise<string[]> {
  const space = await findSpace(sql, tenant, asked.space);
  if (space === undefined) return [];
  const condition = conditionOf(space, asked, sql.dialect);
  const words = [...new Set(terms(asked.text))];
  const looked = held === "all" ? words : tellingWords(await engine.text.frequencies(sql, space, words));
  return engine.text.groups(sql, space, looked, held, condition);
}

/** Documents with every word of the query, if there are some and not too many: how rare each word is plays no part then. */
async function findEveryWord(
  finder: Finder,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  asked: SearchQuery,
  condition: Query | undefined,
): Promise<SearchAnswer | undefined> {
  const words = [...new Set(terms(asked.text))];
  // By one word alone, meaning may know better.
  if (words.length === 0 || (words.length === 1 && asked.mode !== "text")) return undefined;
  const keys = await finder.engine.text.holdingAll(sql, space, words, condition, EVERY_WORD_MAX + 1);
  if (keys.length === 0 || keys.length > EVERY_WORD_MAX) return undefined;
  const pool = await rowsByKey(sql, space, keys);
  const frequencies = new Map(words.map((word) => [word, keys.length]));
  return {
    ...rankPool(finder, asked, space, kind, pool, frequencies, undefined),
    matches: keys.length,
    mode: "text",
    why: asked.mode === "text" ? WORDS_ONLY : "every word of the query was found",
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
): Pick<SearchAnswer, "hits" | "evidence"> {
  const documents = pool.map((row) => prepared.of(row));
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
  const supports = isEvidence(documents, new Set(frequencies.keys()), vectors, kind);
  const hits = ranked
    .filter(({ id }) => supports(id))
    .slice(0, asked.limit)
    .flatMap(({ id, score, parts }) => {
      const found = byId.get(id);
      return found === undefined ? [] : [{ document: toDocument(found.row), score, parts }];
    });
  return { hits, evidence };
}

/** All rows of a small space, or the best of a large one by words. */
async function rowsByWords(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  telling: readonly string[],
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  if (isSmall(space, kind)) return allRows(sql, space, condition);
  const candidates = await engine.text.candidates(sql, space, telling, condition, TEXT_CANDIDATES[kind]);
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

/** Vectors take part only when every document has one: a half-made index would favour whatever was embedded first. */
async function vectorFor(
  { engine, queryVectors, noModel }: Finder,
  sql: Sql,
  space: SpaceRow,
  text: string,
  rows: readonly DocumentRow[],
) {
  // First: without a model, whatever else is missing will never come.
  const missing = (await noModel()) ?? (await engine.vectors.missing(sql));
  if (missing !== undefined) return { why: missing };
  if (space.pending > 0)
    return { why: `${space.pending} of ${space.documents + space.past} documents still wait for their vector` };
  const speakers = new Set(rows.flatMap(({ speaker }) => speaker ?? []));
  const found = await queryVectors.of(speakers.size === 0 ? text : withoutNames(text, [...speakers].sort()));
  if ("why" in found || found.model === space.model) return found;
  return { why: "the vectors here come from another model and are being made anew" };
}

/** What is ranked: the candidates by words and by meaning, and in a conversation the neighbours of the best. */
async function poolOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  kind: Kind,
  byWords: readonly DocumentRow[],
  vector: Float32Array | undefined,
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  if (isSmall(space, kind)) return [...byWords];
  const nearest =
    vector === undefined ? [] : await engine.vectors.nearest(sql, space, vector, condition, VECTOR_CANDIDATES);
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

async function vectorsOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  query: Float32Array,
  pool: readonly DocumentRow[],
): Promise<Vectors> {
  const keyOf = new Map(pool.map((row) => [row.id, row.key]));
  const vectors = await engine.vectors.of(sql, space, [...keyOf.values()]);
  return { query, of: (id) => vectors.get(keyOf.get(id) ?? -1) };
}

function statisticsOf(space: SpaceRow, frequencies: ReadonlyMap<string, number>): TermStatistics {
  return {
    documents: space.documents + space.past,
    averageLength: space.terms / Math.max(1, space.documents),
    documentFrequency: (term) => frequencies.get(term) ?? 0,
  };
}

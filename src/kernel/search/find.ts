import type { Query } from "../query.ts";
import type { SearchAnswer, SearchQuery, Unit } from "../search.ts";
import type { Sql } from "../sql.ts";
import { type DocumentRow, toDocument } from "./document-row.ts";
import { allRows, conditionOf, neighbourRows, rowsByKey } from "./document-store.ts";
import type { Engine } from "./engine.ts";
import type { QueryVectors } from "./query-vector.ts";
import { type RankDocument, rank, type TermStatistics, terms, type Vectors } from "./rank/index.ts";
import { findSpace } from "./space-store.ts";
import type { SpaceRow } from "./text-index.ts";

/** A space of up to this many documents is ranked whole; of a larger one, the best by words and by meaning. */
const WHOLE_SPACE_MAX = 1000;
const TEXT_CANDIDATES = 300;
const VECTOR_CANDIDATES = 100;
/** How many of the candidates bring their neighbours along. */
const WITH_NEIGHBOURS = 100;
const REACH = 2;

const NOTHING: SearchAnswer = { hits: [], matches: 0, evidence: 0, mode: "text", why: "nothing is indexed here" };

/** Answers a query from what the transaction sees. */
export async function find(
  engine: Engine,
  queryVectors: QueryVectors,
  sql: Sql,
  tenant: string,
  asked: SearchQuery,
): Promise<SearchAnswer> {
  const space = await findSpace(sql, tenant, asked.space);
  if (space === undefined || space.documents + space.past === 0) return NOTHING;
  const words = terms(asked.text);
  const condition = conditionOf(space, asked, sql.dialect);
  const meaning = await vectorFor(engine, queryVectors, sql, space, asked.text);
  const vector = "vector" in meaning ? meaning.vector : undefined;
  const pool = await poolOf(engine, sql, space, words, vector, condition);
  const byId = new Map(pool.map((row) => [row.id, row]));
  const vectors = vector && (await vectorsOf(engine, sql, vector, pool));
  const { ranked, evidence } = rank(
    asked.text,
    pool.map(toRankDocument),
    await statisticsOf(engine, sql, space, words),
    {
      kind: kindOf(pool[0]?.unit),
      limit: asked.limit,
      ...(vectors && { vectors }),
    },
  );
  return {
    hits: ranked.flatMap(({ id, score, parts }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [{ document: toDocument(row), score, parts }];
    }),
    matches: await engine.text.matches(sql, space, words, condition),
    evidence,
    mode: vector === undefined ? "text" : "hybrid",
    why: "why" in meaning ? meaning.why : null,
  };
}

/** Vectors take part only when every document has one: a half-made index would favour whatever was embedded first. */
async function vectorFor(engine: Engine, queryVectors: QueryVectors, sql: Sql, space: SpaceRow, text: string) {
  const missing = await engine.vectors.missing(sql);
  if (missing !== undefined) return { why: missing };
  if (space.pending > 0)
    return { why: `${space.pending} of ${space.documents + space.past} documents still wait for their vector` };
  return queryVectors.of(text);
}

async function poolOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  words: readonly string[],
  vector: Float32Array | undefined,
  condition: Query | undefined,
): Promise<DocumentRow[]> {
  if (space.documents + space.past <= WHOLE_SPACE_MAX) return allRows(sql, space, condition);
  const byText = await engine.text.candidates(sql, space, words, condition, TEXT_CANDIDATES);
  const byMeaning =
    vector === undefined ? [] : await engine.vectors.nearest(sql, space, vector, condition, VECTOR_CANDIDATES);
  const keys = [...new Set([...byText.map(({ key }) => key), ...byMeaning])];
  const rows = await rowsByKey(sql, keys);
  const best = new Set([
    ...byText.slice(0, WITH_NEIGHBOURS).map(({ key }) => key),
    ...byMeaning.slice(0, WITH_NEIGHBOURS / 2),
  ]);
  const neighbours = await neighbourRows(
    sql,
    space,
    rows.filter((row) => best.has(row.key)),
    REACH,
    condition,
  );
  const pool = new Map([...rows, ...neighbours].map((row) => [row.key, row]));
  return [...pool.values()].sort((a, b) => a.key - b.key);
}

async function vectorsOf(
  engine: Engine,
  sql: Sql,
  query: Float32Array,
  pool: readonly DocumentRow[],
): Promise<Vectors> {
  const keyOf = new Map(pool.map((row) => [row.id, row.key]));
  const vectors = await engine.vectors.of(sql, [...keyOf.values()]);
  return { query, of: (id) => vectors.get(keyOf.get(id) ?? -1) };
}

async function statisticsOf(
  engine: Engine,
  sql: Sql,
  space: SpaceRow,
  words: readonly string[],
): Promise<TermStatistics> {
  const frequencies = await engine.text.frequencies(sql, space, words);
  const documents = space.documents + space.past;
  return {
    documents,
    averageLength: space.terms / Math.max(1, space.documents),
    documentFrequency: (term) => frequencies.get(term) ?? 0,
  };
}

function toRankDocument(row: DocumentRow): RankDocument {
  return {
    id: row.id,
    text: row.text,
    group: row.group_id,
    position: row.position,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.at !== null && { at: row.at }),
  };
}

function kindOf(unit: Unit | undefined): "turn" | "passage" {
  return unit === "turn" || unit === "memory" ? "turn" : "passage";
}

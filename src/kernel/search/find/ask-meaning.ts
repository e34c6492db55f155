import type { Logger } from "../../logger.ts";
import type { Query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { withoutNames } from "../rank/index.ts";
import type { DocumentRow } from "../store/document-row.ts";
import type { Engine } from "../store/engine.ts";
import { type Pending, waitingIn } from "../store/pending-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import type { MadeVectors } from "../vectors/made-vectors.ts";
import type { QueryVectors } from "../vectors/query-vectors.ts";

/** A query makes this many of the vectors that wait in its space, or this much text: a second or two, for one who waits. */
const MADE_MAX = 16;
const MADE_CHARS_MAX = 8000;
/** What the model reads of a text ends about here. */
const READ_CHARS = 1200;

const FAILED = "the embedding model failed";

/** What it takes to search by meaning. */
export interface Meanings {
  readonly engine: Engine;
  readonly log: Logger;
  /** Why there is no model to make vectors with, or undefined where there is one. */
  noModel(): Promise<string | undefined>;
  readonly queryVectors: QueryVectors;
  readonly made: MadeVectors;
}

/** A query by its meaning. */
export interface Meaning {
  readonly vector: Float32Array;
  readonly model: string;
  /** Vectors that no one has written yet, by the keys of their documents. */
  readonly made: ReadonlyMap<number, Float32Array>;
  /** What the ranking lacks, or null. */
  readonly why: string | null;
  readonly isFinal: boolean;
}

/** Meaning can take no part; where that is not final, it may at another time. */
export interface NoMeaning {
  readonly why: string;
  readonly isFinal: boolean;
}

/**
 * The query's vector, and those of the newest documents that still wait for theirs: one that was stored a moment ago
 * neither is missed nor keeps the others from being found.
 */
export async function askMeaning(
  meanings: Meanings,
  sql: Sql,
  space: SpaceRow,
  text: string,
  rows: readonly DocumentRow[],
  condition: Query | undefined,
): Promise<Meaning | NoMeaning> {
  const { engine, queryVectors, log } = meanings;
  // First: without a model, whatever else is missing will never come.
  const missing = (await meanings.noModel()) ?? (await engine.vectors.missing(sql));
  if (missing !== undefined) return { why: missing, isFinal: true };
  const speakers = new Set(rows.flatMap(({ speaker }) => speaker ?? []));
  const found = await queryVectors.of(speakers.size === 0 ? text : withoutNames(text, [...speakers].sort()));
  if ("why" in found) return { why: found.why, isFinal: false };
  const whole = { vector: found.vector, model: found.model, made: new Map(), why: null, isFinal: true };
  const isOther = space.model !== null && space.model !== found.model;
  if (space.pending === 0 && !isOther) return whole;
  const waiting = await waitingIn(sql, space, found.model, condition, MADE_MAX + 1);
  if (waiting.length === 0) return whole;
  const some = withinBounds(waiting);
  try {
    const vectors = await meanings.made.of(some);
    const made = new Map(some.flatMap(({ key }, index) => (vectors[index] ? [[key, vectors[index]] as const] : [])));
    const all = space.documents + space.past;
    const left = (isOther ? all : space.pending) - made.size;
    const why = `${left} of ${all} documents still wait for their vector and are ranked by their words`;
    return waiting.length === made.size ? { ...whole, made } : { ...whole, made, why, isFinal: false };
  } catch (error) {
    log.warn({ cause: String(error) }, "the embedding model failed; what waits for a vector is ranked by its words");
    return { ...whole, why: FAILED, isFinal: false };
  }
}

/** As many of the first as a query may wait for; one at least. */
function withinBounds(waiting: readonly Pending[]): Pending[] {
  let chars = 0;
  return waiting.slice(0, MADE_MAX).filter(({ text, before }, index) => {
    chars += Math.min(READ_CHARS, text.length + (before?.length ?? 0));
    return index === 0 || chars <= MADE_CHARS_MAX;
  });
}

import { refuseCancelled } from "../../cancel.ts";
import { batchesOf } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { terms } from "../rank/index.ts";
import type { Engine } from "../store/engine.ts";
import { findSpace, openSpace, recountSpace } from "../store/space-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import { correctTerms, forgetVectors, keysOf, type Place, versionsOf } from "../store/version-store.ts";
import { countWords, createWordSums } from "../store/word-sums.ts";

/** What was wrong with how documents are indexed. */
export interface Mended {
  /** Spaces whose words were written anew. */
  texts: number;
  /** Documents that wait for a vector again. */
  vectors: number;
}

/** Where the steps are taken: each in a transaction of its own, or all in one. */
export interface Transactions {
  read<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
  write<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
}

/** Makes words, vectors and counts of a space follow from its documents. */
export async function mendSpace(
  engine: Engine,
  { read, write }: Transactions,
  place: Place,
  mended: Mended,
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  refuseCancelled(signal);
  await write(async (sql) => {
    const { row, isNew } = await openSpace(sql, place.tenant_id, place.space);
    if (isNew) await engine.text.prepareSpace(sql, row);
    await recountSpace(sql, place);
  });
  const isRight = await read((sql) => saysTheSame(engine, sql, place, seed));
  if (!isRight) {
    await write((sql) => writeTextsAnew(engine, sql, place));
    mended.texts += 1;
  }
  for (const keys of batchesOf(await read((sql) => keysOf(sql, place)))) {
    refuseCancelled(signal);
    mended.vectors += await write((sql) => mendDocuments(engine, sql, place, keys));
  }
  await write((sql) => recountSpace(sql, place));
}

/** Whether the text index holds what the documents say, and nothing else. */
async function saysTheSame(engine: Engine, sql: Sql, place: Place, seed: Uint8Array): Promise<boolean> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return true;
  if ((await engine.text.damage(sql, space)) !== undefined) return false;
  const cut = engine.text.cutter();
  const sums = createWordSums(seed);
  let documents = 0;
  for await (const some of wordsOf(sql, space)) {
    const lengths = await engine.text.lengths(
      sql,
      space,
      some.map(({ key }) => key),
    );
    for (const { key, found } of some) {
      const words = await cut(sql, found);
      if (lengths !== undefined && lengths.get(key) !== words.length) return false;
      sums.add(countWords(key, words));
      documents += 1;
    }
  }
  const totals = await engine.text.totals(sql, space);
  if (totals !== undefined && (totals.documents < documents || totals.words < sums.words())) return false;
  try {
    return await sums.isMatchedBy(engine.text.postings(sql, space));
  } catch (error) {
    // On PostgreSQL it is the line that fails; here, the words cannot even be read.
    if (sql.dialect === "postgres") throw error;
    return false;
  }
}

async function* wordsOf(sql: Sql, space: SpaceRow): AsyncIterable<{ key: number; found: string[] }[]> {
  for (const keys of batchesOf(await keysOf(sql, space))) {
    yield (await versionsOf(sql, space, keys)).map(({ key, text }) => ({ key, found: terms(text) }));
  }
}

/** All in one transaction: half of the words would find half of what is there. */
async function writeTextsAnew(engine: Engine, sql: Sql, place: Place): Promise<void> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return;
  await engine.text.clear(sql, space);
  for await (const some of wordsOf(sql, space)) await engine.text.add(sql, space, some);
}

/** Answers with how many must wait for a vector again. */
async function mendDocuments(engine: Engine, sql: Sql, place: Place, keys: readonly number[]): Promise<number> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return 0;
  const rows = await versionsOf(sql, space, keys);
  for (const { key, text, terms: counted } of rows) {
    const found = terms(text).length;
    if (found !== counted) await correctTerms(sql, place, key, found);
  }
  const embedded = rows.flatMap(({ key, text, vector_model: model }) => (model === null ? [] : [{ key, text, model }]));
  const without = await engine.vectors.mend(sql, space, embedded);
  await forgetVectors(sql, place, without);
  return without.length;
}

import { refuseCancelled } from "../../cancel.ts";
import { batchesOf } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import type { Database } from "../../storage/index.ts";
import { terms } from "../rank/index.ts";
import type { Engine } from "../store/engine.ts";
import { findSpace, openSpace, recountSpace } from "../store/space-store.ts";
import { KEY_MODULUS, type SpaceRow, type TermSum } from "../store/text-index.ts";
import { correctTerms, forgetVectors, keysOf, versionsOf } from "../store/version-store.ts";

type Place = Pick<SpaceRow, "tenant_id" | "space">;

/** What was wrong with how documents are indexed. */
export interface Mended {
  /** Spaces whose words were written anew. */
  texts: number;
  /** Documents that wait for a vector again. */
  vectors: number;
}

/** Makes words, vectors and counts of a space follow from its documents. Readers and other writers go on meanwhile. */
export async function mendSpace(
  engine: Engine,
  database: Database,
  place: Place,
  mended: Mended,
  signal: AbortSignal,
): Promise<void> {
  refuseCancelled(signal);
  const write = <Value>(work: (sql: Sql) => Promise<Value>) => database.write(place.tenant_id, work);
  await write(async (sql) => {
    const { row, isNew } = await openSpace(sql, place.tenant_id, place.space);
    if (isNew) await engine.text.prepareSpace(sql, row);
    await recountSpace(sql, place);
  });
  const isRight = await database.read((sql) => saysTheSame(engine, sql, place));
  if (!isRight) {
    await write((sql) => writeTextsAnew(engine, sql, place));
    mended.texts += 1;
  }
  for (const keys of batchesOf(await database.read((sql) => keysOf(sql, place)))) {
    refuseCancelled(signal);
    mended.vectors += await write((sql) => mendDocuments(engine, sql, place, keys));
  }
  await write((sql) => recountSpace(sql, place));
}

/** Whether the text index holds what the documents say, and nothing else. */
async function saysTheSame(engine: Engine, sql: Sql, place: Place): Promise<boolean> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return true;
  const expected = await sumsOf(sql, space);
  try {
    for await (const sum of engine.text.sums(sql, space)) {
      const wanted = expected.get(sum.term);
      if (wanted?.times !== sum.times || wanted.keys !== sum.keys || wanted.squares !== sum.squares) return false;
      expected.delete(sum.term);
    }
  } catch {
    // It cannot even be read.
    return false;
  }
  return expected.size === 0;
}

async function sumsOf(sql: Sql, space: SpaceRow): Promise<Map<string, TermSum>> {
  const sums = new Map<string, { term: string; times: number; keys: number; squares: number }>();
  for await (const { key, found } of wordsOf(sql, space)) {
    for (const term of found) {
      const sum = sums.get(term) ?? { term, times: 0, keys: 0, squares: 0 };
      sum.times += 1;
      sum.keys += key;
      sum.squares += (key % KEY_MODULUS) ** 2;
      sums.set(term, sum);
    }
  }
  return sums;
}

async function* wordsOf(sql: Sql, space: SpaceRow): AsyncIterable<{ key: number; found: string[] }> {
  for (const keys of batchesOf(await keysOf(sql, space))) {
    for (const { key, text } of await versionsOf(sql, space, keys)) yield { key, found: terms(text) };
  }
}

/** All in one transaction: half of the words would find half of what is there. */
async function writeTextsAnew(engine: Engine, sql: Sql, place: Place): Promise<void> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return;
  await engine.text.clear(sql, space);
  for await (const { key, found } of wordsOf(sql, space)) await engine.text.add(sql, space, key, found);
}

/** Answers with how many must wait for a vector again. */
async function mendDocuments(engine: Engine, sql: Sql, place: Place, keys: readonly number[]): Promise<number> {
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return 0;
  const rows = await versionsOf(sql, space, keys);
  for (const { key, text, terms: counted } of rows) {
    const found = terms(text).length;
    if (found !== counted) await correctTerms(sql, key, found);
  }
  const embedded = rows.flatMap(({ key, text, vector_model: model }) => (model === null ? [] : [{ key, text, model }]));
  const without = await engine.vectors.mend(sql, space, embedded);
  await forgetVectors(sql, without);
  return without.length;
}

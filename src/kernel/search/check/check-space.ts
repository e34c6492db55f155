import type { Env } from "../../env.ts";
import type { Sql } from "../../sql.ts";
import type { Finding } from "../../world.ts";
import { terms } from "../rank/index.ts";
import type { Engine } from "../store/engine.ts";
import { countSpace, findSpace, type SpaceChange } from "../store/space-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import type { VectorFault } from "../store/vector-index.ts";
import { nextStep, type Place, type VersionRow, versionsOf } from "../store/version-store.ts";
import { countWords, createWordSums, SEED_BYTES, type WordSums } from "../store/word-sums.ts";
import { wrongVersions } from "./compare-versions.ts";

const VECTOR_FAULTS: Readonly<Record<VectorFault["fault"], string>> = {
  missing: "it is marked as embedded and has no vector",
  changed: "its vector is not the one that was made of its text",
  beside: "its bits do not follow from its vector",
};

/** What is there, and what should be where the log says it. */
interface Sides {
  readonly live: Sql;
  readonly expected: Sql | undefined;
  readonly exactSince: number;
}

type Wrong = Finding & { readonly kind: string };

/** Everything that is kept of one space. */
export async function* checkSpace(
  engine: Engine,
  env: Env,
  sides: Sides,
  place: Place,
  looked: (documents: number) => void,
): AsyncIterable<Finding> {
  const kinds = new Set<string>();
  for await (const { kind, what, reason } of wrongIn(engine, env, sides, place, looked)) {
    if (!kinds.has(kind)) yield { what, reason };
    kinds.add(kind);
  }
}

async function* wrongIn(
  engine: Engine,
  env: Env,
  { live, expected, exactSince }: Sides,
  place: Place,
  looked: (documents: number) => void,
): AsyncIterable<Wrong> {
  const space = await findSpace(live, place.tenant_id, place.space);
  const damage = space && (await engine.text.damage(live, space));
  const sums = createWordSums(env.randomBytes(SEED_BYTES));
  const words = space === undefined || damage !== undefined ? undefined : wordsIn(engine, live, space, sums);
  let documents = 0;
  for (let after: string | undefined; ; ) {
    const { found, wanted, last } = await nextStep(live, expected, place, after);
    looked(found.length);
    documents += found.length;
    if (expected !== undefined) {
      for (const { id, kind, reason } of wrongVersions(found, wanted, exactSince)) yield wrong(place, id, kind, reason);
    }
    if (words !== undefined) yield* words(found);
    if (space !== undefined) yield* wrongVectors(engine, live, space, found);
    after = last;
    if (after === undefined) break;
  }
  if (space === undefined) {
    if (documents > 0)
      yield { ...ofSpace(place), kind: "space", reason: "it has documents, and its counts are missing" };
    return;
  }
  yield* wrongCounts(live, space);
  if (damage !== undefined) yield { ...textIndexOf(place), kind: "damage", reason: damage };
  else {
    yield* wrongWords(engine, live, space, sums);
    const totals = await engine.text.totals(live, space);
    if (totals !== undefined && (totals.documents < documents || totals.words < sums.words()))
      yield { ...textIndexOf(place), kind: "totals", reason: "its totals are lower than what it holds" };
  }
}

/** Adds up the words of documents, and looks at how many are counted. */
function wordsIn(engine: Engine, live: Sql, space: SpaceRow, sums: WordSums) {
  const cut = engine.text.cutter();
  return async function* (rows: readonly VersionRow[]): AsyncIterable<Wrong> {
    const keys = rows.map(({ key }) => key);
    const lengths = await engine.text.lengths(live, space, keys);
    for (const { id, key, text, terms: counted } of rows) {
      // SQLite keeps whatever is put into a column.
      if (typeof text !== "string") {
        yield wrong(space, id, "no text", "its text is no text");
        continue;
      }
      const own = terms(text);
      if (own.length !== counted) yield wrong(space, id, "terms", "its count of words is not that of its text");
      const held = await cut(live, own);
      sums.add(countWords(key, held));
      if (lengths !== undefined && lengths.get(key) !== held.length)
        yield wrong(space, id, "lengths", "the text index has another length for it");
    }
  };
}

async function* wrongVectors(
  engine: Engine,
  live: Sql,
  space: SpaceRow,
  rows: readonly VersionRow[],
): AsyncIterable<Wrong> {
  const embedded = rows.flatMap(({ key, text, vector_model: model }) => (model === null ? [] : [{ key, text, model }]));
  const idOf = new Map(rows.map(({ key, id }) => [key, id]));
  for (const { key, model } of embedded) {
    if (model !== space.model)
      yield wrong(space, idOf.get(key) ?? "", "model", "its vector comes from another model than those of its space");
  }
  for (const { key, fault } of await engine.vectors.faults(live, space, embedded))
    yield wrong(space, idOf.get(key) ?? "", `vector ${fault}`, VECTOR_FAULTS[fault]);
}

async function* wrongCounts(live: Sql, space: SpaceRow): AsyncIterable<Wrong> {
  const counted = await countSpace(live, space);
  const names: Readonly<Record<keyof SpaceChange, string>> = {
    documents: "documents",
    terms: "words",
    past: "past documents",
    pending: "documents that wait for a vector",
  };
  for (const [column, what] of Object.entries(names) as [keyof SpaceChange, string][]) {
    if (space[column] !== counted[column])
      yield {
        ...ofSpace(space),
        kind: `count ${column}`,
        reason: `it counts ${space[column]} ${what}, and there are ${counted[column]}`,
      };
  }
}

async function* wrongWords(engine: Engine, live: Sql, space: SpaceRow, sums: WordSums): AsyncIterable<Wrong> {
  try {
    if (await sums.isMatchedBy(engine.text.postings(live, space))) return;
  } catch (error) {
    // On PostgreSQL it is the line that fails; here, it is the table.
    if (live.dialect === "postgres") throw error;
    yield { ...textIndexOf(space), kind: "damage", reason: "its words cannot be read" };
    return;
  }
  const key = await firstWrongKey(engine, live, space, sums);
  const [row] = key === undefined ? [] : await versionsOf(live, space, [key]);
  if (row !== undefined) yield wrong(space, row.id, "words", "the text index does not hold the words of its text");
  else yield { ...textIndexOf(space), kind: "words", reason: `it holds words of document ${key}, which is not there` };
}

/** Looks again through the part of the words that did not match. */
async function firstWrongKey(engine: Engine, live: Sql, space: SpaceRow, sums: WordSums): Promise<number | undefined> {
  const cut = engine.text.cutter();
  const times = new Map<string, number>();
  for (let after: string | undefined; ; ) {
    const { found, last } = await nextStep(live, undefined, space, after);
    for (const { key, text } of found) {
      if (typeof text !== "string") continue;
      for (const posting of countWords(key, await cut(live, terms(text))))
        if (sums.isSuspect(posting)) times.set(`${key} ${posting.term}`, posting.times);
    }
    after = last;
    if (after === undefined) break;
  }
  for await (const posting of engine.text.postings(live, space)) {
    if (!sums.isSuspect(posting)) continue;
    const place = `${posting.key} ${posting.term}`;
    if (times.get(place) !== posting.times) return posting.key;
    times.delete(place);
  }
  const [left] = times.keys();
  return left === undefined ? undefined : Number(left.split(" ", 1)[0]);
}

function wrong({ space, tenant_id }: Place, id: string, kind: string, reason: string): Wrong {
  return { what: `document ${space}/${id} of ${tenant_id}`, kind, reason };
}

function ofSpace({ space, tenant_id }: Place) {
  return { what: `space ${space} of ${tenant_id}` };
}

function textIndexOf({ space, tenant_id }: Place) {
  return { what: `text index of ${space} of ${tenant_id}` };
}

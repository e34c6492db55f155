import type { SearchDocument } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { terms } from "../rank/index.ts";
import { type DocumentRow, filtersText } from "./document-row.ts";
import { deleteRows, endRows, insertRows, lastKey, liveRows, type NewRow } from "./document-store.ts";
import type { Engine } from "./engine.ts";
import { changeSpace, findSpace, makeSpace, type SpaceChange } from "./space-store.ts";
import type { AddedText, GoneText, SpaceRow } from "./text-index.ts";

/** When something is said of the index, and whether what stood there before stays visible to those who look back. */
export interface Said {
  readonly at: number;
  readonly history: boolean;
}

/** What is to become of one id: this document, or nothing. */
export interface Wanted extends Said {
  readonly document: SearchDocument | undefined;
  /** Something else was said of the id meanwhile: also one that stands there as wanted begins anew. */
  readonly anew?: boolean;
}

/** What is to become of one space. */
export interface WantedSpace {
  readonly space: string;
  /** All that is not among the ids is removed. */
  readonly others: Said | undefined;
  readonly ids: ReadonlyMap<string, Wanted>;
}

/** What was done to documents. */
export interface Tally {
  added: number;
  changed: number;
  removed: number;
}

/** What a write needs of an engine. */
export interface WrittenIndexes {
  readonly text: Pick<Engine["text"], "prepareSpace" | "add" | "remove">;
  readonly vectors: Pick<Engine["vectors"], "remove">;
}

/** What changes in the text index of a space. */
interface TextChange {
  readonly space: SpaceRow;
  readonly gone: readonly GoneText[];
  readonly added: readonly AddedText[];
}

/** Adds, replaces and removes. A document that is already there as given costs one look and keeps its vector. */
export async function writeIndex(
  engine: WrittenIndexes,
  sql: Sql,
  tenant: string,
  wanted: Iterable<WantedSpace>,
): Promise<Tally> {
  const tally: Tally = { added: 0, changed: 0, removed: 0 };
  const changes: TextChange[] = [];
  for (const one of wanted) {
    const standing = await standingOf(engine, sql, tenant, one);
    if (standing !== undefined) changes.push(await writeRows(engine, sql, standing, one, tally));
  }
  // Texts come last and by rising keys: FTS5 writes out what it has gathered at every other statement and every step back.
  for (const change of changes) await writeTexts(engine, sql, change);
  return tally;
}

/** What a space has of what is said of it. */
interface Standing {
  readonly space: SpaceRow;
  readonly old: readonly DocumentRow[];
  readonly lastKey: number;
}

/** All is asked at once. A space is made by its first document; there is nothing to remove from one that is not there. */
async function standingOf(
  engine: WrittenIndexes,
  sql: Sql,
  tenant: string,
  { space: name, others, ids }: WantedSpace,
): Promise<Standing | undefined> {
  const adds = [...ids.values()].some(({ document }) => document !== undefined);
  const place = { tenant_id: tenant, space: name };
  const [found, old, last] = await Promise.all([
    findSpace(sql, tenant, name),
    liveRows(sql, place, others === undefined ? [...ids.keys()] : undefined),
    adds ? lastKey(sql, tenant) : 0,
  ]);
  if (found !== undefined || !adds) return found && { space: found, old, lastKey: last };
  const space = await makeSpace(sql, tenant, name);
  await engine.text.prepareSpace(sql, space);
  return { space, old, lastKey: last };
}

async function writeRows(
  engine: WrittenIndexes,
  sql: Sql,
  { space, old, lastKey: last }: Standing,
  { others, ids }: WantedSpace,
  tally: Tally,
): Promise<TextChange> {
  const wanted = new Map([...ids].filter(([, { document }]) => document !== undefined));
  const replaced: { row: DocumentRow; said: Said }[] = [];
  for (const row of old) {
    const said = ids.get(row.id) ?? others;
    const one = wanted.get(row.id);
    if (one?.anew !== true && isSame(row, one?.document)) wanted.delete(row.id);
    else if (said !== undefined) replaced.push({ row, said });
  }
  if (wanted.size === 0 && replaced.length === 0) return { space, gone: [], added: [] };
  const texts = [...wanted.values()].flatMap(({ document, at }) =>
    document === undefined ? [] : [newRow(document, at)],
  );
  const keys = await insertRows(sql, space, texts, last);
  const change: SpaceChange = { documents: 0, terms: 0, past: 0, pending: 0 };
  const gone = await retireRows(engine, sql, space, replaced, change);
  const added = texts.map(({ found }, index) => ({ key: keys[index] ?? 0, found }));
  for (const { found } of added) {
    change.documents += 1;
    change.terms += found.length;
    change.pending += 1;
  }
  await changeSpace(sql, space, change);
  const anew = replaced.filter(({ row }) => wanted.has(row.id)).length;
  tally.changed += anew;
  tally.added += added.length - anew;
  tally.removed += replaced.length - anew;
  return { space, gone, added };
}

/** The words of a long file take seconds to find: each document's with its own row, so that others have their turn between. */
function newRow(document: SearchDocument, since: number): NewRow {
  let found: readonly string[] | undefined;
  return {
    document,
    since,
    get found() {
      found ??= terms(document.text);
      return found;
    },
  };
}

async function writeTexts(engine: WrittenIndexes, sql: Sql, { space, gone, added }: TextChange): Promise<void> {
  await engine.text.remove(sql, space, gone);
  await engine.text.add(sql, space, added);
}

function isSame(row: DocumentRow, document: SearchDocument | undefined): boolean {
  return (
    document !== undefined &&
    row.text === document.text &&
    row.unit === document.unit &&
    row.group_id === (document.group ?? document.id) &&
    row.position === (document.position ?? 0) &&
    row.speaker === (document.speaker ?? null) &&
    row.at === (document.at ?? null) &&
    row.filters === filtersText(document.filters)
  );
}

/**
 * Takes documents out of the present: kept for looking back, or gone for good. Answers with the latter.
 * One that came and went at one time was never there for anybody, and is not kept.
 */
async function retireRows(
  engine: WrittenIndexes,
  sql: Sql,
  space: SpaceRow,
  replaced: readonly { readonly row: DocumentRow; readonly said: Said }[],
  change: SpaceChange,
): Promise<GoneText[]> {
  const gone: DocumentRow[] = [];
  const past = new Map<number, number[]>();
  for (const { row, said } of replaced) {
    change.documents -= 1;
    change.terms -= row.terms;
    if (said.history && row.since < said.at) {
      change.past += 1;
      const ended = past.get(said.at) ?? [];
      past.set(said.at, ended);
      ended.push(row.key);
      continue;
    }
    if (row.vector_model === null) change.pending -= 1;
    gone.push(row);
  }
  for (const [until, keys] of past) await endRows(sql, space, keys, until);
  gone.sort((a, b) => a.key - b.key);
  const keys = gone.map(({ key }) => key);
  await engine.vectors.remove(sql, space, keys);
  await deleteRows(sql, space, keys);
  return gone.map(({ key, text }) => ({ key, found: terms(text) }));
}

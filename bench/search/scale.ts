import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { createSearchIndex, searchMigrations } from "../../src/kernel/search/index.ts";
import { sqliteVectorIndex } from "../../src/kernel/search/store/vector-index-sqlite.ts";
import type { Logger } from "../../src/kernel/serve.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { type Database, openDatabase } from "../../src/kernel/storage/index.ts";
import { createRandom, madePassages, madeQuestions, madeVector } from "./corpus.ts";

const DIMENSIONS = 384;
const BATCH = 1000;
const QUESTIONS = 60;

/** What one size of corpus costs. Times are CPU milliseconds of this process. */
export interface SizeResult {
  readonly passages: number;
  readonly indexMsPerPassage: number;
  readonly rawIndexMsPerPassage: number;
  readonly queryMs: { readonly p50: number; readonly p95: number };
  readonly rawQueryMs: { readonly p50: number; readonly p95: number };
  /** Checking all of the index against documents that say the same, vectors included where there are some. */
  readonly checkMs: number;
  /** Hybrid queries with made vectors; absent where vectors were not made. */
  readonly vectorQueryMs?: { readonly p50: number; readonly p95: number };
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Indexes and asks one size, and raw FTS5 beside it in the same run. */
export async function measureSize(passages: number, withVectors: boolean): Promise<SizeResult> {
  const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
  const env = createRealEnv();
  const random = createRandom(3);
  let asked = madeVector(random, DIMENSIONS);
  const database = await openDatabase(
    { folder, url: undefined, readOnly: false, migrations: searchMigrations },
    env,
    SILENT,
  );
  // The model is made up: what is measured is the index, not the embedding.
  const model = { model: "made", dimensions: DIMENSIONS, embed: async () => [asked], close: async () => {} };
  const embedder = async () => (vectorsReady ? model : { absent: "not asked for" });
  let vectorsReady = false;
  const search = createSearchIndex({ env, log: SILENT, dialect: "sqlite", database: async () => database, embedder });
  const raw = openRaw(join(folder, "raw.db"));
  try {
    const index = { ours: 0, raw: 0 };
    let batch: ReturnType<typeof madePassages> extends Generator<infer Item> ? Item[] : never = [];
    const flush = async () => {
      const some = batch;
      batch = [];
      index.ours += await cpuOf(() => database.write("local", (sql) => search.on(sql, "local").index(some)));
      index.raw += await cpuOf(async () => raw.add(some.map(({ text }) => text)));
    };
    for (const passage of madePassages(passages)) {
      batch.push(passage);
      if (batch.length === BATCH) await flush();
    }
    if (batch.length > 0) await flush();

    const questions = madeQuestions(QUESTIONS);
    const find = (text: string) =>
      database.read(EVERY_TENANT, (sql) => search.on(sql, "local").find({ space: "bench", text, limit: 10 }));
    const { ours, theirs } = await askBoth(questions, find, (text) => raw.find(text));
    const result = {
      passages,
      indexMsPerPassage: index.ours / passages,
      rawIndexMsPerPassage: index.raw / passages,
      queryMs: ours,
      rawQueryMs: theirs,
    };
    const check = () => cpuOf(() => checkAgainstItself(database, search));
    if (!withVectors) return { ...result, checkMs: await check() };

    await database.write("local", (sql) => fillVectors(sql, random));
    vectorsReady = true;
    const times: number[] = [];
    for (const question of questions) {
      asked = madeVector(random, DIMENSIONS);
      times.push(await cpuOf(() => find(question)));
    }
    return { ...result, checkMs: await check(), vectorQueryMs: quantiles(times) };
  } finally {
    await search.close();
    await database.close();
    raw.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkAgainstItself(database: Database, search: ReturnType<typeof createSearchIndex>): Promise<void> {
  const { signal } = new AbortController();
  await database.read(EVERY_TENANT, (expected) =>
    database.read(EVERY_TENANT, async (live) => {
      const parts = { live, expected, owners: new Map(), exactSince: async () => 0, progress() {}, signal };
      for await (const { what, reason } of search.check(parts)) throw new Error(`${what}: ${reason}`);
    }),
  );
}

async function fillVectors(sql: Sql, random: () => number): Promise<void> {
  const space = await sql.first<Parameters<typeof sqliteVectorIndex.put>[1]>(query`select * from search_space`);
  if (space === undefined) throw new Error("nothing was indexed");
  const rows = await sql.all<{ key: number; text: string }>(query`select key, text from search_document`);
  for (const { key, text } of rows) {
    await sqliteVectorIndex.put(sql, space, { key, text, model: "made" }, madeVector(random, DIMENSIONS));
  }
  await sql.run(query`update search_document set vector_model = 'made'`);
  await sql.run(query`update search_space set pending = 0, model = 'made'`);
}

async function askBoth(
  questions: readonly string[],
  find: (text: string) => Promise<unknown>,
  raw: (text: string) => unknown,
) {
  const times = { ours: [] as number[], raw: [] as number[] };
  for (const question of questions.slice(0, 5)) await find(question);
  for (const question of questions) {
    times.raw.push(await cpuOf(async () => raw(question)));
    times.ours.push(await cpuOf(() => find(question)));
  }
  return { ours: quantiles(times.ours), theirs: quantiles(times.raw) };
}

/** FTS5 as anybody would use it: the text in, the ten best out. */
function openRaw(file: string) {
  const db = new Sqlite(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(`create virtual table passage using fts5(body, tokenize = "porter unicode61")`);
  const insert = db.prepare("insert into passage (body) values (?)");
  const select = db.prepare("select rowid, body from passage where passage match ? order by rank limit 10");
  return {
    add: (texts: readonly string[]) =>
      db.transaction(() => {
        for (const text of texts) insert.run(text);
      })(),
    find: (text: string) =>
      select.all(
        text
          .split(" ")
          .map((word) => `"${word}"`)
          .join(" OR "),
      ),
    close: () => db.close(),
  };
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function quantiles(times: readonly number[]): { p50: number; p95: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

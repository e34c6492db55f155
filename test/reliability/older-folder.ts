import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WORLDS } from "../../src/apps/worlds.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { list, name, query, rows } from "../../src/kernel/query.ts";
import { searchMigrations } from "../../src/kernel/search/index.ts";
import { terms } from "../../src/kernel/search/rank/index.ts";
import { engineFor } from "../../src/kernel/search/store/engine.ts";
import type { SpaceRow } from "../../src/kernel/search/store/text-index.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { eventLogMigration } from "../../src/kernel/storage/migrations/event-log.ts";
import { openPostgres } from "../../src/kernel/storage/postgres.ts";
import { openSqlite } from "../../src/kernel/storage/sqlite.ts";
import { vectorBytes } from "../../src/kernel/vectors.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { createMemoryLog, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";

// A data folder as an earlier build left it: folder.json holds its rows and files, answers.json what that build answered
// about them, by words alone. Both were written by that build and are never made anew.

type Row = Readonly<Record<string, string | number | null>>;

interface OlderFolder {
  readonly migrations: readonly string[];
  readonly roots: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly files: readonly { readonly path: string; readonly modified_at: number; readonly text: string }[];
}

interface OlderAnswer {
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

export const OLDER = readJson<OlderFolder>("folder.json");
export const ANSWERS = readJson<readonly OlderAnswer[]>("answers.json");
const DIMENSIONS = 384;

/** Lays the folder out again, its database with the steps of that build and no other. */
export async function layOutOlderFolder(engine: Engine) {
  const folder = temporaryFolder();
  const databaseUrl = await freshDatabaseUrl(engine);
  for (const { path, text, modified_at } of OLDER.files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, modified_at / 1000, modified_at / 1000);
  }
  const env = createSimulatedEnv("older");
  const all = [eventLogMigration, ...searchMigrations, ...WORLDS.flatMap(({ migrations }) => migrations)];
  const options = {
    migrations: all.filter((migration) => OLDER.migrations.includes(migration.name)),
    readOnly: false,
    mustExist: false,
  };
  const database =
    databaseUrl === undefined
      ? await openSqlite({ ...options, file: join(folder, "bailiwick.db") }, env, createMemoryLog())
      : await openPostgres({ ...options, url: databaseUrl }, env, createMemoryLog());
  const hasVectors = await database.write(EVERY_TENANT, fill);
  await database.close();
  return { place: { folder, databaseUrl }, hasVectors };
}

async function fill(sql: Sql): Promise<boolean> {
  for (const [table, found] of Object.entries(OLDER.tables)) {
    const columns = Object.keys(found[0] ?? {});
    const values = found.map((row) => columns.map((column) => row[column] ?? null));
    await sql.run(query`insert into ${name(table)} (${list(columns.map(name))}) values ${rows(values)}`);
  }
  return fillIndexes(sql);
}

/**
 * The words and vectors of the documents lie in tables of each engine's own. Answers whether it can hold vectors: where
 * it cannot, that build left all documents waiting for theirs.
 */
async function fillIndexes(sql: Sql): Promise<boolean> {
  const engine = engineFor(sql.dialect);
  // On PostgreSQL that build kept none here, whether or not the server could.
  const hasVectors = sql.dialect === "sqlite" && (await engine.vectors.missing(sql)) === undefined;
  for (const space of await sql.all<SpaceRow>(query`select * from search_space`)) {
    await engine.text.prepareSpace(sql, space);
    const documents = await sql.all<{ key: number; text: string; vector_model: string | null }>(
      query`select key, text, vector_model from search_document where space = ${space.space} order by key`,
    );
    for (const { key, text, vector_model } of documents) {
      // On PostgreSQL the words are made anew from the documents, in the way of now.
      if (sql.dialect === "sqlite") await engine.text.add(sql, space, [{ key, found: terms(text) }]);
      if (hasVectors && vector_model !== null) await putVector(sql, space, key);
    }
  }
  if (sql.dialect === "postgres") {
    await sql.run(
      query`select setval(pg_get_serial_sequence('search_document', 'key'), (select max(key) from search_document))`,
    );
  }
  if (!hasVectors) {
    await sql.run(query`update search_document set vector_model = null`);
    await sql.run(query`update search_space set model = null, pending = documents + past`);
  }
  return hasVectors;
}

/** As that build wrote it on SQLite; on PostgreSQL it had nowhere to. */
async function putVector(sql: Sql, { number }: SpaceRow, key: number): Promise<void> {
  const embedding = vectorBytes(new Float32Array(DIMENSIONS).fill(DIMENSIONS ** -0.5));
  await sql.run(query`insert into search_vector (key, embedding) values (${key}, ${embedding})`);
  const bits = new Uint8Array(DIMENSIONS / 8).fill(0xff);
  await sql.run(query`insert into search_bits (number, key, bits) values (${number}, ${key}, ${bits})`);
}

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(new URL(`./older-folder/${file}`, import.meta.url), "utf8")) as Value;
}

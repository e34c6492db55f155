import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { checkProof } from "../../src/apps/check-proof/index.ts";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import type { Engine } from "../kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../kit/truth.ts";
import { clusterServers } from "../services/cluster-databases.ts";
import { connectTo } from "./silent-postgres.ts";

/** Words that stand nowhere else, and end so that the index keeps a shorter form of them. */
const CANARIES = [
  ...["zorblaxing", "quimferous", "vantroplied", "jikwobbly", "glarnified", "plothuxes", "brimvaquely", "snorgledy"],
  ...["krundibles", "wexamorphs", "tribbuloned", "yagmoffins", "hulvexated", "drazmorkly", "phintiqued", "oskelwursts"],
  ...[
    "nubzarifics",
    "clamvordexes",
    "ivoxterling",
    "rumpaquintly",
    "Ümlquaxén",
    "mib\\drozzle",
    'pel"zorvian',
    "gantwibble",
  ],
];
const [KEY, FILE_NAME, REFERENCE, FILE_KEY] = CANARIES.slice(-4) as [string, string, string, string];
const FIELDS = CANARIES.slice(0, 20);
const ROWS_PER_CALL = 500;

/** As a word may stand in a file: in any case and coding, or without its end. */
function formsOf(word: string): string[] {
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.from("x".repeat(before) + word)
      .toString("base64")
      .slice(before === 0 ? 0 : 4, -4),
  );
  return [
    utf8(word),
    utf8(word.toLowerCase()),
    utf8(JSON.stringify(word).slice(1, -1)),
    utf8(word.toLowerCase()).slice(0, -3),
    utf8(word.toLowerCase()).slice(-7),
    Buffer.from(word, "utf16le").toString("latin1"),
    Buffer.from(word).toString("hex"),
    ...inBase64,
  ];
}

/** Which of the words stand in these bytes. */
function wordsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("latin1");
  const lower = text.toLowerCase();
  return CANARIES.filter((word) => formsOf(word).some((form) => text.includes(form) || lower.includes(form)));
}

/** Everything that lies on a disk for this kernel, by name. */
async function bytesOf(truth: TestTruth, engine: Engine): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const entry of readdirSync(truth.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) found.set(entry.name, readFileSync(join(entry.parentPath, entry.name)));
  }
  if (engine === "sqlite") return found;
  const database = await truth.parts.database();
  const [own] = await database.glance<{ name: string }>(EVERY_TENANT, query`select current_database() as name`);
  const servers = clusterServers().length > 0 ? clusterServers() : [inject("postgresUrl") ?? ""];
  for (const [at, server] of servers.entries()) {
    const client = await connectTo(new URL(`/${own?.name}`, server).href);
    // What is only in the server's memory is no file yet.
    await client.query("checkpoint");
    // The parts of a cluster's tables lie where ours does, and only who is no user of the cluster's is shown them.
    await client.query("set citus.override_table_visibility = off");
    const files = await client.query(
      `select c.relname as name, pg_read_binary_file(pg_relation_filepath(c.oid)) as bytes from pg_class c
       where c.relkind in ('r', 'i', 't') and pg_relation_filepath(c.oid) is not null and c.relfilenode <> 0
         and c.relnamespace in (select oid from pg_namespace where nspname in (current_schema(), 'pg_toast'))`,
    );
    for (const { name, bytes } of files.rows) found.set(`${at} ${name}`, bytes);
    const stats = await client.query(
      `select tablename, attname, most_common_vals::text as common, histogram_bounds::text as bounds from pg_stats
       where schemaname = current_schema()`,
    );
    found.set(`${at} pg_stats`, Buffer.from(JSON.stringify(stats.rows)));
  }
  return found;
}

export async function wordsLeft(truth: TestTruth, engine: Engine): Promise<Record<string, string[]>> {
  const left: Record<string, string[]> = {};
  for (const [name, bytes] of await bytesOf(truth, engine)) {
    const words = wordsIn(bytes);
    if (words.length > 0) left[name] = words;
  }
  return left;
}

interface Filled {
  readonly truth: TestTruth;
  readonly sources: readonly string[];
}

/** Entities by their number, and two sources of which each says twenty words that nobody else says. */
export async function fillWithCanaries(engine: Engine, entities: number): Promise<Filled> {
  const truth = await openTestTruth({ engine });
  for (let from = 0; from < entities; from += ROWS_PER_CALL) {
    const rows = Array.from({ length: Math.min(ROWS_PER_CALL, entities - from) }, (_, n) => ({
      entity_type: "contact",
      name: `Person Number${from + n}`,
      email: `p${from + n}@people.example`,
    }));
    await truth.ask("store_structured", { idempotency_key: `batch ${from}`, entities: rows });
  }
  const fields = Object.fromEntries(FIELDS.map((word, n) => [n === 2 ? `field_${word}` : `field_${n}`, word]));
  const rows = await truth.ask("store_structured", {
    idempotency_key: `key ${KEY}`,
    original_filename: `${FILE_NAME}.json`,
    provenance: { extracted_at: "2024-01-01T00:00:00Z", extractor_version: "1", source_refs: [REFERENCE] },
    entities: [{ entity_type: "contact", name: FIELDS[0], email: `${FIELDS[1]}@people.example`, ...fields }],
  });
  const columns = FIELDS.map((_, n) => (n === 0 ? "name" : `column_${n}`));
  const csv = `entity_type,${columns.join(",")}\ncontact,${[...FIELDS].reverse().join(",")}\n`;
  const file = await truth.ask("store_unstructured", {
    idempotency_key: `file ${FILE_KEY}`,
    original_filename: `${FILE_NAME}.csv`,
    mime_type: "text/csv",
    file_content: Buffer.from(csv).toString("base64"),
  });
  const sources = [rows.source_id, file.source_id];
  expect(sources.every((id) => typeof id === "string")).toBe(true);
  return { truth, sources };
}

/** A source is erased, the words are gone from every byte, and all that was proven before still is. */
export async function eraseAndProve(engine: Engine, entities: number): Promise<void> {
  const { truth, sources } = await fillWithCanaries(engine, entities);
  const database = await truth.parts.database();
  if (engine === "postgres") await database.write(EVERY_TENANT, (sql) => sql.run(query`analyze`));
  expect(Object.values(await wordsLeft(truth, engine)).flat()).toEqual(expect.arrayContaining(FIELDS));
  const checkpoint = await truth.checkpoint();
  const kept = { key: checkpoint.key, checkpoint: JSON.stringify(checkpoint) };
  const events = await database.read(EVERY_TENANT, (sql) => eventsAfter(sql, "local", 0, 1000));
  const before = await Promise.all(events.map(({ id }) => truth.prove(id)));

  for (const id of sources) await truth.erase({ kind: "source", id });
  expect(await truth.scrub()).toEqual([]);

  expect(await wordsLeft(truth, engine)).toEqual({});
  const clean = { bad: undefined, findings: [], remarks: [] };
  expect(await truth.verify({ full: true })).toMatchObject(clean);
  expect(await truth.verify({ checkpoint, key: checkpoint.key })).toMatchObject(clean);
  const { live, rebuilt, wrong } = await truth.replay();
  expect([rebuilt, wrong]).toEqual([live, undefined]);
  for (const [n, { id }] of events.entries()) {
    expect(checkProof(JSON.stringify(before[n]), kept)).toHaveProperty("shown");
    expect(checkProof(JSON.stringify(await truth.prove(id, checkpoint)), kept)).toHaveProperty("shown");
  }
  const grown = JSON.stringify(await truth.proveGrowth(checkpoint, "local"));
  expect(checkProof(grown, kept)).toHaveProperty("shown");
  expect((await truth.ask("retrieve_entities", { limit: 1 })).total).toBe(entities);
}

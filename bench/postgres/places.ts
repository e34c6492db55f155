import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createDatabase, dropDatabase, GIVEN_SERVER, startPostgres, useServer } from "../../test/services/postgres.ts";
import { DOOR } from "../kit/server-process.ts";
import { openSession, type Session } from "../truth/session.ts";

/** Names the coordinator of a Citus cluster; several nodes are divided by commas, and the first is used. */
const CLUSTER = "BAILIWICK_TEST_CLUSTER";

/** One engine with a database of its own. */
export interface Place {
  readonly engine: "sqlite" | "postgres" | "citus";
  readonly url: string | undefined;
  /** A server process over stdio; every one has a data folder of its own unless it lies in it. */
  open(): Promise<Session>;
  /** Processor time of the database server's sessions on this database, in ms; undefined where it runs elsewhere. */
  serverCpuMs(): Promise<number | undefined>;
}

export interface Places {
  readonly all: readonly Place[];
  close(): Promise<void>;
}

export async function openPlaces(folder: string, noModel: boolean): Promise<Places> {
  const given = process.env[GIVEN_SERVER];
  const postgres = await (given === undefined ? startPostgres() : useServer(given));
  if ("unavailable" in postgres) throw new Error(postgres.unavailable);
  const config = join(folder, "bailiwick.config.json");
  const settings = {
    ...(noModel && { embedder: { provider: "none" } }),
    limits: { store_per_minute: 0, retrieve_entities_per_minute: 0 },
  };
  await writeFile(config, JSON.stringify(settings));
  const cluster = (process.env[CLUSTER] ?? "").split(",")[0];
  const servers = [
    { engine: "postgres" as const, server: postgres.url },
    ...(cluster ? [{ engine: "citus" as const, server: cluster }] : []),
  ];
  const name = `bench_${process.pid}`;
  const closers: (() => Promise<unknown>)[] = [];
  const all: Place[] = [placeOf("sqlite", undefined, folder, config, async () => undefined)];
  for (const { engine, server } of servers) {
    // A cluster's database is made as such by whoever runs it.
    const url = engine === "postgres" ? await createDatabase(server, name) : server;
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    const database = new URL(url).pathname.slice(1);
    all.push(placeOf(engine, url, folder, config, () => cpuOfSessions(admin, database)));
    closers.push(async () => {
      await admin.end();
      if (engine === "postgres") await dropDatabase(server, name);
    });
  }
  return {
    all,
    async close() {
      for (const close of closers) await close();
      await postgres.stop();
    },
  };
}

function placeOf(
  engine: Place["engine"],
  url: string | undefined,
  folder: string,
  config: string,
  serverCpuMs: Place["serverCpuMs"],
): Place {
  let opened = 0;
  return {
    engine,
    url,
    serverCpuMs,
    async open() {
      const data = join(folder, url === undefined ? engine : `${engine}-${opened++}`);
      await mkdir(data, { recursive: true });
      const where = url === undefined ? [] : ["--database", url];
      return openSession([DOOR, "mcp", "truth", "--data", data, "--config", config, ...where]);
    },
  };
}

async function cpuOfSessions(admin: pg.Client, database: string): Promise<number | undefined> {
  const { rows } = await admin.query("select pid from pg_stat_activity where datname = $1", [database]);
  try {
    return rows
      .map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0);
  } catch {
    // Its processes are not this machine's.
    return undefined;
  }
}

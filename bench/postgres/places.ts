import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { createClusterDatabase, dropClusterDatabase, GIVEN_CLUSTER } from "../../test/services/cluster-databases.ts";
import { createDatabase, dropDatabase, GIVEN_SERVER, startPostgres, useServer } from "../../test/services/postgres.ts";
import { DOOR } from "../kit/server-process.ts";
import { openSession, type Session } from "../truth/session.ts";

/** One engine with a database of its own. */
export interface Place {
  readonly engine: "sqlite" | "postgres" | "citus";
  readonly url: string | undefined;
  /** A server process over stdio; every one has a data folder of its own unless it lies in it. */
  open(): Promise<Session>;
  /**
   * Processor time of the sessions on this database so far, in ms, of each of its servers, the one that is asked first;
   * undefined where they run elsewhere.
   */
  serversCpuMs(): Promise<readonly number[] | undefined>;
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
  const cluster = (process.env[GIVEN_CLUSTER] ?? "").split(",").filter((address) => address !== "");
  const name = `bench_${process.pid}`;
  const closers: (() => Promise<unknown>)[] = [];
  const all: Place[] = [placeOf("sqlite", undefined, folder, config, async () => [])];
  for (const [engine, servers] of [["postgres", [postgres.url]] as const, ["citus", cluster] as const]) {
    const [first] = servers;
    if (first === undefined) continue;
    const url =
      engine === "postgres" ? await createDatabase(first, name) : await createOnCluster(servers, name, folder);
    const admins = servers.map((connectionString) => new pg.Client({ connectionString }));
    for (const admin of admins) await admin.connect();
    all.push(placeOf(engine, url, folder, config, () => cpuOfSessions(admins, name)));
    closers.push(async () => {
      for (const admin of admins) await admin.end();
      await (engine === "postgres" ? dropDatabase(first, name) : dropClusterDatabase(servers, name));
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
  serversCpuMs: Place["serversCpuMs"],
): Place {
  let opened = 0;
  return {
    engine,
    url,
    serversCpuMs,
    async open() {
      const data = join(folder, url === undefined ? engine : `${engine}-${opened++}`);
      await mkdir(data, { recursive: true });
      const where = url === undefined ? [] : ["--database", url];
      return openSession([DOOR, "mcp", "truth", "--data", data, "--config", config, ...where]);
    },
  };
}

/** A database of the cluster with its tables on the workers, and its address at the coordinator. */
async function createOnCluster(servers: readonly string[], name: string, folder: string): Promise<string> {
  await createClusterDatabase(servers, name);
  const url = Object.assign(new URL(servers[0] ?? ""), { pathname: `/${name}` }).href;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const kernel = openKernel({
    env: createRealEnv(),
    version: "0.0.0-bench",
    worlds: WORLDS,
    log,
    folder,
    databaseUrl: url,
    embedder: "none",
  });
  await kernel.distribute();
  await kernel.close();
  return url;
}

/** Sessions that have ended are not counted any more: those that are measured live as long as their process. */
async function cpuOfSessions(admins: readonly pg.Client[], database: string): Promise<readonly number[] | undefined> {
  const ofEach: number[] = [];
  for (const admin of admins) {
    const { rows } = await admin.query("select pid from pg_stat_activity where datname = $1", [database]);
    try {
      const spent = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6);
      ofEach.push(spent.reduce((sum, ms) => sum + ms, 0));
    } catch {
      // Its processes are not this machine's.
      return undefined;
    }
  }
  return ofEach;
}

import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createMemoryLog, ENGINES, freshDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createRealEnv } from "../../apps/real-env.ts";
import { Query, query } from "../query.ts";
import { openDatabase } from "./index.ts";
import { laneKey } from "./lane.ts";

const SESSION = query`select pg_backend_pid() as session`;

/** What a server of a cluster says when the one that holds the rows does not answer. */
const WORKER_AWAY = new Query(["do $$ begin raise exception 'away' using errcode = '08006'; end $$"], []);

async function open() {
  const url = (await freshDatabaseUrl("postgres")) ?? "";
  const database = await openDatabase(
    { folder: temporaryFolder(), url, readOnly: false, migrations: [] },
    createRealEnv(),
    createMemoryLog(),
  );
  onTestFinished(() => database.close());
  return { database, url };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe.skipIf(!ENGINES.includes("postgres"))("on PostgreSQL", () => {
  test("a server behind ours that is away refuses the call, and costs no connection to ours", async () => {
    const { database } = await open();
    const session = () => database.write("a", (sql) => sql.first<{ session: number }>(SESSION));
    const before = await session();
    const away = { code: "storage_unavailable", message: expect.stringContaining("cluster") };

    await expect(database.write("a", (sql) => sql.all(WORKER_AWAY))).rejects.toMatchObject(away);
    // It travels with the commit.
    await expect(database.write("a", (sql) => sql.run(WORKER_AWAY))).rejects.toBeInstanceOf(Error);
    expect(await session()).toEqual(before);

    const reading = await database.read("a", (sql) => sql.first(SESSION));
    await expect(database.read("a", (sql) => sql.all(WORKER_AWAY))).rejects.toMatchObject(away);
    expect(await database.read("a", (sql) => sql.first(SESSION))).toEqual(reading);
  });

  test("whoever has waited long for a lane keeps its place before those who come later", async () => {
    const { database, url } = await open();
    const [holder, watcher] = [await connect(url), await connect(url)];
    await holder.query(`begin; select pg_advisory_xact_lock(${laneKey("a")})`);
    const tries: number[] = [];
    let last: number | undefined;

    const written = database.write("a", (sql) => sql.first(SESSION));
    const startedMs = performance.now();
    // A try that waits has a transaction of its own, so each shows when it began.
    while (performance.now() - startedMs < 4000) {
      const { rows } = await watcher.query(
        `select extract(epoch from a.xact_start) * 1000 as since from pg_stat_activity a join pg_locks l using (pid)
         where a.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      const since = rows[0]?.since === undefined ? undefined : Number(rows[0].since);
      if (since !== undefined && since !== last) tries.push(since);
      last = since ?? last;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await holder.query("commit");
    await written;

    const [first = 0, second = 0, third = 0] = tries;
    expect(tries).toHaveLength(3);
    expect(third - second).toBeGreaterThan(1.5 * (second - first));
  });
});

import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { freshDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { type CallEnd, type ServerProcess, startProduct } from "./server-process.ts";

const WRITES = 30;

interface Setting {
  readonly server: ServerProcess;
  readonly url: string;
  readonly admin: pg.Client;
}

/** A process on a database of its own, and someone who may end its sessions. */
async function startOnPostgres(): Promise<Setting> {
  const url = await freshDatabaseUrl("postgres");
  if (url === undefined) throw new Error("no address");
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  const server = startProduct("conformance", ["--data", temporaryFolder(), "--database", url]);
  await server.initialize();
  await server.write("before");
  return { server, url, admin };
}

/** Ends every session of the product and answers with how many there were. */
async function endSessions(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'bailiwick'",
  );
  return rows.length;
}

async function expectKept(url: string, server: ServerProcess): Promise<void> {
  const reader = await openTestKernel({ databaseUrl: url, readOnly: true });
  const { bad, entries } = await reader.verify();
  expect(bad).toBeUndefined();
  const { live, rebuilt } = await reader.replay();
  expect(rebuilt).toEqual(live);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select id from event where kind <> 'refused'");
  await client.end();
  const ids = new Set(rows.map((row) => row.id as string));
  expect(server.acks.filter((ack) => !ids.has(ack.eventId))).toEqual([]);
  expect(entries).toBeGreaterThanOrEqual(server.acks.length);
}

const isTyped = ({ value, failed }: CallEnd): boolean =>
  value !== undefined || failed === "storage_unavailable" || failed === "commit_unknown";

/** Other suites wait for locks of their own databases on the same server. */
const HERE = "select oid from pg_database where datname = current_database()";
/** Sessions that are in the writer's lane and wait for a table; whoever watches the log may wait for it too. */
const WAITING_WRITER = `
  select 1 from pg_locks waiting join pg_locks lane using (pid)
  where not waiting.granted and lane.locktype = 'advisory' and lane.granted and waiting.database = (${HERE})`;
const WAITING_READER = `select 1 from pg_locks where not granted and database = (${HERE})`;

describe("on PostgreSQL", () => {
  test("sessions lost between calls cost at most a typed refusal, and the next call works", async () => {
    const { server, url, admin } = await startOnPostgres();

    for (let loss = 0; loss < 5; loss++) {
      expect(await endSessions(admin)).toBeGreaterThan(0);
      const first = await server.write(`first after loss ${loss}`);
      expect([first, isTyped(first)]).toEqual([first, true]);
      expect(await server.write(`second after loss ${loss}`)).toMatchObject({ value: { id: expect.any(String) } });
    }

    expect(server.alive).toBe(true);
    await expectKept(url, server);
  });

  test("a session lost in the middle of a write refuses that write, and the process and the next call go on", async () => {
    const { server, url, admin } = await startOnPostgres();
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query("begin; lock table log_head in access exclusive mode");

    const cut = server.write("cut off");
    await expect.poll(async () => (await admin.query(WAITING_WRITER)).rows.length).toBeGreaterThan(0);
    expect(await endSessions(admin)).toBeGreaterThan(0);
    const end = await cut;
    await blocker.end();

    expect([end, server.stderr]).toEqual([{ failed: "storage_unavailable" }, expect.anything()]);
    expect(await server.write("after")).toMatchObject({ value: { seq: 2 } });
    await expectKept(url, server);
  });

  test("a session lost in the middle of a read refuses that read, and the process and the next call go on", async () => {
    const { server, url, admin } = await startOnPostgres();
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query("begin; lock table conformance_note in access exclusive mode");

    const cut = server.call("test_read", { id: "0".repeat(64) });
    await expect.poll(async () => (await admin.query(WAITING_READER)).rows.length).toBeGreaterThan(0);
    expect(await endSessions(admin)).toBeGreaterThan(0);
    const end = await cut;
    await blocker.end();

    expect([end, server.stderr]).toEqual([{ failed: "storage_unavailable" }, expect.anything()]);
    expect(await server.call("test_read", { id: "0".repeat(64) })).toEqual({ failed: "not_found" });
  });

  test("sessions lost again and again under load lose nothing that was acknowledged", async () => {
    const { server, url, admin } = await startOnPostgres();
    const ends: CallEnd[] = [];
    let ended = 0;
    const load = (async () => {
      for (let wave = 0; wave < 20 && server.alive; wave++) {
        const writes = Array.from({ length: 20 }, (_, write) => server.write(`wave ${wave} ${write}`));
        ends.push(...(await Promise.all(writes)));
      }
    })();
    for (let loss = 0; loss < 10; loss++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      // The first may still be on its way, where the machine is busy.
      await expect
        .poll(async () => {
          ended += await endSessions(admin);
          return ended;
        })
        .toBeGreaterThan(0);
    }
    await load;

    expect(ended).toBeGreaterThan(0);
    expect(ends.filter((end) => !isTyped(end))).toEqual([]);
    expect(server.alive).toBe(true);
    expect(await server.write("after all that")).toMatchObject({ value: { id: expect.any(String) } });
    await expectKept(url, server);
  });

  test("every commit is flushed by the server, also where its default is not to wait for that", async () => {
    const { server, url, admin } = await startOnPostgres();
    await admin.query(`alter database "${new URL(url).pathname.slice(1)}" set synchronous_commit = off`);
    // New sessions take the new default.
    await endSessions(admin);
    await server.write("opens a new session").then(() => server.write("and another"));

    for (let write = 0; write < WRITES; write++) {
      const { inserted } = await walPositions(admin);
      await server.write(`write ${write}`);
      expect((await walPositions(admin)).flushed).toBeGreaterThan(inserted);
    }
    expect(server.acks.length).toBeGreaterThanOrEqual(WRITES);
  });
});

/** How far the server's log has been written and how far it is safely on disk, in bytes. */
async function walPositions(admin: pg.Client): Promise<{ inserted: number; flushed: number }> {
  const { rows } = await admin.query(
    "select (pg_current_wal_insert_lsn() - '0/0')::text as inserted, (pg_current_wal_flush_lsn() - '0/0')::text as flushed",
  );
  return { inserted: Number(rows[0].inserted), flushed: Number(rows[0].flushed) };
}

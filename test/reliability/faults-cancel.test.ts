import { readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRealEnv } from "../../src/apps/real-env.ts";
import type { Env } from "../../src/kernel/env.ts";
import { diskFolder } from "../kit/folder.ts";
import { ENGINES, freshDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { audit } from "./audit.ts";
import { type ServerProcess, startCrashMain, startProduct } from "./server-process.ts";

/** Stands in the way of every writer until it is let go: a write that is cancelled meanwhile has certainly begun. */
async function holdWrites(folder: string, databaseUrl: string | undefined): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) {
    const db = new Sqlite(join(folder, "bailiwick.db"));
    db.exec("begin immediate");
    return async () => {
      db.exec("rollback");
      db.close();
    };
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query("begin; lock table log_head in access exclusive mode");
  return () => client.end();
}

/** How many wait for a lock in that database. */
async function waitingSessions(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  await client.end();
  return rows.length;
}

/** The process has seen everything sent before when it answers this. */
async function caughtUp(server: ServerProcess): Promise<void> {
  expect((await server.send("tools/list", {}).end).value.tools).toBeDefined();
}

describe.each(ENGINES)("on %s", (engine) => {
  test("a write whose signal aborts while it waits is refused as cancelled and leaves nothing", async () => {
    const folder = diskFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const env = createRealEnv();
    let waits = 0;
    const sleep: Env["sleep"] = (ms, signal) => {
      waits += 1;
      return env.sleep(ms, signal);
    };
    const kernel = await openTestKernel({ folder, databaseUrl, env: { ...env, sleep } });
    await kernel.callTool("test_write", { text: "before" });
    const root = await kernel.stateRoot();
    const release = await holdWrites(folder, databaseUrl);
    const stop = new AbortController();
    waits = 0;

    const outcome = kernel.callTool("test_write", { text: "cancelled" }, { signal: stop.signal });
    await expect.poll(() => (databaseUrl === undefined ? waits : waitingSessions(databaseUrl))).toBeGreaterThan(0);
    stop.abort();
    await release();

    expect(await outcome).toMatchObject({ isError: true, structuredContent: { error: { code: "cancelled" } } });
    expect((await kernel.verify()).entries).toBe(1);
    expect(await kernel.stateRoot()).toEqual(root);
    expect(await kernel.callTool("test_write", { text: "after" })).toMatchObject({ structuredContent: { seq: 2 } });
  });

  test("over stdio, the cancelled half of the writes in flight leaves nothing and the other half is kept", async () => {
    const folder = diskFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const args = ["--data", folder, ...(databaseUrl === undefined ? [] : ["--database", databaseUrl])];
    const server = startProduct("conformance", args);
    await server.initialize();
    await server.write("before");
    const release = await holdWrites(folder, databaseUrl);

    const kept: Promise<unknown>[] = [];
    for (let pair = 0; pair < 5; pair++) {
      const { id } = server.send("tools/call", { name: "test_write", arguments: { text: `cancelled ${pair}` } });
      kept.push(server.write(`kept ${pair}`));
      server.notify("notifications/cancelled", { requestId: id, reason: "changed my mind" });
    }
    await caughtUp(server);
    await release();
    await Promise.all(kept);

    expect(server.acks.map((ack) => ack.seq).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const reader = await openTestKernel({ folder, databaseUrl, readOnly: true });
    expect(await reader.verify()).toMatchObject({ entries: 6, bad: undefined });
    expect(await server.end()).toBe(0);
  });
});

test("a cancelled file leaves no entry and no part of itself", async () => {
  const folder = diskFolder();
  const server = startCrashMain("crash", ["--data", folder], {});
  await server.initialize();
  await server.write("before", "keep_file");
  const release = await holdWrites(folder, undefined);

  const { id } = server.send("tools/call", { name: "keep_file", arguments: { text: "cancelled" } });
  server.notify("notifications/cancelled", { requestId: id });
  await caughtUp(server);
  await release();
  await server.write("after", "keep_file");

  expect(await audit(folder, "crash", server.acks)).toMatchObject({ entries: 2, lost: [], corrupt: [] });
  expect(readdirSync(join(folder, "blobs/incoming"))).toEqual([]);
  expect(readdirSync(join(folder, "blobs/local/sha256"))).toHaveLength(2);
});

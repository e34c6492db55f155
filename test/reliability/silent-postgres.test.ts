import type pg from "pg";
import { describe, expect, test } from "vitest";
import { INSTALLATION } from "../../src/kernel/installation.ts";
import { enterInstallationLane } from "../../src/kernel/storage/index.ts";
import { laneKey } from "../../src/kernel/storage/lane.ts";
import { temporaryFolder } from "../kit/folder.ts";
import type { TestKernel } from "../kit/kernel.ts";
import { SLOW_CLOCK } from "../kit/processes.ts";
import { type Fault, through } from "../kit/tcp-proxy.ts";
import { startProduct } from "./server-process.ts";
import { connectTo, openBehindProxy, openOnClock, writeThroughFaults } from "./silent-postgres.ts";

const isCommit = (request: Buffer) => request.includes("commit\0");

const write = (kernel: TestKernel, text: string, user?: string) =>
  kernel.callTool("test_write", { text }, { server: "conformance", ...(user !== undefined && { user }) });

const read = (kernel: TestKernel) =>
  kernel.callTool("test_read", { id: "0".repeat(64) }, { server: "conformance", user: "reader" });

const failedWith = (code: string) => ({ isError: true, structuredContent: { error: { code } } });
const DONE = { structuredContent: { event_id: expect.any(String) } };

async function timesWritten(admin: pg.Client, text: string): Promise<number> {
  const { rows } = await admin.query("select 1 from event where payload::text like $1", [`%${text}%`]);
  return rows.length;
}

describe("on PostgreSQL", () => {
  test.for<{ fault: Fault; isDone: boolean }>([
    { fault: "reset-request", isDone: false },
    { fault: "reset-answer", isDone: true },
    { fault: "half-close", isDone: false },
    { fault: "silence-request", isDone: false },
    { fault: "silence-answer", isDone: true },
    { fault: "delay", isDone: true },
  ])(
    "a commit that meets $fault is settled: done is $isDone, and the next write goes on",
    async ({ fault, isDone }) => {
      const { kernel, proxy, admin } = await openBehindProxy();
      expect(await write(kernel, "before")).toMatchObject(DONE);

      proxy.arm(fault, isCommit);
      const answer = await write(kernel, "the one");

      expect(proxy.fired[fault]).toBe(1);
      expect(answer).toMatchObject(isDone ? DONE : failedWith("storage_unavailable"));
      expect(await timesWritten(admin, "the one")).toBe(isDone ? 1 : 0);
      expect(await write(kernel, "after")).toMatchObject(DONE);
      expect(await timesWritten(admin, "after")).toBe(1);
    },
  );

  test("a commit that reaches the server after its line was given up cannot come through behind our back", async () => {
    const { kernel, proxy, admin } = await openBehindProxy();
    expect(await write(kernel, "before")).toMatchObject(DONE);

    // The server gets it when the write is long settled.
    const settled = Promise.withResolvers<void>();
    proxy.arm("late-request", isCommit, () => settled.promise);
    const answer = await write(kernel, "the one");

    expect(proxy.fired["late-request"]).toBe(1);
    expect(answer).toMatchObject(failedWith("storage_unavailable"));
    settled.resolve();
    expect(await write(kernel, "after")).toMatchObject(DONE);
    expect(await timesWritten(admin, "the one")).toBe(0);
    expect((await kernel.verify()).bad).toBeUndefined();
  });

  test("where the server stays away nobody knows, and says so; once it is back the next write goes on", async () => {
    const { kernel, proxy, admin } = await openBehindProxy({ settleMs: 1000 });
    expect(await write(kernel, "before")).toMatchObject(DONE);

    proxy.arm("silence-answer", (request) => {
      if (!isCommit(request)) return false;
      setImmediate(() => proxy.blackHole(true));
      return true;
    });
    const answer = await write(kernel, "the one");
    expect([proxy.fired["silence-answer"], proxy.swallowed > 0]).toEqual([1, true]);
    expect(answer).toMatchObject(failedWith("commit_unknown"));
    expect(await write(kernel, "while it is away")).toMatchObject(failedWith("storage_unavailable"));
    expect(await read(kernel)).toMatchObject(failedWith("storage_unavailable"));

    proxy.blackHole(false);
    await expect.poll(() => write(kernel, "after")).toMatchObject(DONE);
    expect(await timesWritten(admin, "the one")).toBe(1);
    expect(await timesWritten(admin, "while it is away")).toBe(0);
    expect(await timesWritten(admin, "after")).toBe(1);
  });

  test("a statement that is never answered refuses its write, and frees the lane for the next", async () => {
    const { kernel, proxy, admin } = await openBehindProxy();
    expect(await write(kernel, "before")).toMatchObject(DONE);

    // What is written travels with the commit; what is read before it travels alone. Readers of the head have no lane.
    const entersLane = (request?: Buffer) => request?.includes("pg_advisory_xact_lock") ?? false;
    proxy.arm("silence-answer", (request, before) => entersLane(before) && request.includes("from log_head"));
    const answer = await write(kernel, "the one");

    expect(proxy.fired["silence-answer"]).toBe(1);
    expect(answer).toMatchObject(failedWith("storage_unavailable"));
    expect(await write(kernel, "after")).toMatchObject(DONE);
    expect([await timesWritten(admin, "the one"), await timesWritten(admin, "after")]).toEqual([0, 1]);
  });

  test("lanes held elsewhere keep neither reads nor other lanes waiting, and go on when they are free", async () => {
    const { kernel, url, admin } = await openBehindProxy();
    const users = Array.from({ length: 12 }, (_, index) => `held-${index}`);
    for (const user of users) expect(await write(kernel, `before ${user}`, user)).toMatchObject(DONE);
    const holder = await connectTo(url);
    await holder.query("begin");
    for (const user of users) await holder.query(`select pg_advisory_xact_lock(${laneKey(user)})`);

    const ended: string[] = [];
    const held = users.map((user) =>
      write(kernel, `held ${user}`, user).then((answer) => {
        ended.push(user);
        return answer;
      }),
    );
    await expect
      .poll(async () => (await admin.query("select 1 from pg_locks where not granted")).rows.length)
      .toBeGreaterThan(0);
    const reads = await Promise.all(Array.from({ length: 20 }, () => read(kernel)));
    for (const answer of reads) expect(answer).toMatchObject(failedWith("not_found"));
    expect(await write(kernel, "in a free lane", "free")).toMatchObject(DONE);
    expect(ended).toEqual([]);

    await holder.query("rollback");
    for (const answer of await Promise.all(held)) expect(answer).toMatchObject(DONE);
    expect(await timesWritten(admin, "held held-")).toBe(users.length);
  });

  test("a lane held elsewhere is given up as busy, and nothing is written", async () => {
    const { kernel, url, admin } = await openBehindProxy({ lockMs: 1000 });
    expect(await write(kernel, "before", "somebody")).toMatchObject(DONE);
    const before = await kernel.stateRoot();
    const holder = await connectTo(url);
    await holder.query(`begin; select pg_advisory_xact_lock(${laneKey("somebody")})`);

    expect(await write(kernel, "held", "somebody")).toMatchObject(failedWith("storage_busy"));

    expect(await kernel.stateRoot()).toEqual(before);
    await holder.query("rollback");
    expect(await write(kernel, "after", "somebody")).toMatchObject(DONE);
    expect(await timesWritten(admin, "held")).toBe(0);
  });

  test("the installation's lane held elsewhere is given up as busy too", async () => {
    const { kernel, url } = await openBehindProxy({ lockMs: 1000 });
    const database = await kernel.parts.database();
    const holder = await connectTo(url);
    await holder.query(`begin; select pg_advisory_xact_lock(${laneKey(INSTALLATION)})`);

    await expect(database.write("somebody", enterInstallationLane)).rejects.toMatchObject({ code: "storage_busy" });
    await holder.query("rollback");
    await database.write("somebody", enterInstallationLane);
  });

  test("a process whose server has gone silent ends when it is told to", async () => {
    const { proxy, url } = await openOnClock({});
    // It gives up on the server before it gives up on its own calls, however little of the machine it has.
    const args = ["--data", temporaryFolder(), "--database", through(proxy, url)];
    const server = startProduct("conformance", args, SLOW_CLOCK);
    await server.initialize();
    expect(await server.write("before")).toMatchObject({ value: { seq: 1 } });
    proxy.blackHole(true);
    const swallowed = proxy.swallowed;
    const unanswered = server.write("into the hole");
    await expect.poll(() => proxy.swallowed).toBeGreaterThan(swallowed);

    server.child.kill("SIGTERM");

    expect(await unanswered).toEqual({ failed: "storage_unavailable" });
    await server.ended;
    expect(server.exitCode).toBe(0);
  });

  test("60 writes through faults of every kind: none acknowledged is lost, none is doubled, all are answered", async () => {
    const { kernel, proxy, url } = await openBehindProxy();
    const { acknowledged, unknown, lost, doubled, fired } = await writeThroughFaults(kernel, proxy, url, 60);
    expect({ acknowledged, lost, doubled }).toEqual({ acknowledged: 60 - unknown, lost: [], doubled: [] });
    for (const [fault, count] of Object.entries(fired)) expect([fault, count > 0]).toEqual([fault, true]);
    expect((await kernel.verify()).bad).toBeUndefined();
  });
});

import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Connection } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";

/** A connection that keeps a diary and fails where told: the real engines cannot be made to fail at will. */
function createDiary(failing: { at?: string; error?: Error } = {}) {
  const diary: string[] = [];
  let open = false;
  const step = (name: string, after?: boolean) => async () => {
    diary.push(name);
    if (failing.at === name) throw failing.error ?? new KernelError("storage_failed", "the disk");
    if (after !== undefined) open = after;
  };
  const sql: Sql = {
    dialect: "sqlite",
    all: async () => [],
    first: async () => undefined,
    run: async () => void diary.push("statement"),
    change: async () => diary.push("statement"),
    async *each() {},
  };
  const connection = {
    sql,
    begin: step("begin", true),
    settle: async () => {},
    savepoint: step("savepoint"),
    release: step("release"),
    rollbackToSavepoint: step("undo"),
    commit: step("commit", false),
    rollback: step("rollback", false),
    inTransaction: () => open,
  } satisfies Connection;
  return { diary, connection };
}

test("writes that arrive together share one commit, and none is answered before it", async () => {
  const { diary, connection } = createDiary();
  const commits = createGroupCommit(
    (use) => use(connection),
    createSimulatedEnv("g"),
    () => {},
  );
  await Promise.all(
    ["a", "b"].map((name) =>
      commits.write(async () => void diary.push(`run ${name}`)).then(() => diary.push(`answer ${name}`)),
    ),
  );
  expect(diary).toEqual([
    "begin",
    // The first needs none: what it would undo is the transaction.
    "run a",
    "savepoint",
    "run b",
    "release",
    "commit",
    "answer a",
    "answer b",
  ]);
});

test("when the commit fails on the disk, nobody in the batch is acknowledged and the alarm is raised once", async () => {
  const { connection } = createDiary({ at: "commit" });
  const alarms: KernelError[] = [];
  const commits = createGroupCommit(
    (use) => use(connection),
    createSimulatedEnv("g"),
    (error) => alarms.push(error),
  );
  const writes = await Promise.allSettled([commits.write(async () => 1), commits.write(async () => 2)]);
  expect(writes.map((write) => write.status)).toEqual(["rejected", "rejected"]);
  expect(alarms.map((error) => error.code)).toEqual(["storage_failed"]);
});

test("a batch of rehearsals is rolled back, never committed", async () => {
  const { diary, connection } = createDiary();
  const commits = createGroupCommit(
    (use) => use(connection),
    createSimulatedEnv("g"),
    () => {},
  );
  expect(await commits.write(async () => 7, { keep: false })).toBe(7);
  expect(diary).toEqual(["begin", "rollback", "begin", "rollback"]);
});

test("a first write that fails undoes only itself: the next one is committed", async () => {
  const { diary, connection } = createDiary();
  const commits = createGroupCommit(
    (use) => use(connection),
    createSimulatedEnv("g"),
    () => {},
  );
  const refused = new Error("refused");
  const writes = await Promise.allSettled([commits.write(() => Promise.reject(refused)), commits.write(async () => 2)]);
  expect(writes).toEqual([
    { status: "rejected", reason: refused },
    { status: "fulfilled", value: 2 },
  ]);
  expect(diary).toEqual(["begin", "rollback", "begin", "savepoint", "release", "commit"]);
});

test("when no connection can be had, everyone waiting hears of it and the next write tries anew", async () => {
  const { connection } = createDiary();
  let failures = 1;
  const commits = createGroupCommit(
    async (use) => {
      if (failures-- > 0) throw new KernelError("storage_unavailable", "away");
      await use(connection);
    },
    createSimulatedEnv("g"),
    () => {},
  );
  await expect(commits.write(async () => 1)).rejects.toMatchObject({ code: "storage_unavailable" });
  expect(await commits.write(async () => 2)).toBe(2);
});

test("what must be durable before the commit is, for all that share it, and a write that must be last is", async () => {
  const { diary, connection } = createDiary();
  const commits = createGroupCommit(
    (use) => use(connection),
    createSimulatedEnv("g"),
    () => {},
  );
  const write = (name: string, isLast: boolean) =>
    commits.write(async () => void diary.push(`run ${name}`), {
      keep: true,
      isLast: () => isLast,
      beforeCommit: async () => void diary.push(`flush ${name}`),
    });
  await Promise.all([write("a", false), write("b", true), write("c", false)]);
  expect(diary.filter((line) => !/savepoint|release/.test(line))).toEqual([
    ...["begin", "run a", "run b", "flush a", "flush b", "commit"],
    ...["begin", "run c", "flush c", "commit"],
  ]);
});

/** An Env in which every look at the clock finds that a while has passed, and that notes each turn it gives. */
function createSlowEnv(diary: string[]): Env {
  const env = createSimulatedEnv("slow");
  let clockMs = 0;
  return {
    ...env,
    monotonicMs: () => {
      clockMs += 10;
      return clockMs;
    },
    async turn() {
      diary.push("turn");
      await env.turn();
    },
  };
}

/** A queue on a connection that keeps a diary, where everything takes long. */
function openSlow() {
  const { diary, connection } = createDiary();
  const commits = createGroupCommit(
    (use) => use(connection),
    createSlowEnv(diary),
    () => {},
  );
  const write = (name: string, statements: number, signal?: AbortSignal) =>
    commits.write(
      async (sql) => {
        diary.push(`run ${name}`);
        for (let n = 0; n < statements; n++) await sql.run(query`select 1`);
        return name;
      },
      { keep: true, signal },
    );
  return { diary, write };
}

test("others have their turn between two batches", async () => {
  const { diary, write } = openSlow();

  await Promise.all([write("a", 0), write("b", 0), write("c", 0), write("d", 0)]);

  const batches = diary.join(" ").split("begin").slice(1);
  expect(batches.length).toBeGreaterThan(1);
  for (const batch of batches.slice(0, -1)) expect(batch).toMatch(/commit turn $/);
});

test("others have their turn in the midst of a long write, and no other write enters its transaction", async () => {
  const { diary, write } = openSlow();
  const long = write("long", 3);
  // It arrives while the long one runs.
  setImmediate(() => void write("late", 0).then(() => diary.push("late answered")));

  await long;

  const own = diary.slice(0, diary.indexOf("commit") + 1);
  expect(own).toEqual(["begin", "run long", ...Array(3).fill(["turn", "statement"]).flat(), "commit"]);
});

test("a write that is cancelled while it waits is answered at once and never begun", async () => {
  const { diary, write } = openSlow();
  const stop = new AbortController();
  const first = write("first", 2).then(() => diary.push("first answered"));
  const second = write("second", 1, stop.signal).catch((error: KernelError) => diary.push(error.code));
  setImmediate(() => stop.abort());

  await Promise.all([first, second]);

  expect(diary.indexOf("cancelled")).toBeLessThan(diary.indexOf("first answered"));
  expect(diary).not.toContain("run second");
});

test("a write whose caller had cancelled before it came is never begun", async () => {
  const { diary, write } = openSlow();

  await expect(write("late", 1, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });

  expect(diary).not.toContain("run late");
  expect(await write("next", 0)).toBe("next");
});

test("a write that is cancelled while it runs ends at its next turn and is undone", async () => {
  const { diary, write } = openSlow();
  const stop = new AbortController();
  const long = write("long", 1000, stop.signal);
  setImmediate(() => stop.abort());

  await expect(long).rejects.toMatchObject({ code: "cancelled" });

  expect(diary.filter((line) => line === "statement").length).toBeLessThan(10);
  expect(diary.slice(-3)).toEqual(["rollback", "begin", "rollback"]);
});

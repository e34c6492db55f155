import { describe, expect, inject, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { dumpEverything } from "../kit/dump.ts";
import { ENGINES, freshDatabaseUrl } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { openTestTruth } from "../kit/truth.ts";
import { clusterServers } from "../services/cluster-databases.ts";
import { eraseAndProve, fillWithCanaries, wordsLeft } from "./erase-canaries.ts";
import { connectTo } from "./silent-postgres.ts";

const ENTITIES = 60;

describe.each(ENGINES)("on %s", (engine) => {
  test("no byte of an erased source is left, and all that was proven before still is", async () => {
    await eraseAndProve(engine, ENTITIES);
  });

  test("nor of an erased user, of whom no row is left", async () => {
    const { truth } = await fillWithCanaries(engine, 1);
    const database = await truth.parts.database();
    if (engine === "postgres") await database.write(EVERY_TENANT, (sql) => sql.run(query`analyze`));
    await truth.erase({ kind: "user", id: "local" });
    await truth.scrub();
    expect(await wordsLeft(truth, engine)).toEqual({});
    expect(await truth.verify({ full: true })).toMatchObject({ bad: undefined, findings: [], remarks: [] });
  });

  test("a rehearsal and the erasure of what is not there change no table and no file", async () => {
    const { truth, sources } = await fillWithCanaries(engine, ENTITIES);
    const before = await dumpEverything(truth);
    const root = await truth.root();
    await truth.erase({ kind: "source", id: sources[0] ?? "" }, { dryRun: true });
    for (const kind of ["source", "entity", "user"]) {
      await expect(truth.erase({ kind, id: "nobody" })).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(truth.erase({ kind: "wizard", id: "x" })).rejects.toMatchObject({ code: "invalid_arguments" });
    expect(await dumpEverything(truth)).toEqual(before);
    expect(await truth.root()).toBe(root);
    expect(await truth.scrubsDue()).toBe(0);
  });

  test("an erasure that was cut off before the files were clean is told of, and finished later", async () => {
    const { truth, sources } = await fillWithCanaries(engine, ENTITIES);
    for (const id of sources) await truth.erase({ kind: "source", id });

    expect(await wordsLeft(truth, engine)).not.toEqual({});
    const { remarks, bad, findings } = await truth.verify({ full: true });
    expect([bad, findings]).toEqual([undefined, []]);
    expect(remarks.filter((remark) => remark.includes("bailiwick erase --finish"))).toHaveLength(2);
    expect(await truth.scrubsDue()).toBe(2);

    expect(await truth.scrub()).toEqual([]);
    expect(await truth.scrubsDue()).toBe(0);
    expect((await truth.verify()).remarks).toEqual([]);
    expect(await truth.scrub()).toEqual([]);
  });
});

// On a cluster it holds the words at the server it is connected to, where none of them lie.
test.skipIf(clusterServers().length > 0)(
  "on PostgreSQL a session that still sees the old state is told of, and the words are out once it has ended",
  async () => {
    const { truth, sources } = await fillWithCanaries("postgres", 1);
    const database = await truth.parts.database();
    const rows = await database.glance<{ name: string }>(EVERY_TENANT, query`select current_database() as name`);
    const reader = await connectTo(new URL(`/${rows[0]?.name}`, inject("postgresUrl") ?? "").href);
    // It holds no table, so nobody waits for it: the server writes the tables anew with all that it may still ask for.
    await reader.query("begin isolation level repeatable read; select 1");
    for (const id of sources) await truth.erase({ kind: "source", id });

    expect(await truth.scrub()).toEqual([expect.stringContaining("`bailiwick erase --finish`")]);
    expect(await wordsLeft(truth, "postgres")).not.toEqual({});
    expect(await truth.scrubsDue()).toBe(2);

    await reader.query("rollback");
    expect(await truth.scrub()).toEqual([]);
    expect(await wordsLeft(truth, "postgres")).toEqual({});
    expect(await truth.scrubsDue()).toBe(0);
  },
);

test("on PostgreSQL a transaction that writes in another database is waited for too: the server keeps for it what is deleted", async () => {
  const { truth, sources } = await fillWithCanaries("postgres", 1);
  const writer = await connectTo((await freshDatabaseUrl("postgres")) ?? "");
  await writer.query("begin; create table unrelated (n int)");
  for (const id of sources) await truth.erase({ kind: "source", id });

  const [remarks] = await Promise.all([truth.scrub(), writer.query("select pg_sleep(1)").then(() => writer.end())]);
  expect(remarks).toEqual([]);
  expect(await wordsLeft(truth, "postgres")).toEqual({});
});

test("while somebody reads the old state the words are not out, and the command line says how to go on", async () => {
  const { truth, sources } = await fillWithCanaries("sqlite", ENTITIES);
  const other = await openTestTruth({ folder: truth.folder, seed: "other" });
  const reader = await (await other.parts.database()).snapshot(EVERY_TENANT);
  await reader.sql.all(query`select 1 from event`);
  await truth.erase({ kind: "source", id: sources[0] ?? "" });
  expect(await truth.scrub()).toEqual([expect.stringContaining("`bailiwick erase --finish`")]);
  expect(await truth.scrubsDue()).toBe(1);
  await reader.end();
  await Promise.all([other.close(), truth.close()]);

  const again = await runCli(["erase", "source", sources[0] ?? "", "--data", truth.folder]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("note: an earlier erasure was not finished")]);
  const finished = await runCli(["erase", "--finish", "--data", truth.folder]);
  expect([finished.code, finished.stdout]).toEqual([0, expect.stringMatching(/^clean: /)]);
  const verified = await runCli(["verify", "--data", truth.folder]);
  expect([verified.code, verified.stderr]).toEqual([0, ""]);
});

test("the command line wants a kind and an id, or nothing but --finish", async () => {
  const { truth } = await fillWithCanaries("sqlite", 1);
  await truth.close();
  for (const words of [
    ["erase"],
    ["erase", "user"],
    ["erase", "user", "x", "--finish"],
    ["erase", "--finish", "--dry-run"],
  ]) {
    const { code, stderr } = await runCli([...words, "--data", truth.folder]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("erase KIND ID")]);
  }
});

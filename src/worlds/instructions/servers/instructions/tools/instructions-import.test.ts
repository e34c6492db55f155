import { describe, expect, test } from "vitest";
import { dumpBesideLog, dumpEverything, refusalsIn } from "../../../../../../test/kit/dump.ts";
import { authored, complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const hashOf = (bodies: Record<string, string>) =>
  sha256(
    Object.entries(bodies)
      .map(([id, body]) => `${id}:${sha256(body)}`)
      .join("|"),
  );

describe.each(ENGINES)("on %s", (engine) => {
  test("imports the good, skips the known, reports the bad, and overwrites when asked", async () => {
    const world = await openTestInstructions({ engine, files: { "a.json": complete("a", { version: "3.0.0" }) } });
    const entries = [
      authored("a", { body: "New a." }),
      authored("b"),
      authored("b", { body: "Again b." }),
      authored("B"),
      { id: "c" },
      {},
      authored("../d"),
      authored("e", { priority: 0 }),
    ];
    const errors = [
      { id: "B", error: "invalid id" },
      { id: "c", error: "missing required fields" },
      { id: "", error: "missing required fields" },
      { id: "../d", error: "invalid id" },
      { id: "e", error: "invalid priority" },
    ];

    expect(await world.ask("instructions_import", { entries })).toEqual({
      hash: hashOf({ a: "Body of a.", b: "Body of b." }),
      imported: 1,
      skipped: 2,
      overwritten: 0,
      total: 8,
      errors,
    });
    expect(await world.method("instructions/import", { entries, mode: "overwrite" })).toEqual({
      hash: hashOf({ a: "New a.", b: "Again b." }),
      imported: 0,
      skipped: 0,
      overwritten: 3,
      total: 8,
      errors,
    });
    expect(world.read("a.json")).toMatchObject({ body: "New a.", version: "3.0.0", semanticSummary: "Body of a." });
    expect(Object.keys(world.texts())).toEqual(["a.json", "b.json"]);
  });
});

test("ten thousand entries with a few bad ones: each bad one is told, the rest is written", async () => {
  const world = await openTestInstructions();
  const entries = Array.from({ length: 10_000 }, (_, n) =>
    n % 2500 === 7 ? authored(`e${n}`, { version: "one" }) : authored(`e${n}`),
  );

  const answer = await world.ask("instructions_import", { entries });
  expect(answer).toEqual({
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    imported: 9996,
    skipped: 0,
    overwritten: 0,
    total: 10_000,
    errors: [7, 2507, 5007, 7507].map((n) => ({ id: `e${n}`, error: "invalid version" })),
  });
  const list = await world.method("instructions/list");
  expect(list).toMatchObject({ count: 9996, hash: answer.hash });
  expect(Object.keys(world.texts()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("more errors than one answer holds are counted", async () => {
  const world = await openTestInstructions();
  const entries = Array.from({ length: 2000 }, (_, n) => ({ id: `bad-${n}` }));

  const answer = await world.ask("instructions_import", { entries });
  expect(answer).toMatchObject({ imported: 0, total: 2000, errorCount: 2000 });
  expect(answer.errors.length).toBeLessThan(2000);
  expect((await world.method("instructions/import", { entries })).errors).toHaveLength(2000);
});

test("no entries is an error, and a wrong shape is refused; neither writes", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  await world.ask("instructions_list");
  const before = world.texts();

  expect(await world.method("instructions/import", { entries: [] })).toEqual({ error: "no entries" });
  for (const args of [{}, { entries: "a" }, { entries: ["a"] }, { entries: [authored("b")], mode: "merge" }]) {
    expect(await world.method("instructions/import", args)).toMatchObject({ rpc: { code: -32602 } });
  }
  expect(world.texts()).toEqual(before);
});

test("an import of which nothing can be used is an entry of the log like every refusal; one of which something can is none", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  await world.ask("instructions_list");
  const before = await dumpBesideLog(world);

  expect(await world.method("instructions/import", { entries: [] })).toEqual({ error: "no entries" });
  expect(await world.ask("instructions_import", { entries: [{ id: "b" }, { body: "c" }] })).toMatchObject({
    imported: 0,
    total: 2,
    errors: [{ id: "b" }, { id: "" }],
  });

  expect(await dumpBesideLog(world)).toEqual(before);
  const refusal = { tool: "instructions_import", code: "invalid_arguments" };
  expect(await refusalsIn(world)).toEqual([refusal, refusal]);
  expect(await world.ask("instructions_import", { entries: [{ id: "b" }, authored("c")] })).toMatchObject({
    imported: 1,
  });
  expect(await refusalsIn(world)).toHaveLength(2);
});

test("a rehearsal and a refusal leave nothing behind", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  await world.ask("instructions_list");
  const before = await dumpEverything(world);

  const args = { entries: [authored("a", { body: "New." }), authored("b")], mode: "overwrite" };
  const rehearsed = await world.ask("instructions_import", { ...args, dry_run: true });
  expect(rehearsed).toMatchObject({ imported: 1, overwritten: 1, dry_run: true });
  expect(await dumpEverything(world)).toEqual(before);

  const off = await openTestInstructions({ environment: { mutation: false } });
  expect(await off.method("instructions/import", args)).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(off.texts()).toEqual({});
  expect((await world.ask("instructions_import", args)).hash).toBe(rehearsed.hash);
});

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dumpBesideLog, dumpEverything, refusalsIn } from "../../../../../../test/kit/dump.ts";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";

const FILES = {
  "a.json": complete("a"),
  "b.json": complete("b"),
  "broken.json": "{",
  "gates.json": { gates: [] },
};

describe.each(ENGINES)("on %s", (engine) => {
  test("deletes what is there, reports what is missing and what cannot be deleted", async () => {
    const world = await openTestInstructions({ engine, files: FILES });
    mkdirSync(join(world.root, "folder.json"));

    expect(
      await world.ask("instructions_remove", { ids: ["a", "nope", "a", "../b", "gates", "broken", "folder"] }),
    ).toEqual({
      removed: 2,
      removedIds: ["a", "broken"],
      missing: ["nope", "../b", "gates"],
      errorCount: 1,
      errors: [{ id: "folder", error: "its file is a directory" }],
    });
    expect(Object.keys(world.texts())).toEqual(expect.arrayContaining(["b.json", "gates.json"]));
    expect(await world.ask("instructions_list")).toMatchObject({ count: 1, items: [{ id: "b" }] });
    expect(await world.method("instructions/remove", { ids: ["a"], missingOk: true })).toEqual({
      removed: 0,
      removedIds: [],
      missing: ["a"],
      errorCount: 0,
      errors: [],
    });
  });
});

test("thousands at once are all removed, and the answer says that its lists are cut", async () => {
  const names = Array.from({ length: 2000 }, (_, n) => `entry-number-${n}`);
  const files = Object.fromEntries(names.map((id) => [`${id}.json`, complete(id)]));
  const world = await openTestInstructions({ files, environment: { mutation: true } });

  const answer = await world.ask("instructions_remove", { ids: names });
  expect(answer).toMatchObject({ removed: 2000, errorCount: 0, truncated: true });
  expect(world.texts()).toEqual({});
});

test("a removal that cannot be done at all is an entry of the log like every refusal", async () => {
  const world = await openTestInstructions({ files: FILES });
  mkdirSync(join(world.root, "folder.json"));
  await world.ask("instructions_list");
  const before = await dumpBesideLog(world);

  expect(await world.ask("instructions_remove", { ids: ["folder", "nope"] })).toEqual({
    removed: 0,
    removedIds: [],
    missing: ["nope"],
    errorCount: 1,
    errors: [{ id: "folder", error: "its file is a directory" }],
  });

  expect(await dumpBesideLog(world)).toEqual(before);
  expect(await refusalsIn(world)).toEqual([{ tool: "instructions_remove", code: "conflict" }]);
});

test("a rehearsal and a refusal leave everything in place", async () => {
  const world = await openTestInstructions({ files: FILES });
  await world.ask("instructions_list");
  const before = await dumpEverything(world);
  expect(await world.ask("instructions_remove", { ids: ["a"], dry_run: true })).toMatchObject({
    removed: 1,
    removedIds: ["a"],
    dry_run: true,
  });
  expect(await dumpEverything(world)).toEqual(before);
  const texts = world.texts();
  expect(await world.method("instructions/remove", {})).toMatchObject({ rpc: { code: -32602 } });
  expect(await world.method("instructions/remove", { ids: [] })).toMatchObject({ rpc: { code: -32602 } });
  expect(world.texts()).toEqual(texts);

  const off = await openTestInstructions({ files: FILES, environment: { mutation: false } });
  const kept = off.texts();
  expect(await off.method("instructions/remove", { ids: ["a"] })).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(off.texts()).toEqual(kept);
});

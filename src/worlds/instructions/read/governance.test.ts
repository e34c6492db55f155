import { utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dumpEverything } from "../../../../test/kit/dump.ts";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import {
  authored,
  complete,
  FILE_ISO,
  FILE_TIME,
  openTestInstructions,
} from "../../../../test/kit/instructions-world.ts";
import { ENGINES, freshDatabaseUrl } from "../../../../test/kit/kernel.ts";
import { sha256 } from "../../../kernel/index.ts";
import { createEntries } from "../model/entries.ts";
import type { FileRead } from "../model/entry-file.ts";
import { governanceHash, projectGovernance } from "../model/hashes.ts";
import { normalise } from "../model/normalise.ts";

const governance = async (world: { ask(tool: string): Promise<{ governanceHash: string }> }) =>
  (await world.ask("instructions_governance_hash")).governanceHash;

describe.each(ENGINES)("on %s", (engine) => {
  describe.each([
    ["read-only", false],
    ["with mutation", true],
  ])("%s", (_how, mutation) => {
    test("an edit of the body alone never moves the governance hash, of a bare file neither, nor does a restart", async () => {
      const folder = temporaryFolder();
      const databaseUrl = await freshDatabaseUrl(engine);
      const bare = authored("bare", { body: "First words.\nMore." });
      const first = await openTestInstructions({
        folder,
        databaseUrl,
        environment: { mutation },
        files: { "bare.json": bare },
      });
      const hash = await governance(first);
      const stored = first.read("bare.json");
      first.write("bare.json", { ...stored, body: "Other words.\nMore." }, FILE_TIME + 86_400_000);
      expect(await governance(first)).toBe(hash);
      await first.close();

      const second = await openTestInstructions({ folder, databaseUrl, environment: { mutation } });
      expect(await governance(second)).toBe(hash);
      // Turning mutation on or off moves nothing either, and both say the same of when it was made.
      const other = await openTestInstructions({ folder, databaseUrl, environment: { mutation: !mutation } });
      expect(await governance(other)).toBe(hash);
      expect((await other.ask("instructions_get", { id: "bare" })).item).toMatchObject({
        createdAt: FILE_ISO,
        semanticSummary: "First words.",
        body: "Other words.\nMore.",
      });
    });
  });

  test("what was first seen is forgotten when the entry goes", async () => {
    const world = await openTestInstructions({
      engine,
      environment: { mutation: false },
      files: { "a.json": authored("a") },
    });
    const before = await governance(world);
    world.remove("a.json");
    await governance(world);
    world.write("a.json", authored("a", { body: "New words." }), FILE_TIME + 1000);
    expect(await governance(world)).not.toBe(before);
    expect((await world.ask("instructions_get", { id: "a" })).item).toMatchObject({ semanticSummary: "New words." });
  });
});

test("enrichment completes a file once, keeps its time and what its author wrote, and moves no hash", async () => {
  const files = {
    "a.json": authored("a", { mine: [1] }),
    "full.json": complete("full", { sourceHash: "f".repeat(64) }),
    "owners.json": {
      ownership: [
        { pattern: "^a$", owner: "ada" },
        { pattern: "(", owner: "x" },
        { pattern: "a(?=b)", owner: "y" },
      ],
    },
  };
  const readOnly = await openTestInstructions({ files, environment: { mutation: false } });
  const world = await openTestInstructions({ files });
  const full = world.texts()["full.json"];

  expect(await world.ask("instructions_list")).toEqual(await readOnly.ask("instructions_list"));
  expect(await governance(world)).toBe(await governance(readOnly));
  expect(readOnly.read("a.json")).toEqual(files["a.json"]);
  expect(world.read("a.json")).toEqual({
    ...files["a.json"],
    sourceHash: sha256("Body of a."),
    owner: "ada",
    semanticSummary: "Body of a.",
    lastReviewedAt: FILE_ISO,
    nextReviewDue: "2025-05-30T00:00:00.000Z",
  });
  expect(world.texts()["full.json"]).toBe(full);
  const once = world.texts();
  await world.ask("instructions_list");
  expect(world.texts()).toEqual(once);
  expect((await world.ask("health_check")).problems).toEqual([
    "owners.json: rule 1: the pattern is not supported",
    "owners.json: rule 2: the pattern is not supported",
  ]);
});

test("a pattern that would take a backtracking engine for ever decides about owners in time", async () => {
  const id = `${"a".repeat(110)}-x`;
  const world = await openTestInstructions({
    files: { [`${id}.json`]: authored(id), "owners.json": { ownership: [{ pattern: "^(a+)+$", owner: "never" }] } },
  });
  expect((await world.ask("instructions_get", { id })).item.owner).toBe("unowned");
});

test("every field of governance moves the governance hash, and no other does", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a"), "b.json": complete("b") } });
  const before = await governance(world);
  const edits = [
    { title: "Other" },
    { version: "1.0.1" },
    { owner: "bob" },
    { priorityTier: "P1" },
    { nextReviewDue: "2026-01-01T00:00:00.000Z" },
    { semanticSummary: "Other." },
    { changeLog: [] },
  ];
  const hashes = new Set([before]);
  for (const edit of edits) {
    world.write("a.json", complete("a", edit));
    hashes.add(await governance(world));
  }
  expect(hashes.size).toBe(edits.length + 1);
  world.write("a.json", complete("a", { body: "Quite another body.", rationale: "r", priority: 3, status: "draft" }));
  expect(await governance(world)).toBe(before);
});

test("a read-only kernel without a database derives, writes nothing, and agrees with one that has it", async () => {
  const folder = temporaryFolder();
  const files = { "a.json": authored("a") };
  const readOnly = await openTestInstructions({ folder, files, readOnly: true });
  const alone = await governance(readOnly);
  const writer = await openTestInstructions({ folder, environment: { mutation: false } });
  expect(await governance(writer)).toBe(alone);
  writer.write("a.json", authored("a", { body: "Other." }), FILE_TIME + 1000);
  expect(await governance(writer)).toBe(alone);
  const again = await openTestInstructions({ folder, readOnly: true });
  const everything = await dumpEverything(writer);
  expect(await governance(again)).toBe(alone);
  expect(await dumpEverything(writer)).toEqual(everything);
});

test("the order of ids is by code unit whatever the files' order, and a final line break moves only governance", () => {
  const entry = (id: string) =>
    normalise(authored(id) as never, { fileMs: FILE_TIME, firstSeen: undefined, ownerOf: () => undefined });
  const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 12 }), (ids) => {
      const entries = createEntries(false);
      for (const one of ids) entries.put(`${one}.json`, readAs(authored(one)), FILE_TIME);
      const sorted = [...ids].sort();
      expect(entries.hash()).toBe(sha256(sorted.map((one) => `${one}:${sha256(`Body of ${one}.`)}`).join("|")));
      const lines = sorted.map((one) => JSON.stringify(projectGovernance(entry(one)))).join("\n");
      expect(entries.governanceHash()).toBe(sha256(lines));
      expect(governanceHash(sorted.map(entry), true)).toBe(sha256(`${lines}\n`));
    }),
  );
});

function readAs(content: object): FileRead {
  const stamp = { inode: 1, modifiedMs: FILE_TIME, changedMs: FILE_TIME, size: 1 };
  return { kind: "text", text: JSON.stringify(content), stamp, shared: false };
}

test("the time of a file that says nothing of itself becomes its dates, and an edit later does not move them", async () => {
  const world = await openTestInstructions({ files: { "a.json": authored("a") }, environment: { mutation: false } });
  const before = (await world.ask("instructions_get", { id: "a" })).item;
  utimesSync(join(world.root, "a.json"), FILE_TIME / 1000 + 5000, FILE_TIME / 1000 + 5000);
  const after = (await world.ask("instructions_get", { id: "a" })).item;
  expect(after).toEqual({ ...before, updatedAt: new Date(FILE_TIME + 5_000_000).toISOString() });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dumpEverything } from "../../../../../../test/kit/dump.ts";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const hashed = (id: string, more: Record<string, unknown> = {}) => {
  const entry = complete(id, more);
  return { sourceHash: sha256(entry.body), ...entry };
};

const FILES = {
  "same-late.json": hashed("same-late", {
    body: "Same.",
    createdAt: "2025-02-02T00:00:00.000Z",
    categories: ["late", "scope:user:ada"],
    priority: 10,
  }),
  "same-early.json": hashed("same-early", {
    body: "Same.",
    createdAt: "2025-01-01T00:00:00.000Z",
    categories: ["early"],
  }),
  "same-b.json": hashed("same-b", { body: "Same.", createdAt: "2025-02-02T00:00:00.000Z", categories: ["b"] }),
  "untidy.json": hashed("untidy", { categories: ["Zeta", "alpha", "ZETA"] }),
  "scoped.json": hashed("scoped", { categories: ["scope:team:web", "scope:user:bob", "topic"] }),
  "tampered.json": hashed("tampered", { sourceHash: "0".repeat(64) }),
  "old.json": hashed("old", { requirement: "deprecated", deprecatedBy: "untidy" }),
  "orphan.json": hashed("orphan", { requirement: "deprecated", deprecatedBy: "nobody" }),
  "loop-a.json": hashed("loop-a", { requirement: "deprecated", deprecatedBy: "loop-b" }),
  "loop-b.json": hashed("loop-b", { requirement: "deprecated", deprecatedBy: "loop-a" }),
};
const ALL = { mergeDuplicates: true, removeDeprecated: true, purgeLegacyScopes: true };
const NOTHING = {
  repairedHashes: 0,
  normalizedCategories: 0,
  deprecatedRemoved: 0,
  duplicatesMerged: 0,
  usagePruned: 0,
  filesRewritten: 0,
  purgedScopes: 0,
  notes: [],
};

test("tidies categories and hashes by itself, leaves scope tokens, and the second time there is nothing to do", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash: previousHash } = await world.ask("instructions_list");

  const groomed = await world.ask("instructions_groom");
  expect(groomed).toEqual({
    ...NOTHING,
    previousHash,
    hash: (await world.ask("instructions_list")).hash,
    scanned: 10,
    repairedHashes: 1,
    normalizedCategories: 1,
    filesRewritten: 2,
    dryRun: false,
    notes: ["rewrote:2"],
  });
  expect(groomed.hash).not.toBe(previousHash);
  expect(world.read("untidy.json")).toEqual({ ...FILES["untidy.json"], categories: ["alpha", "zeta"] });
  expect(world.read("scoped.json").categories).toEqual(["scope:team:web", "scope:user:bob", "topic"]);
  expect(world.read("tampered.json").sourceHash).toBe(sha256("Body of tampered."));
  expect(await world.method("instructions/groom", {})).toEqual({
    ...NOTHING,
    previousHash: groomed.hash,
    hash: groomed.hash,
    scanned: 10,
    dryRun: false,
  });
});

test("merges duplicates into the earliest, which takes over topics, priority and risk but no scope", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.ask("instructions_groom", { mode: { mergeDuplicates: true } })).toMatchObject({
    duplicatesMerged: 2,
    deprecatedRemoved: 0,
    normalizedCategories: 1,
    filesRewritten: 5,
  });
  expect(world.read("same-early.json")).toEqual({
    ...FILES["same-early.json"],
    categories: ["b", "early", "late"],
    priority: 10,
    riskScore: 95,
  });
  expect(world.read("same-late.json")).toEqual({
    ...FILES["same-late.json"],
    requirement: "deprecated",
    deprecatedBy: "same-early",
  });
  expect((await world.ask("instructions_get", { id: "same-early" })).item).not.toHaveProperty("userId");
  expect(await world.ask("instructions_groom", { mode: { mergeDuplicates: true } })).toMatchObject({
    duplicatesMerged: 0,
    filesRewritten: 0,
  });
});

test("removes what is replaced, keeps what only points in a circle, moves scopes into fields, prunes usage", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { features: ["usage"] } });
  await world.ask("usage_track", { ids: ["old", "untidy"] });
  world.write("broken.json", "{");

  expect(await world.ask("instructions_groom", { mode: ALL })).toMatchObject({
    scanned: 10,
    deprecatedRemoved: 3,
    duplicatesMerged: 2,
    usagePruned: 1,
    filesRewritten: 4,
    purgedScopes: 3,
    notes: ["rewrote:4", "removed:3", "purged:3", "kept-in-cycle:2"],
  });
  expect(Object.keys(world.texts())).toEqual([
    "broken.json",
    "loop-a.json",
    "loop-b.json",
    "orphan.json",
    "same-early.json",
    "scoped.json",
    "tampered.json",
    "untidy.json",
  ]);
  expect(world.read("scoped.json")).toEqual({
    ...FILES["scoped.json"],
    categories: ["topic"],
    userId: "bob",
    teamIds: ["web"],
  });
  const usage = JSON.parse(readFileSync(join(world.folder, "usage-snapshot.json"), "utf8"));
  expect(Object.keys(usage)).toEqual(["untidy"]);
});

test.each([
  ["its own dry run", { mode: { ...ALL, dryRun: true } }],
  ["a rehearsal", { mode: ALL, dry_run: true }],
])("%s counts what would happen and touches nothing", async (_how, args) => {
  const world = await openTestInstructions({ files: FILES, environment: { features: ["usage"] } });
  await world.ask("usage_track", { id: "old" });
  const { hash } = await world.ask("instructions_list");
  const before = await dumpEverything(world);

  expect(await world.ask("instructions_groom", args)).toMatchObject({
    previousHash: hash,
    hash,
    scanned: 10,
    repairedHashes: 1,
    normalizedCategories: 1,
    deprecatedRemoved: 3,
    duplicatesMerged: 2,
    usagePruned: 1,
    filesRewritten: 0,
    purgedScopes: 3,
    dryRun: true,
    notes: ["would-rewrite:4", "would-remove:3", "would-purge:3", "kept-in-cycle:2"],
  });
  const after = await dumpEverything(world);
  expect((after as { files: object }).files).toEqual((before as { files: object }).files);
  if ("dry_run" in args) expect(after).toEqual(before);
});

test("refuses with mutation off and for an unknown mode, and writes nothing", async () => {
  const off = await openTestInstructions({ files: FILES, environment: { mutation: false } });
  const world = await openTestInstructions({ files: FILES });
  const before = off.texts();

  expect(await off.method("instructions/groom", { mode: { dryRun: true } })).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(await world.method("instructions/groom", { mode: { purge: true } })).toMatchObject({ rpc: { code: -32602 } });
  expect(off.texts()).toEqual(before);
  expect(world.texts()).toEqual(before);
});

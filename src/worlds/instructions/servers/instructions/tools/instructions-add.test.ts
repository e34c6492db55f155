import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dumpBesideLog, dumpEverything, refusalsIn } from "../../../../../../test/kit/dump.ts";
import { authored, complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { query, sha256 } from "../../../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../../../kernel/installation.ts";

const hashOf = (id: string, body: string) => sha256(`${id}:${sha256(body)}`);

describe.each(ENGINES)("on %s", (engine) => {
  test("creates a file, skips it the second time, overwrites it when asked, and records each change", async () => {
    const world = await openTestInstructions({ engine });
    const entry = authored("a", { body: "  One.\nTwo.  ", categories: ["B", "a", "b"], extra: 1, riskScore: 7 });

    expect(await world.ask("instructions_add", { entry })).toEqual({
      id: "a",
      hash: hashOf("a", "One.\nTwo."),
      skipped: false,
      created: true,
      overwritten: false,
    });
    const { createdAt } = world.read("a.json");
    const due = new Date(Date.parse(createdAt) + 90 * 86_400_000).toISOString();
    expect(world.read("a.json")).toEqual({
      ...authored("a", { body: "One.\nTwo.", categories: ["a", "b"], extra: 1 }),
      sourceHash: sha256("One.\nTwo."),
      schemaVersion: "1",
      createdAt,
      updatedAt: createdAt,
      version: "1.0.0",
      changeLog: [{ version: "1.0.0", changedAt: createdAt, summary: "initial import" }],
      lastReviewedAt: createdAt,
      nextReviewDue: due,
      semanticSummary: "One.",
    });
    expect(createdAt).toMatch(/^2026-01-01T/);

    const before = world.texts();
    expect(await world.ask("instructions_add", { entry: { ...entry, body: "Other." } })).toEqual({
      id: "a",
      hash: hashOf("a", "One.\nTwo."),
      skipped: true,
      created: false,
      overwritten: false,
    });
    expect(world.texts()).toEqual(before);

    const { governanceHash } = await world.ask("instructions_governance_hash");
    expect(
      await world.method("instructions/add", { entry: authored("a", { body: "Other." }), overwrite: true }),
    ).toEqual({
      id: "a",
      hash: hashOf("a", "Other."),
      skipped: false,
      created: false,
      overwritten: true,
    });
    expect(world.read("a.json")).toMatchObject({
      body: "Other.",
      createdAt,
      version: "1.0.0",
      semanticSummary: "One.",
    });
    expect(world.read("a.json")).not.toHaveProperty("extra");
    expect((await world.ask("instructions_governance_hash")).governanceHash).toBe(governanceHash);

    const database = await world.parts.database();
    const events = await database.read(EVERY_TENANT, (sql) =>
      sql.all(query`select kind, tool, payload from event order by seq`),
    );
    expect(events).toEqual([
      {
        kind: "instructions.changed",
        tool: "instructions_add",
        payload: JSON.stringify({ changes: [{ after: sha256("One.\nTwo."), before: null, id: "a" }] }),
      },
      {
        kind: "instructions.changed",
        tool: "instructions_add",
        payload: JSON.stringify({
          changes: [{ after: sha256("Other."), before: sha256("One.\nTwo."), id: "a" }],
        }),
      },
    ]);
  });

  test("refuses with mutation off, in the contract's words, and writes nothing", async () => {
    const world = await openTestInstructions({
      engine,
      files: { "a.json": complete("a") },
      environment: { mutation: false },
    });
    await world.ask("instructions_list");
    const before = { texts: world.texts(), root: await world.stateRoot() };
    const message = "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable.";

    expect(await world.result("instructions_add", { entry: authored("b") })).toEqual({
      content: [{ type: "text", text: message }],
      structuredContent: { error: { code: -32603, message, data: expect.objectContaining({ message }) } },
      isError: true,
    });
    expect(await world.method("instructions/add", { entry: authored("b") })).toEqual({
      rpc: { code: -32603, message, data: expect.objectContaining({ method: "instructions/add", message }) },
    });
    expect({ texts: world.texts(), root: await world.stateRoot() }).toEqual(before);
  });
});

test("lax fills in all but id and body", async () => {
  const world = await openTestInstructions();

  expect(await world.ask("instructions_add", { entry: { id: "a", body: "Do it." }, lax: true })).toMatchObject({
    created: true,
  });
  expect((await world.ask("instructions_get", { id: "a" })).item).toMatchObject({
    title: "a",
    priority: 50,
    audience: "all",
    requirement: "optional",
    categories: [],
    priorityTier: "P3",
  });
});

test("overwriting more than the body renews version, change log and what follows from the tier", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const overwrite = (more: Record<string, unknown>) =>
    world.ask("instructions_add", { entry: authored("a", more), overwrite: true });
  const governance = async () => (await world.ask("instructions_governance_hash")).governanceHash;
  const before = world.read("a.json");
  const hash = await governance();

  await overwrite({ body: "Other words.", categories: ["elsewhere"] });
  const { version, changeLog, nextReviewDue, lastReviewedAt } = world.read("a.json");
  expect({ version, changeLog, nextReviewDue, lastReviewedAt }).toEqual({
    version: before.version,
    changeLog: before.changeLog,
    nextReviewDue: before.nextReviewDue,
    lastReviewedAt: before.lastReviewedAt,
  });
  expect(await governance()).toBe(hash);

  await overwrite({ body: "Other words.", title: "Another title" });
  expect(world.read("a.json")).toMatchObject({ version: "1.0.1", nextReviewDue: before.nextReviewDue });

  await overwrite({ body: "Other words.", title: "Another title", priority: 10, requirement: "mandatory" });
  const after = world.read("a.json");
  expect(after).toMatchObject({ version: "1.1.0", priorityTier: "P1", lastReviewedAt: before.lastReviewedAt });
  expect(after.changeLog).toMatchObject([
    { version: "1.0.0", summary: "initial import" },
    { version: "1.0.1", summary: "changed title" },
    { version: "1.1.0", summary: "changed priority, requirement" },
  ]);
  expect(Date.parse(after.nextReviewDue) - Date.parse(after.changeLog[2].changedAt)).toBe(30 * 86_400_000);
  expect(await governance()).not.toBe(hash);

  await overwrite({
    body: "Other words.",
    title: "Another title",
    priority: 10,
    requirement: "mandatory",
    version: "3.0.0",
  });
  expect(world.read("a.json")).toMatchObject({ version: "3.0.0" });
  expect(world.read("a.json").changeLog.at(-1)).toMatchObject({ version: "3.0.0", summary: "new version" });
});

test.each(["instructions_get", "instructions_export"])(
  "an entry of %s that is edited and given back whole is renewed all the same",
  async (tool) => {
    const world = await openTestInstructions({
      files: { "a.json": authored("a", { createdAt: "2025-12-01T00:00:00Z" }) },
    });
    const read = async () => {
      const { item, items } = await world.ask(tool, tool === "instructions_get" ? { id: "a" } : {});
      return item ?? items[0];
    };
    const giveBack = async (more: Record<string, unknown>) =>
      world.ask("instructions_add", { entry: { ...(await read()), ...more }, overwrite: true });
    const governance = async () => (await world.ask("instructions_governance_hash")).governanceHash;
    const hash = await governance();

    await giveBack({ body: "Another first line." });
    expect(await governance()).toBe(hash);
    expect(world.read("a.json")).not.toHaveProperty("owner");

    await giveBack({ title: "Another title", priority: 5 });
    const after = await read();
    expect(after).toMatchObject({ version: "1.1.0", priorityTier: "P1", owner: "unowned" });
    expect(after.changeLog).toMatchObject([
      { version: "1.0.0", summary: "initial import" },
      { version: "1.1.0", summary: "changed priority, title" },
    ]);
    expect(Date.parse(after.nextReviewDue) - Date.parse(after.changeLog[1].changedAt)).toBe(30 * 86_400_000);
  },
);

test("what a new entry says of its governance wins over what the file said", async () => {
  const files = {
    "a.json": complete("a", { version: "2.0.0" }),
    "owners.json": { ownership: [{ pattern: ".", owner: "grace" }] },
  };
  const world = await openTestInstructions({ files });

  await world.ask("instructions_add", {
    entry: authored("a", { createdAt: "2020-01-01", owner: "bob" }),
    overwrite: true,
  });
  expect(world.read("a.json")).toMatchObject({
    version: "2.0.1",
    createdAt: "2020-01-01",
    owner: "bob",
    status: "approved",
  });
  await world.ask("instructions_add", { entry: authored("new") });
  expect(world.read("new.json")).toMatchObject({ owner: "grace" });
});

test.each([
  [{ entry: {} }, { error: "missing required id/body", id: "" }],
  [
    { entry: { id: "b" }, lax: true },
    { error: "missing required id/body", id: "b" },
  ],
  [
    { entry: { body: "x" }, lax: true },
    { error: "missing required id/body", id: "" },
  ],
  [{ entry: { id: "b", body: "x" } }, { error: "missing required fields", id: "b" }],
  [{ entry: authored("b", { categories: undefined }) }, { error: "missing required fields", id: "b" }],
  [{ entry: authored("../b") }, { error: "invalid id", id: "../b" }],
  [{ entry: authored("/etc/b") }, { error: "invalid id", id: "/etc/b" }],
  [{ entry: authored("B") }, { error: "invalid id", id: "B" }],
  [{ entry: authored("b.") }, { error: "invalid id", id: "b." }],
  [{ entry: authored("ü") }, { error: "invalid id", id: "ü" }],
  [{ entry: authored("b".repeat(121)) }, { error: "invalid id", id: "b".repeat(121) }],
  [{ entry: authored("con") }, { error: "invalid id: reserved", id: "con" }],
  [{ entry: authored("gates") }, { error: "invalid id: reserved", id: "gates" }],
  [
    { entry: authored("owners"), overwrite: true },
    { error: "invalid id: reserved", id: "owners" },
  ],
  [
    { entry: authored("folder"), overwrite: true },
    { error: "the file of this id is a directory", id: "folder" },
  ],
  [{ entry: authored("b", { title: " " }) }, { error: "invalid title", id: "b" }],
  [{ entry: authored("b", { body: "\n" }) }, { error: "invalid body", id: "b" }],
  [{ entry: authored("b", { priority: 101 }) }, { error: "invalid priority", id: "b" }],
  [{ entry: authored("b", { audience: "everyone" }) }, { error: "invalid audience", id: "b" }],
  [{ entry: authored("b", { requirement: "must" }) }, { error: "invalid requirement", id: "b" }],
  [{ entry: authored("b", { version: "1" }) }, { error: "invalid version", id: "b" }],
  [
    { entry: authored("b", { requirement: "deprecated" }) },
    { error: "requirement deprecated needs deprecatedBy", id: "b" },
  ],
])("answers %j with an error and writes nothing", async (args, answer) => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  mkdirSync(join(world.root, "folder.json"));
  await world.ask("instructions_list");
  const before = await dumpBesideLog(world);
  const root = await world.stateRoot();

  expect(await world.method("instructions/add", args)).toEqual(answer);
  expect(await world.result("instructions_add", args)).toEqual({
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
    isError: true,
  });
  expect(await world.ask("instructions_add", { ...args, dry_run: true })).toEqual({
    ...answer,
    dry_run: true,
    would_record: [],
  });
  expect(await dumpBesideLog(world)).toEqual(before);
  expect(await world.stateRoot()).toEqual(root);
  // Each is an entry of the log, as every refusal; a rehearsal is none.
  expect(await refusalsIn(world)).toEqual(Array(2).fill({ tool: "instructions_add", code: "invalid_arguments" }));
});

test.each([
  {},
  { entry: "a" },
  { entry: { id: 5 } },
  { entry: authored("b"), force: true },
  { entry: authored("b", { body: "a\0" }) },
])("refuses %j by its shape and writes nothing", async (args) => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  await world.ask("instructions_list");
  const before = world.texts();

  expect(await world.method("instructions/add", args)).toMatchObject({
    rpc: { code: -32602, message: "Invalid params" },
  });
  expect(world.texts()).toEqual(before);
});

test("a rehearsal answers as the real call would and leaves nothing behind", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  await world.ask("instructions_list");
  const before = await dumpEverything(world);
  const args = { entry: authored("b") };

  const rehearsed = await world.ask("instructions_add", { ...args, dry_run: true });
  expect(rehearsed).toMatchObject({ created: true, dry_run: true, would_record: ["instructions.changed"] });
  expect(await dumpEverything(world)).toEqual(before);
  expect((await world.ask("instructions_add", args)).hash).toBe(rehearsed.hash);
});

test("an entry whose file is broken is not replaced unasked", async () => {
  const world = await openTestInstructions({ files: { "a.json": "{ half" } });

  expect(await world.ask("instructions_add", { entry: authored("a") })).toMatchObject({ skipped: true });
  expect(world.texts()).toEqual({ "a.json": "{ half" });
  expect(await world.ask("instructions_add", { entry: authored("a"), overwrite: true })).toMatchObject({
    overwritten: true,
  });
  expect((await world.ask("health_check")).skipped).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { dumpEverything } from "../../../test/kit/dump.ts";
import { ENGINES, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { shelf } from "../../../test/kit/shelf-world.ts";
import { sha256 } from "../canonical-json.ts";
import type { Event } from "../event.ts";
import { eventsAfter } from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";

const FILE = { name: "a", text: "hello" };

async function eventsOf(kernel: TestKernel, tenant = "local"): Promise<Event[]> {
  return (await kernel.parts.database()).read(EVERY_TENANT, (sql) => eventsAfter(sql, tenant, 0, 1000));
}

describe.each(ENGINES)("on %s", (engine) => {
  const open = (options = {}) => openTestKernel({ engine, worlds: [shelf], ...options });

  test("a write answers with its result, is in the log with who and why, and its file is in place", async () => {
    const kernel = await open();
    const result = await kernel.callTool("keep_file", FILE);
    const value = { name: "a", sha256: sha256("hello") };
    expect(result).toEqual({ content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value });
    expect(await eventsOf(kernel)).toEqual([
      {
        tenant: "local",
        seq: 1,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        at: expect.any(Number),
        server: "shelf",
        tool: "keep_file",
        actor: { user: "local", agent: "test", client: "test" },
        kind: "file.kept",
        payload: value,
        reasoning: "asked to",
        approval_id: null,
        body_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        prev_hash: "0".repeat(64),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(await kernel.verify()).toMatchObject({ entries: 1, bad: undefined, blobs: 1, findings: [], damage: [] });
  });

  test.each([
    ["bad arguments", "keep_file", { name: "", text: 7 }, "invalid_arguments"],
    ["a refusal of the tool's own", "keep_file", { name: "b", text: "refuse me" }, "conflict"],
    ["a bug of ours", "keep_file", { name: "b", text: "break me" }, "internal"],
    ["a NUL character", "keep_file", { name: "b", text: "x\0y" }, "invalid_arguments"],
  ])("%s: typed error, state root and files unchanged, the refusal is recorded", async (_case, tool, args, code) => {
    const kernel = await open();
    await kernel.callTool("keep_file", FILE);
    const before = { root: await kernel.stateRoot(), verified: await kernel.verify({ full: true }) };
    const result = await kernel.callTool(tool, args);
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code } } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(await kernel.stateRoot()).toEqual(before.root);
    expect((await kernel.verify({ full: true })).blobs).toBe(before.verified.blobs);
    expect((await eventsOf(kernel)).at(-1)).toMatchObject({
      kind: "refused",
      tool,
      payload: { code, arguments_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test("every problem with the arguments is named with its path, at once", async () => {
    const kernel = await open();
    expect(await kernel.callTool("keep_file", { name: "", text: 7 })).toMatchObject({
      structuredContent: {
        error: {
          details: {
            problems: [
              { path: "name", message: expect.any(String) },
              { path: "text", message: expect.any(String) },
            ],
          },
        },
      },
    });
  });

  test.each([
    ["keep_file", { name: "b", text: "new" }],
    ["drop_file", { name: "a" }],
    ["keep_file", { name: "", text: "" }],
    ["keep_file", { name: "c", text: "refuse me" }],
  ])("a rehearsal of %s %j changes no row and no file, and tells what it would record", async (tool, args) => {
    const kernel = await open();
    await kernel.callTool("keep_file", FILE);
    const before = await dumpEverything(kernel);
    const result = await kernel.callTool(tool, { ...args, dry_run: true });
    if (!("isError" in result)) {
      expect(result).toMatchObject({
        structuredContent: { dry_run: true, would_record: [tool === "keep_file" ? "file.kept" : "file.dropped"] },
      });
    }
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("a call that its caller cancelled leaves nothing behind", async () => {
    const kernel = await open();
    await kernel.callTool("keep_file", FILE);
    const before = await dumpEverything(kernel);
    const result = await kernel.callTool("keep_file", { name: "b", text: "late" }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "cancelled" } } });
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("one user sees and changes nothing of another; each has a log of their own", async () => {
    const kernel = await open();
    await kernel.callTool("keep_file", FILE, { user: "ada" });
    await kernel.callTool("drop_file", { name: "a" }, { user: "bob" });
    expect(await kernel.callTool("list_files", {}, { user: "bob" })).toMatchObject({
      structuredContent: { files: [] },
    });
    expect(await kernel.callTool("list_files", {}, { user: "ada" })).toMatchObject({
      structuredContent: { files: [{ name: "a" }] },
    });
    expect([(await eventsOf(kernel, "ada")).length, (await eventsOf(kernel, "bob")).length]).toEqual([1, 1]);
  });

  test("the same calls in any order give the same state root, and replay gives it again", async () => {
    const texts = ["one", "two", "three", "two"];
    const roots = new Set<string>();
    for (const order of [texts, [...texts].reverse()]) {
      const kernel = await open();
      for (const text of order) await kernel.callTool("keep_file", { name: text, text });
      const { live, rebuilt, events } = await kernel.replay();
      expect([events, rebuilt]).toEqual([4, live]);
      roots.add(live.root);
    }
    expect(roots.size).toBe(1);
  });

  test("a projection that was changed behind the log's back is found by replay", async () => {
    const kernel = await open();
    await kernel.callTool("keep_file", FILE);
    const { query } = await import("../query.ts");
    await (await kernel.parts.database()).write(EVERY_TENANT, (sql) =>
      sql.run(query`update shelf_file set sha256 = 'forged'`),
    );
    const { live, rebuilt } = await kernel.replay();
    expect(live.root).not.toBe(rebuilt.root);
  });
});

test("the same seed and the same calls give the same log, hash for hash", async () => {
  const hashes = [];
  for (let run = 0; run < 2; run++) {
    const kernel = await openTestKernel({ worlds: [shelf], seed: "twice" });
    for (const text of ["a", "b", "refuse me", "c"]) await kernel.callTool("keep_file", { name: text, text });
    hashes.push((await eventsOf(kernel)).map((event) => event.hash));
  }
  expect(hashes[0]).toEqual(hashes[1]);
});

test("an alias reaches its tool, case counts, and using it is noted at debug level", async () => {
  const kernel = await openTestKernel({ worlds: [shelf] });
  expect(await kernel.callTool("shelf/keep", FILE)).toMatchObject({ structuredContent: { name: "a" } });
  expect(kernel.log.lines).toContainEqual({
    level: "debug",
    fields: { server: "shelf", alias: "shelf/keep", canonical: "keep_file" },
    message: "Resolved tool alias to canonical name",
  });
  expect(await kernel.callTool("KEEPFILE", FILE)).toMatchObject({
    rpc: { code: -32602, data: { code: "unknown_tool" } },
  });
});

test("read-only refuses writes, allows reads and touches nothing on disk", async () => {
  const writer = await openTestKernel({ worlds: [shelf] });
  await writer.callTool("keep_file", FILE);
  const reader = await openTestKernel({ worlds: [shelf], folder: writer.folder, readOnly: true });
  const before = await dumpEverything(writer);
  expect(await reader.callTool("drop_file", { name: "a" })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "read_only" } },
  });
  expect(await reader.callTool("list_files", {})).toMatchObject({ structuredContent: { files: [{ name: "a" }] } });
  expect(await dumpEverything(writer)).toEqual(before);
});

test("an answer that is too long is refused with what to do, not cut", async () => {
  const kernel = await openTestKernel({ worlds: [shelf] });
  expect(await kernel.callTool("list_files", { padding: 60_000 })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "result_too_large" } },
  });
});

test("no argument and no text of a call reaches the log lines", async () => {
  const kernel = await openTestKernel({ worlds: [shelf] });
  for (const text of ["canary-9f2", "refuse me", "break me"])
    await kernel.callTool("shelf/keep", { name: "canary-9f2", text });
  expect(kernel.log.lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(kernel.log.lines)).not.toContain("canary-9f2");
});

test("after close, a call is refused as shutting down", async () => {
  const kernel = await openTestKernel({ worlds: [shelf] });
  await kernel.callTool("keep_file", FILE);
  await kernel.close();
  expect(await kernel.callTool("keep_file", FILE)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "shutting_down" } },
  });
});

import { describe, expect, test } from "vitest";
import { dumpEverything } from "../../../test/kit/dump.ts";
import { ENGINES, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";
import { eventsAfter } from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";

const desk = { server: "desk" };

async function events(kernel: TestKernel) {
  return (await kernel.parts.database()).read(EVERY_TENANT, (sql) => eventsAfter(sql, "local", 0, 100));
}

describe.each(ENGINES)("a tool that calls tools, on %s", (engine) => {
  const open = (options = {}) => openTestKernel({ engine, worlds: [ledgerWorld()], ...options });

  test("writes in one transaction, and each entry names the call it came from", async () => {
    const kernel = await open();
    expect(await kernel.callTool("twice", { amounts: [1, 2] }, desk)).toMatchObject({ structuredContent: { sum: 3 } });
    const recorded = await events(kernel);
    const via = { server: "desk", tool: "twice", call: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(recorded).toEqual([
      expect.objectContaining({ server: "ledger", tool: "add", kind: "line.added", via }),
      expect.objectContaining({ server: "ledger", tool: "add", kind: "line.added", via }),
    ]);
    expect(recorded[0]?.via).toEqual(recorded[1]?.via);
    expect(await kernel.verify()).toMatchObject({ entries: 2, bad: undefined });
    expect((await kernel.replay()).rebuilt).toEqual(await kernel.stateRoot());
  });

  test.each([
    ["another call", `{"call":"x","server":"desk","tool":"forged"}`],
    ["none", null],
  ])("an entry's outer call cannot be changed to %s", async (_what, via) => {
    const kernel = await open();
    await kernel.callTool("twice", { amounts: [1, 2] }, desk);
    await (await kernel.parts.database()).write(EVERY_TENANT, (sql) =>
      sql.run(query`update event set via = ${via} where seq = 2`),
    );
    expect((await kernel.verify()).bad).toMatchObject({ seq: 2 });
  });

  test("an entry without an outer call says so in one way only", async () => {
    const kernel = await open();
    await kernel.callTool("add", { amount: 1 });
    await (await kernel.parts.database()).write(EVERY_TENANT, (sql) => sql.run(query`update event set via = 'null'`));
    expect((await kernel.verify()).bad).toMatchObject({ seq: 1 });
  });

  test.each([
    ["is passed on", { amounts: [5, 0] }],
    ["is caught and hidden", { amounts: [0, 5], forgive: true }],
  ])("a refused inner write takes everything with it, also where the refusal %s", async (_case, args) => {
    const kernel = await open();
    const root = await kernel.stateRoot();
    const refused = await kernel.callTool("twice", args, desk);
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "conflict" } } });
    expect(await kernel.stateRoot()).toEqual(root);
    expect(await events(kernel)).toEqual([expect.objectContaining({ server: "desk", tool: "twice", kind: "refused" })]);
  });

  test("a rehearsal of the outer call rehearses the inner ones", async () => {
    const kernel = await open();
    const before = await dumpEverything(kernel);
    expect(await kernel.callTool("twice", { amounts: [1, 2], dry_run: true }, desk)).toMatchObject({
      structuredContent: { sum: 3, dry_run: true, would_record: ["line.added", "line.added"] },
    });
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("a read may call reads and nothing else, and circles end", async () => {
    const kernel = await open();
    await kernel.callTool("add", { amount: 4 });
    const before = await dumpEverything(kernel);
    expect(await kernel.callTool("look", {}, desk)).toMatchObject({ structuredContent: { sum: 4 } });
    for (const args of [{ write: true }, { again: true }]) {
      const refused = await kernel.callTool("look", args, desk);
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "internal" } } });
    }
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("inner arguments are checked like any caller's, and nothing is written", async () => {
    const kernel = await open({ policy: undefined, readOnly: false });
    const refused = await kernel.callTool("twice", { amounts: [1.5, 2] }, desk);
    expect(refused).toMatchObject({ structuredContent: { error: { code: "invalid_arguments" } } });
    expect((await events(kernel)).map(({ kind }) => kind)).toEqual(["refused"]);
  });
});

test.each(ENGINES)(
  "a read that writes what it noticed is refused inside a write instead of waiting for ever (%s)",
  async (engine) => {
    const kernel = await openTestKernel({ engine, worlds: [ledgerWorld()] });
    expect(await kernel.callTool("notice", {})).toMatchObject({ structuredContent: { sum: 0 } });
    expect(await kernel.callTool("notice_there", {}, desk)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "internal" } },
    });
    expect(await kernel.callTool("add", { amount: 1 })).toMatchObject({ structuredContent: { sum: 1 } });
  },
);

test("nobody can be the installation", async () => {
  const kernel = await openTestKernel({ worlds: [ledgerWorld()] });
  const refused = await kernel.callTool("add", { amount: 1 }, { user: "~installation" });
  expect(refused).toMatchObject({ structuredContent: { error: { code: "forbidden" } } });
  expect(await kernel.verify()).toMatchObject({ entries: 0 });
});

describe.each(ENGINES)("the state on every answer, on %s", (engine) => {
  test("is that of the call's own transaction: after a write, beside a refusal, in a rehearsal, beside bad arguments", async () => {
    const kernel = await openTestKernel({ engine, worlds: [ledgerWorld()] });
    const stateOf = async (name: string, args: object) => {
      const outcome = await kernel.callTool(name, args);
      return ("structuredContent" in outcome ? outcome.structuredContent : outcome) as object;
    };
    expect(await stateOf("add", { amount: 2 })).toEqual({ sum: 2, state: { sum: 2 } });
    expect(await stateOf("add", { amount: 0 })).toEqual({ error: { code: "conflict" }, state: { sum: 2 } });
    expect(await stateOf("add", { amount: 5, dry_run: true })).toMatchObject({ sum: 7, state: { sum: 7 } });
    expect(await stateOf("add", { amount: "x" })).toEqual({ error: { code: "invalid_arguments" }, state: { sum: 2 } });
    expect(await stateOf("sum", {})).toEqual({ sum: 2, state: { sum: 2 } });
    expect(await stateOf("sum", { x: 1 })).toEqual({ error: { code: "invalid_arguments" }, state: { sum: 2 } });
    expect(await stateOf("nope", {})).toEqual({ error: { code: "unknown_tool" }, state: { sum: 2 } });
  });
});

test("a requirement that the operator does not meet refuses the tool before anything runs", async () => {
  const kernel = await openTestKernel({ worlds: [ledgerWorld({ scissors: false })] });
  const root = await kernel.stateRoot();
  expect(await kernel.callTool("clear", {})).toMatchObject({ structuredContent: { error: { code: "forbidden" } } });
  expect(await kernel.stateRoot()).toEqual(root);
  const open = await openTestKernel({ worlds: [ledgerWorld()] });
  expect(await open.callTool("clear", {})).toMatchObject({ structuredContent: { sum: 0 } });
});

import { expect, test } from "vitest";
import { dumpEverything } from "../../../test/kit/dump.ts";
import { openTestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";
import { SILENT_CLIENT } from "../client.ts";
import type { Event } from "../event.ts";
import { eventsAfter } from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";
import { openKernel } from "../kernel.ts";

const ALL = { dry_run: "on", reasoning: "required", approval_id: "optional", agent_id: "optional" } as const;

async function open(takes: Parameters<typeof ledgerWorld>[0] = {}) {
  const kernel = await openTestKernel({ worlds: [ledgerWorld(takes)] });
  const events = async (): Promise<Event[]> =>
    (await kernel.parts.database()).read(EVERY_TENANT, (sql) => eventsAfter(sql, "local", 0, 100));
  return { kernel, events };
}

test("a server says which of them its tools take, and what it does not name is refused", async () => {
  const { kernel } = await open();
  for (const name of ["reasoning", "agent_id"]) {
    expect(await kernel.callTool("add", { amount: 1, [name]: "x" })).toMatchObject({
      structuredContent: { error: { code: "invalid_arguments" } },
    });
  }
  const bound = await (await open({ takes: ALL })).kernel.server("ledger");
  const inputs = Object.fromEntries(
    bound.listed().map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {}).sort()]),
  );
  expect(inputs).toMatchObject({
    sum: ["agent_id", "reasoning"],
    add: ["agent_id", "amount", "approval_id", "dry_run", "reasoning"],
  });
});

test("an agent's write is a rehearsal unless it says otherwise, where the server says so; a person's is not", async () => {
  const { kernel, events } = await open({ takes: { dry_run: "on" } });
  const before = await dumpEverything(kernel);
  expect(await kernel.callTool("add", { amount: 1 })).toMatchObject({ structuredContent: { dry_run: true } });
  // A call that fails its check is still the rehearsal it would have been: it leaves no refusal.
  await kernel.callTool("add", { amount: "x" });
  expect(await dumpEverything(kernel)).toEqual(before);
  await kernel.callTool("add", { amount: 1, dry_run: false });
  await kernel.call({
    server: "ledger",
    name: "add",
    arguments: { amount: 2 },
    connection: { id: "person", transport: "local", client: "cli" },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  expect((await events()).map(({ kind, payload }) => [kind, payload])).toEqual([
    ["line.added", { amount: 1 }],
    ["line.added", { amount: 2 }],
  ]);
});

test("reason and agent stand in the entry, an approval that was never given does not; a change without a reason is refused where one is owed", async () => {
  const { kernel, events } = await open({ takes: { ...ALL, dry_run: "off" } });
  expect(await kernel.callTool("add", { amount: 1 })).toMatchObject({
    structuredContent: { error: { code: "reasoning_required" }, state: { sum: 0 } },
  });
  expect(await kernel.callTool("sum", {})).toMatchObject({ structuredContent: { sum: 0 } });
  await kernel.callTool("add", { amount: 1, reasoning: " because ", approval_id: "a1", agent_id: "bob" });
  await kernel.callTool("add", { amount: 1, reasoning: " because ", agent_id: "bob" });
  expect(await events()).toMatchObject([
    { kind: "refused", payload: { code: "reasoning_required" } },
    { kind: "refused", payload: { code: "approval_invalid", reason: "unknown" }, approval_id: null },
    { kind: "line.added", reasoning: "because", approval_id: null, actor: { user: "local", agent: "bob" } },
  ]);
});

test("a world's settings are checked by its own schema before anything opens", () => {
  const open = (config: object) =>
    openKernel({
      worlds: [ledgerWorld()],
      config: config as Record<string, unknown>,
      env: {} as never,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      version: "0",
      folder: "/nowhere",
    });
  expect(() => open({ ledger: { x: 1 } })).toThrow(/The setting ledger has no keys of its own/);
});

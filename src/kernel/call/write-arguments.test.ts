import { expect, test } from "vitest";
import { dumpEverything } from "../../../test/kit/dump.ts";
import { openTestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";
import { SILENT_CLIENT } from "../client.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { eventsAfter } from "../events/index.ts";
import type { AskedWrite } from "../governance/index.ts";
import { openKernel } from "../kernel.ts";

const ALL = { dry_run: "on", reasoning: "required", approval_id: "optional", agent_id: "optional" } as const;

async function open(takes: Parameters<typeof ledgerWorld>[0] = {}) {
  const kernel = await openTestKernel({ worlds: [ledgerWorld(takes)] });
  const events = async (): Promise<Event[]> =>
    (await kernel.parts.database()).read((sql) => eventsAfter(sql, "local", 0, 100));
  return { kernel, events };
}

test("a server says which of them its tools take, and what it does not name is refused", async () => {
  const { kernel } = await open();
  for (const name of ["reasoning", "approval_id", "agent_id"]) {
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

test("reason, approval and agent stand in the entry; a change without a reason is refused where one is owed", async () => {
  const { kernel, events } = await open({ takes: { ...ALL, dry_run: "off" } });
  expect(await kernel.callTool("add", { amount: 1 })).toMatchObject({
    structuredContent: { error: { code: "reasoning_required" }, state: { sum: 0 } },
  });
  expect(await kernel.callTool("sum", {})).toMatchObject({ structuredContent: { sum: 0 } });
  await kernel.callTool("add", { amount: 1, reasoning: " because ", approval_id: "a1", agent_id: "bob" });
  expect(await events()).toMatchObject([
    { kind: "refused", payload: { code: "reasoning_required" } },
    { kind: "line.added", reasoning: "because", approval_id: "a1", actor: { user: "local", agent: "bob" } },
  ]);
});

test("what may be applied is asked with caller, tool, input and what a rehearsal would record", async () => {
  const { kernel, events } = await open({ takes: { ...ALL, dry_run: "off" } });
  const asked: { write: AskedWrite; would: readonly Event[] | undefined }[] = [];
  const parts = {
    ...kernel.parts,
    policy: {
      readOnly: false,
      async mayApply(write: AskedWrite) {
        asked.push({ write, would: await write.rehearse?.() });
        if (write.effect === "destructive") throw new KernelError("approval_required", "A person must look at this");
      },
    },
  };
  const { call } = await import("./call.ts");
  const ask = (name: string, args: object) =>
    call(parts, {
      server: "ledger",
      name,
      arguments: args,
      connection: { id: "c", transport: "stdio", client: "test" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
  expect(await ask("add", { amount: 4, reasoning: "r" })).toMatchObject({ structuredContent: { sum: 4 } });
  const root = await kernel.stateRoot();
  expect(await ask("clear", { reasoning: "r" })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "approval_required" }, state: { sum: 4 } },
  });
  expect(await kernel.stateRoot()).toEqual(root);
  await ask("sum", {});
  await ask("clear", { reasoning: "r", dry_run: true });
  expect(asked).toMatchObject([
    { write: { server: "ledger", tool: "add", input: { amount: 4 }, reasoning: "r" }, would: [{ kind: "line.added" }] },
    { write: { tool: "clear", caller: { tenant: "local" } }, would: [{ kind: "lines.cleared" }] },
  ]);
  expect((await events()).map(({ kind }) => kind)).toEqual(["line.added", "refused"]);
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

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dumpEverything } from "../../../test/kit/dump.ts";
import { ENGINES, openTestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld, type PrepareHooks } from "../../../test/kit/ledger-world.ts";
import { KernelError } from "../errors.ts";
import { defineTool } from "../tool.ts";

describe.each(ENGINES)("on %s", (engine) => {
  async function open(during?: PrepareHooks["during"]) {
    const hooks: PrepareHooks = { prepared: 0, ...(during && { during }) };
    const kernel = await openTestKernel({ engine, worlds: [ledgerWorld({ hooks })] });
    await kernel.callTool("add", { amount: 3 });
    return { hooks, kernel };
  }

  test("others write while a call is being prepared, and it is prepared again because they did", async () => {
    const { hooks, kernel } = await open(async (times) => {
      // These finish while the call prepares: it holds nobody up.
      if (times === 1) for (const amount of [1, 2]) await kernel.callTool("add", { amount });
    });
    expect(await kernel.callTool("double", {})).toMatchObject({ structuredContent: { sum: 12, state: { sum: 12 } } });
    expect(hooks.prepared).toBe(2);
    expect((await kernel.replay()).rebuilt).toEqual(await kernel.stateRoot());
  });

  test("state that changes for ever ends the call as outdated, with nothing written but the refusal", async () => {
    const { hooks, kernel } = await open(async () => void (await kernel.callTool("add", { amount: 1 })));
    expect(await kernel.callTool("double", {})).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "outdated" }, state: { sum: 7 } },
    });
    expect(hooks.prepared).toBe(4);
  });

  test("cancelled while it is prepared, a call leaves nothing", async () => {
    const stop = new AbortController();
    const { kernel } = await open(async () => stop.abort());
    const before = await dumpEverything(kernel);
    const result = await kernel.callTool("double", {}, { signal: stop.signal });
    expect(result).toMatchObject({ structuredContent: { error: { code: "cancelled" } } });
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("a rehearsal prepares and runs, tells what it would record, and keeps nothing", async () => {
    const { hooks, kernel } = await open();
    const before = await dumpEverything(kernel);
    expect(await kernel.callTool("double", { dry_run: true })).toMatchObject({
      structuredContent: { sum: 6, dry_run: true, would_record: ["line.added"] },
    });
    expect(hooks.prepared).toBe(1);
    expect(await dumpEverything(kernel)).toEqual(before);
  });

  test("what is being prepared may read and not record", async () => {
    const { kernel } = await open(async (_times, scope) => void (await scope.record({ kind: "x", payload: {} })));
    const root = await kernel.stateRoot();
    expect(await kernel.callTool("double", {})).toMatchObject({ structuredContent: { error: { code: "internal" } } });
    expect(await kernel.stateRoot()).toEqual(root);
  });

  test("cancelled while it waits for its turn, a call is answered at once", async () => {
    const stop = new AbortController();
    let waiting: Promise<unknown> | undefined;
    const { kernel } = await open(async (times) => {
      // Two of one user prepare; the third waits behind them, and is answered although neither has ended.
      if (times !== 2) return;
      waiting = kernel.callTool("double", {}, { signal: stop.signal });
      stop.abort();
      expect(await waiting).toMatchObject({ structuredContent: { error: { code: "cancelled" } } });
    });
    await Promise.all([kernel.callTool("double", { dry_run: true }), kernel.callTool("double", { dry_run: true })]);
    expect(waiting).toBeDefined();
  });

  test("more calls than may prepare at once wait their turn, and reads go on meanwhile", async () => {
    let inside = 0;
    let most = 0;
    const { kernel } = await open(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await kernel.callTool("sum", {});
      inside -= 1;
    });
    const users = Array.from({ length: 12 }, (_, index) => `user${index}`);
    const answers = await Promise.all(users.map((user) => kernel.callTool("double", {}, { user })));
    expect(answers).toEqual(
      users.map(() => expect.objectContaining({ structuredContent: { sum: 0, state: { sum: 0 } } })),
    );
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
  });
});

describe("a call that calls a tool which prepares", () => {
  async function open(during?: PrepareHooks["during"]) {
    const hooks: PrepareHooks = { prepared: 0, ...(during && { during }) };
    const kernel = await openTestKernel({ worlds: [ledgerWorld({ hooks })] });
    await kernel.callTool("add", { amount: 3 });
    const there = (prepares: boolean) => kernel.callTool("double_there", { prepares }, { server: "desk" });
    return { hooks, kernel, there };
  }

  test("prepares it outside the writer's lane where it says so, once, and again where that is outdated", async () => {
    const { hooks, kernel, there } = await open(async (times) => {
      // Would wait for itself for ever inside the lane.
      if (times === 1) await kernel.callTool("add", { amount: 1 });
    });
    expect(await there(true)).toMatchObject({ structuredContent: { sum: 8 } });
    expect(hooks.prepared).toBe(2);
  });

  test("what is prepared where it is called only reads too", async () => {
    const { kernel, there } = await open(
      async (_times, scope) => void (await scope.record({ kind: "x", payload: {} })),
    );
    const root = await kernel.stateRoot();
    expect(await there(false)).toMatchObject({ isError: true, structuredContent: { error: { code: "internal" } } });
    expect(await kernel.stateRoot()).toEqual(root);
  });

  test("prepares it where it is called, if nobody did before", async () => {
    const { hooks, there } = await open();
    expect(await there(false)).toMatchObject({ structuredContent: { sum: 6 } });
    expect(hooks.prepared).toBe(1);
  });
});

test("a read has nothing to prepare", () => {
  const shape = { name: "t", title: "", description: "", input: z.object({}), output: z.object({}) };
  expect(() => defineTool({ ...shape, effect: "read", prepare: async () => 1, run: () => ({}) })).toThrow(KernelError);
});

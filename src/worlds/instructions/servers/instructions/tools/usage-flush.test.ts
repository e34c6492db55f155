import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { createSimulatedEnv } from "../../../../../../test/kit/simulated-env.ts";

const FILES = { "a.json": complete("a") };
/** The wait before a flush never ends, so that nothing is flushed by itself. */
const patient = () => ({ ...createSimulatedEnv("flush"), sleep: () => new Promise<void>(() => {}) });
const counts = (folder: string) => JSON.parse(readFileSync(join(folder, "usage-snapshot.json"), "utf8"));

test("writes what is only in memory", async () => {
  const world = await openTestInstructions({ files: FILES, env: patient(), environment: { features: ["usage"] } });
  await world.ask("usage_track", { id: "a" });
  await world.ask("usage_track", { id: "a" });
  expect(counts(world.folder).a.usageCount).toBe(1);

  expect(await world.ask("usage_flush", { dry_run: true })).toMatchObject({ flushed: true, dry_run: true });
  expect(counts(world.folder).a.usageCount).toBe(1);
  expect(await world.ask("usage_flush")).toEqual({ flushed: true });
  expect(counts(world.folder)).toEqual({
    a: { usageCount: 2, firstSeenTs: expect.any(String), lastUsedAt: expect.any(String) },
  });
  expect(await world.method("usage/flush")).toEqual({ flushed: true });
});

test("refuses with mutation off and with arguments, and writes nothing", async () => {
  const world = await openTestInstructions({
    files: FILES,
    env: patient(),
    environment: { features: ["usage"], mutation: false },
  });

  expect(await world.method("usage/flush")).toMatchObject({
    rpc: { code: -32603, message: "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable." },
  });
  expect(await world.method("usage/flush", { now: true })).toMatchObject({ rpc: { code: -32602 } });
  expect(existsSync(join(world.folder, "usage-snapshot.json"))).toBe(false);
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { complete, openTestInstructions } from "../../../../test/kit/instructions-world.ts";
import { ENGINES, freshDatabaseUrl } from "../../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";

const FILES = { "a.json": complete("a"), "b.json": complete("b") };
const environment = { features: ["usage"], mutation: false };
const counts = (folder: string) => JSON.parse(readFileSync(join(folder, "usage-snapshot.json"), "utf8"));
/** The wait before a flush never ends, so that nothing is flushed by itself; other waits do. */
function patient(seed: string) {
  const env = createSimulatedEnv(seed);
  return { ...env, sleep: (ms: number) => (ms === 500 ? new Promise<void>(() => {}) : env.sleep(ms)) };
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}

describe.each(ENGINES)("on %s", (engine) => {
  test("the first use is on disk at once, later ones soon, the last at shutdown", async () => {
    const world = await openTestInstructions({ engine, files: FILES, environment });
    await world.ask("usage_track", { id: "a" });
    expect(counts(world.folder).a.usageCount).toBe(1);
    await world.ask("usage_track", { id: "a" });
    await until(() => counts(world.folder).a.usageCount === 2);
    await world.close();

    const last = await openTestInstructions({ folder: world.folder, engine, env: patient("x"), environment });
    await last.ask("usage_track", { id: "a" });
    expect(counts(world.folder).a.usageCount).toBe(2);
    await last.close();
    expect(counts(world.folder).a.usageCount).toBe(3);
  });

  test("two processes add up", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const one = await openTestInstructions({ folder, databaseUrl, files: FILES, environment, env: patient("1") });
    const two = await openTestInstructions({ folder, databaseUrl, environment, env: patient("2") });
    for (let n = 0; n < 10; n++) {
      await Promise.all([one.ask("usage_track", { id: "a" }), two.ask("usage_track", { id: "a" })]);
    }
    await one.close();
    await two.close();
    expect(counts(folder).a.usageCount).toBe(20);
  });
});

test.each(ENGINES)("counts that two processes write by themselves, a moment later, add up on %s", async (engine) => {
  const folder = temporaryFolder();
  const databaseUrl = await freshDatabaseUrl(engine);
  const worlds = [
    await openTestInstructions({ folder, databaseUrl, files: FILES, environment, seed: "1" }),
    await openTestInstructions({ folder, databaseUrl, environment, seed: "2" }),
  ];
  for (let n = 0; n < 40; n++) {
    await Promise.all(worlds.map((world) => world.ask("usage_track", { id: "a" })));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (const world of worlds) await world.close();
  expect(counts(folder).a.usageCount).toBe(80);
});

test("a snapshot that cannot be read is set aside, told, and counting goes on", async () => {
  const world = await openTestInstructions({ files: FILES, environment });
  writeFileSync(join(world.folder, "usage-snapshot.json"), '{"a": {"usageCount": "many"}}');

  expect((await world.ask("health_check")).problems).toEqual([
    "usage-snapshot.json cannot be read; the next use sets it aside",
  ]);
  expect(await world.ask("usage_track", { id: "a" })).toMatchObject({ usageCount: 1 });
  expect(await world.ask("health_check")).toMatchObject({
    status: "degraded",
    problems: ["usage-snapshot.json could not be read and was set aside"],
  });
  const [aside] = readdirSync(world.folder).filter((name) => name.includes(".bad-"));
  expect(aside).toMatch(/^usage-snapshot\.json\.bad-\d+$/);
  expect(readFileSync(join(world.folder, aside ?? ""), "utf8")).toBe('{"a": {"usageCount": "many"}}');
  expect(counts(world.folder).a.usageCount).toBe(1);
});

test("a process that counts nothing writes nothing at its end", async () => {
  const world = await openTestInstructions({ files: FILES, environment });
  await world.ask("usage_hotset");
  await world.close();
  expect(existsSync(join(world.folder, "usage-snapshot.json"))).toBe(false);
});

test("days are kept where a feature asks for them", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { features: ["usage", "window"] } });
  await world.ask("usage_track", { events: [{ id: "a", count: 3 }] });
  expect(counts(world.folder).a.days).toEqual({ "2026-01-01": 3 });
});

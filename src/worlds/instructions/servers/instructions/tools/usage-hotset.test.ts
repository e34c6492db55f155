import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = Object.fromEntries(["a", "b", "c", "d"].map((id) => [`${id}.json`, complete(id)]));
const at = (day: string) => `${day}T12:00:00.000Z`;
const SNAPSHOT = {
  a: { usageCount: 5, firstSeenTs: at("2025-10-01"), lastUsedAt: at("2025-12-01"), days: { "2025-12-01": 5 } },
  b: {
    usageCount: 2,
    firstSeenTs: at("2025-12-25"),
    lastUsedAt: at("2025-12-31"),
    days: { "2025-12-25": 1, "2025-12-31": 1 },
  },
  c: { usageCount: 2, firstSeenTs: at("2025-12-30"), lastUsedAt: at("2025-12-30"), days: { "2025-12-30": 2 } },
  d: { usageCount: 0, firstSeenTs: at("2025-12-30"), lastUsedAt: at("2025-12-30") },
  gone: { usageCount: 9, firstSeenTs: at("2025-12-30"), lastUsedAt: at("2025-12-30") },
};
const open = async (...features: string[]) => {
  const world = await openTestInstructions({ files: FILES, environment: { features } });
  writeFileSync(join(world.folder, "usage-snapshot.json"), JSON.stringify(SNAPSHOT));
  return world;
};
const item = (id: "a" | "b" | "c", more: object = {}) => {
  const { usageCount, lastUsedAt } = SNAPSHOT[id];
  return { id, usageCount, lastUsedAt, ...more };
};

test("lists what was used, most first, then latest", async () => {
  const world = await open("usage");
  const { hash } = await world.ask("instructions_list");

  expect(await world.ask("usage_hotset")).toEqual({
    hash,
    count: 3,
    limit: 10,
    items: [item("a"), item("b"), item("c")],
  });
  expect(await world.method("usage/hotset", { limit: 1 })).toEqual({ hash, count: 1, limit: 1, items: [item("a")] });
});

test("with the feature window only recent days count", async () => {
  const world = await open("usage", "window");

  // The clock of the test stands at the first of January 2026.
  expect((await world.ask("usage_hotset", { windowDays: 3 })).items).toEqual([item("c"), item("b", { usageCount: 1 })]);
  expect((await world.ask("usage_hotset", { windowDays: 90 })).items).toEqual([item("a"), item("b"), item("c")]);
  await world.ask("usage_track", { id: "a" });
  expect((await world.ask("usage_hotset", { windowDays: 1 })).items).toMatchObject([{ id: "a", usageCount: 1 }]);
});

test("with the feature hotness recent uses weigh more: half after seven days", async () => {
  const world = await open("usage", "hotness");

  const { items } = await world.ask("usage_hotset");
  expect(items).toEqual([item("c", { hotness: 1.641 }), item("b", { hotness: 1.406 }), item("a", { hotness: 0.232 })]);
});

test("says that the feature is off, and refuses what its features do not offer", async () => {
  const off = await open();
  const world = await open("usage");

  expect(await off.ask("usage_hotset")).toEqual({ featureDisabled: true });
  for (const args of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { windowDays: 3 }, { n: 1 }]) {
    expect(await world.method("usage/hotset", args)).toMatchObject({
      rpc: { code: -32602, message: "Invalid params" },
    });
  }
});

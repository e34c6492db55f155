import { expect, test } from "vitest";
import { dumpEverything } from "../../../../../../test/kit/dump.ts";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = { "a.json": complete("a"), "b.json": complete("b") };
const open = () => openTestInstructions({ files: FILES, environment: { features: ["usage"], mutation: false } });
const TIME = expect.stringMatching(/^2026-01-01T00:00:0\d\.\d{3}Z$/);

test("counts one use after another", async () => {
  const world = await open();

  const first = await world.ask("usage_track", { id: "a" });
  expect(first).toEqual({ id: "a", usageCount: 1, firstSeenTs: TIME, lastUsedAt: first.firstSeenTs });
  const second = await world.method("usage/track", { id: "a" });
  expect(second).toEqual({ id: "a", usageCount: 2, firstSeenTs: first.firstSeenTs, lastUsedAt: TIME });
  expect(second.lastUsedAt > first.lastUsedAt).toBe(true);
  expect(await world.ask("usage_track", { id: "nope" })).toEqual({ notFound: true });
});

test("counts several at once", async () => {
  const world = await open();

  expect(await world.ask("usage_track", { ids: ["a", "b", "nope", "a"] })).toEqual({
    tracked: [
      { id: "a", usageCount: 1, firstSeenTs: TIME, lastUsedAt: TIME },
      { id: "b", usageCount: 1, firstSeenTs: TIME, lastUsedAt: TIME },
      { id: "a", usageCount: 2, firstSeenTs: TIME, lastUsedAt: TIME },
    ],
    notFound: ["nope"],
  });
  expect(await world.ask("usage_track", { events: [{ id: "b", count: 40 }] })).toMatchObject({
    tracked: [{ id: "b", usageCount: 41 }],
    notFound: [],
  });
});

test("says that the feature is off, and counts that it was asked", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.ask("usage_track", { id: "a" })).toEqual({ featureDisabled: true });
  expect(await world.ask("usage_track", { id: "nope" })).toEqual({ featureDisabled: true });
  expect((await world.ask("feature_status")).counters).toEqual({ "usage:gated": 2 });
});

test("a rehearsal counts nothing", async () => {
  const world = await open();
  await world.ask("usage_track", { id: "a" });
  const before = await dumpEverything(world);

  expect(await world.ask("usage_track", { id: "a", dry_run: true })).toMatchObject({ usageCount: 2, dry_run: true });
  expect(await world.ask("usage_track", { id: "b", dry_run: true })).toMatchObject({ usageCount: 1, dry_run: true });
  expect(await dumpEverything(world)).toEqual(before);
  expect(await world.ask("usage_track", { id: "a" })).toMatchObject({ usageCount: 2 });
});

test("refuses a call that names nothing or two things, and counts nothing", async () => {
  const world = await open();

  expect(await world.method("usage/track", {})).toEqual({
    rpc: {
      code: -32602,
      message: "Invalid params",
      data: {
        method: "usage/track",
        errors: [
          {
            instancePath: "",
            schemaPath: "#/required",
            keyword: "required",
            params: { missingProperty: "id" },
            message: "must have required property 'id'",
          },
        ],
      },
    },
  });
  for (const args of [{ id: "a", ids: ["b"] }, { ids: [] }, { events: [{ id: "a", count: 0 }] }, { id: 5 }]) {
    expect(await world.method("usage/track", args)).toMatchObject({ rpc: { code: -32602 } });
  }
  expect((await world.ask("usage_hotset")).items).toEqual([]);
});

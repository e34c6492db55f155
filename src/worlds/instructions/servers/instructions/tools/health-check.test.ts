import { expect, test } from "vitest";
import { authored, complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

test("is ok when every file is", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const answer = {
    status: "ok",
    timestamp: expect.stringMatching(/^2026-01-01T/),
    version: "0.0.0-test",
    count: 1,
    skipped: [],
    skippedCount: 0,
    cycles: [],
    problems: [],
  };

  expect(await world.ask("health_check")).toEqual(answer);
  expect(await world.method("health/check")).toEqual(answer);
});

test("is degraded when a file cannot be used, and ok again once it is mended", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a"), "b.json": "{" } });

  expect(await world.ask("health_check")).toMatchObject({
    status: "degraded",
    count: 1,
    skipped: [{ file: "b.json", reason: "not valid JSON" }],
    skippedCount: 1,
  });
  world.write("b.json", complete("b"));
  expect(await world.ask("health_check")).toMatchObject({ status: "ok", count: 2 });
});

test("one file with a date that no review can follow hides no other entry", async () => {
  const farOff = authored("far", { createdAt: "+275760-09-12T00:00:00.000Z" });
  const world = await openTestInstructions({ files: { "a.json": complete("a"), "far.json": farOff } });

  expect(await world.ask("health_check")).toMatchObject({
    status: "degraded",
    count: 1,
    skipped: [{ file: "far.json", reason: "invalid createdAt" }],
  });
});

test("says what is wrong with owners.json", async () => {
  const world = await openTestInstructions({ files: { "owners.json": "{" } });

  expect(await world.ask("health_check")).toMatchObject({
    status: "degraded",
    problems: ["owners.json: not valid JSON"],
  });
  world.write("owners.json", { ownership: [{ pattern: "a" }] });
  expect(await world.ask("health_check")).toMatchObject({
    problems: ["owners.json: rule 0: needs a pattern and an owner"],
  });
});

test("takes no arguments", async () => {
  const world = await openTestInstructions();

  expect(await world.method("health/check", { deep: true })).toMatchObject({ rpc: { code: -32602 } });
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const right = sha256("Body of a.");
const wrong = sha256("something else");
const FILES = {
  "a.json": complete("a", { sourceHash: right }),
  "b.json": complete("b", { sourceHash: wrong }),
};

test("names entries whose body is not what its stored hash says", async () => {
  const world = await openTestInstructions({ files: { ...FILES, "c.json": "{" } });

  expect(await world.ask("integrity_verify")).toEqual({
    hash: sha256(`a:${right}|b:${wrong}`),
    count: 2,
    issues: [{ id: "b", expected: wrong, actual: sha256("Body of b.") }],
    issueCount: 1,
    skipped: [{ file: "c.json", reason: "not valid JSON" }],
    skippedCount: 1,
    cycles: [],
  });
});

test("a whole catalog has no issues", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a", { sourceHash: right }) } });

  expect(await world.method("integrity/verify")).toEqual({
    hash: sha256(`a:${right}`),
    count: 1,
    issues: [],
    issueCount: 0,
    skipped: [],
    skippedCount: 0,
    cycles: [],
  });
});

test("thousands of issues and broken files page in tools/call and come whole to a method", async () => {
  const files: Record<string, string | object> = {};
  for (let n = 0; n < 300; n++) files[`e${n}.json`] = complete(`e${n}`, { sourceHash: wrong });
  for (let n = 0; n < 1000; n++) files[`bad-${n}.json`] = "{";
  const world = await openTestInstructions({ files });

  const page = await world.ask("integrity_verify");
  expect(page).toMatchObject({ issueCount: 300, skippedCount: 1000, truncated: true, next_offset: page.issues.length });
  const whole = await world.method("integrity/verify");
  expect([whole.issues.length, whole.skipped.length]).toEqual([300, 1000]);
});

test("with the feature drift it compares with the canonical snapshot", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { features: ["drift"] } });
  const drift = async () => (await world.ask("integrity_verify")).drift;

  expect(await drift()).toEqual({ missing: [], changed: [], extra: [], drift: 0, problem: "there is no snapshot" });
  mkdirSync(join(world.folder, "snapshots"));
  const snapshot = join(world.folder, "snapshots", "canonical-instructions.json");
  writeFileSync(snapshot, JSON.stringify(await world.method("instructions/export", { metaOnly: true })));
  expect(await drift()).toEqual({ missing: [], changed: [], extra: [], drift: 0 });
  writeFileSync(
    snapshot,
    JSON.stringify([
      { id: "a", sourceHash: "old" },
      { id: "z", sourceHash: "z" },
    ]),
  );
  expect(await drift()).toEqual({ missing: ["z"], changed: ["a"], extra: ["b"], drift: 3 });
  expect((await world.ask("health_check")).drift).toEqual({ missing: ["z"], changed: ["a"], extra: ["b"], drift: 3 });
  writeFileSync(snapshot, "{");
  expect((await drift()).problem).toBe("the snapshot is not valid JSON");
});

import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = { "a.json": complete("a", { requirement: "mandatory" }), "b.json": complete("b", { priority: 90 }) };

test("holds the catalog against the gates of the folder", async () => {
  const world = await openTestInstructions({ files: FILES });
  world.write("gates.json", {
    gates: [
      { id: "some", type: "count", where: { requirement: "mandatory" }, op: ">=", value: 1, severity: "error" },
      { id: "few", type: "count", where: { priorityGt: 80 }, op: "<", value: 1, severity: "warn" },
      { id: "odd", type: "count", where: { colour: "red" }, op: ">=", value: 0, severity: "error" },
    ],
  });
  const answer = {
    generatedAt: expect.stringMatching(/^2026-01-01T/),
    results: [
      { id: "some", passed: true, count: 1, op: ">=", value: 1, severity: "error" },
      { id: "few", passed: false, count: 1, op: "<", value: 1, severity: "warn" },
      { id: "odd", passed: false, count: null, op: ">=", value: 0, severity: "error", note: expect.any(String) },
    ],
    summary: { errors: 1, warnings: 1, total: 3 },
  };

  expect(await world.ask("gates_evaluate")).toEqual(answer);
  expect(await world.method("gates/evaluate")).toEqual(answer);
});

test("says when there are no gates, and when they cannot be read", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.ask("gates_evaluate")).toEqual({ notConfigured: true });
  world.write("gates.json", "{");
  expect(await world.method("gates/evaluate")).toEqual({ error: expect.any(String) });
  expect(await world.result("gates_evaluate")).toMatchObject({ isError: true });
  world.write("gates.json", Buffer.from([0xff]));
  expect(await world.method("gates/evaluate")).toEqual({ error: "gates.json: not valid UTF-8" });
});

test("takes no arguments", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("gates/evaluate", { file: "x" })).toMatchObject({ rpc: { code: -32602 } });
});

import { expect, test } from "vitest";
import { createMemoryLog } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import type { BackgroundWork } from "../world.ts";
import { createBackground } from "./index.ts";

const turns = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise<void>((resolve) => setTimeout(resolve, 1))),
    Promise.resolve(),
  );

function setup(step: BackgroundWork<string>["step"]) {
  const env = createSimulatedEnv("background");
  const log = createMemoryLog();
  const background = createBackground(env, log);
  const host = { env, log, installation: { id: "i", derive: never }, derive: never };
  const start = () =>
    background.add({
      world: "w",
      work: { name: "dream", everyMs: 1000, step: step as BackgroundWork<unknown>["step"] },
      lifetime: () => "life",
      host,
    });
  return { env, log, background, start };
}

const never = () => Promise.reject(new Error("nothing is written here"));

test("steps follow each other, rest when there is nothing to do, and end at shutdown", async () => {
  const at: number[] = [];
  const { env, background, start } = setup(async (lifetime, { signal }) => {
    expect([lifetime, signal.aborted]).toEqual(["life", false]);
    at.push(env.monotonicMs());
    return at.length < 3;
  });
  start();
  await expect.poll(() => at.length).toBeGreaterThan(4);
  await background.close();
  const steps = at.length;
  await turns(10);
  expect(at.length).toBe(steps);
  const waits = at.slice(1).map((ms, index) => ms - (at[index] ?? 0));
  expect(waits.slice(0, 2).every((ms) => ms < 100)).toBe(true);
  expect(waits.slice(2).every((ms) => ms >= 1000)).toBe(true);
});

test("no step begins while a call is being answered, or while it is paused", async () => {
  let steps = 0;
  const { background, start } = setup(async () => {
    steps += 1;
    return true;
  });
  const done = background.busy();
  start();
  await turns(20);
  expect(steps).toBe(0);
  done();
  await expect.poll(() => steps).toBeGreaterThan(0);
  await background.pause();
  const before = steps;
  await turns(20);
  expect(steps).toBe(before);
  background.resume();
  await expect.poll(() => steps).toBeGreaterThan(before);
  await background.close();
});

test("a step that fails is told in the log, and the work goes on", async () => {
  let steps = 0;
  const { background, start, log } = setup(async () => {
    steps += 1;
    if (steps === 1) throw new Error("once");
    return false;
  });
  start();
  await expect.poll(() => steps).toBeGreaterThan(1);
  await background.close();
  expect(log.lines).toEqual([
    { level: "warn", fields: { world: "w", work: "dream", cause: "Error: once" }, message: "background work failed" },
  ]);
});

test("a call tells a running step to end, and shutdown does not wait for one that will not", async () => {
  let begun = 0;
  let told = 0;
  const { background, start, log } = setup((_lifetime, { signal }) => {
    begun += 1;
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        told += 1;
        // The first ends as it should, the second never does.
        if (told === 1) resolve(true);
      });
    });
  });
  start();
  await expect.poll(() => begun).toBe(1);
  const done = background.busy();
  await expect.poll(() => told).toBe(1);
  done();
  await expect.poll(() => begun).toBe(2);
  await background.close();
  expect(told).toBe(2);
  expect(log.lines).toMatchObject([{ level: "warn", message: "background work did not end in time" }]);
});

import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../test/kit/simulated-env.ts";
import type { Env } from "./env.ts";
import { createTurnstile, mapInTurns } from "./turns.ts";

/** An Env whose clock a test moves, and that notes each turn it gives. */
function openClock() {
  const env = createSimulatedEnv("turns");
  const diary: string[] = [];
  const clock = { ms: 0 };
  const slow: Env = {
    ...env,
    monotonicMs: () => clock.ms,
    async turn() {
      diary.push("turn");
      await env.turn();
    },
  };
  return { env: slow, clock, diary };
}

test("a long list is worked through in order, with turns for others in between", async () => {
  const { env, clock, diary } = openClock();

  const doubled = await mapInTurns(env, [1, 2, 3, 4], (n) => {
    clock.ms += 5;
    diary.push(`work ${n}`);
    return n * 2;
  });

  expect(doubled).toEqual([2, 4, 6, 8]);
  expect(diary).toEqual(["work 1", "work 2", "turn", "work 3", "work 4"]);
});

test("a short list never gives a turn away", async () => {
  const { env, diary } = openClock();

  expect(await mapInTurns(env, [1, 2, 3], (n) => n)).toEqual([1, 2, 3]);
  expect(diary).toEqual([]);
});

test("those who come in the same moment are let in one by one, in order", async () => {
  const { env, clock, diary } = openClock();
  const turnstile = createTurnstile(env);

  await Promise.all(
    [1, 2, 3].map(async (n) => {
      await turnstile();
      diary.push(`in ${n}`);
      clock.ms += 10;
    }),
  );

  expect(diary).toEqual(["in 1", "turn", "in 2", "turn", "in 3"]);
});

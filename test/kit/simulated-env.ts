import { createHash } from "node:crypto";
import { createIdSource, type Env } from "../../src/kernel/env.ts";

const MOMENT_MS = 20;

/** An Env that depends on its seed alone: the same calls see the same times, ids and chances. */
export function createSimulatedEnv(seed: string, startMs = Date.UTC(2026, 0, 1)): Env {
  let nowMs = startMs;
  let block = 0;
  let pool: Buffer = Buffer.alloc(0);

  function randomBytes(length: number): Uint8Array {
    while (pool.length < length) {
      const next = createHash("sha256").update(`${seed}:${block++}`).digest();
      pool = Buffer.concat([pool, next]);
    }
    const bytes = pool.subarray(0, length);
    pool = pool.subarray(length);
    return bytes;
  }

  // Each look at the clock moves it on, so that no two events share a time by accident.
  const now = () => ++nowMs;
  return {
    now,
    monotonicMs: () => nowMs - startMs,
    id: createIdSource(now, randomBytes),
    randomBytes,
    async sleep(ms) {
      nowMs += ms;
      // Who waits for a moment waits for somebody else, a lock or an answer: that one needs time of the real clock, and on a
      // busy machine thirty seconds of ours would be over before it had any.
      if (ms < MOMENT_MS) await new Promise((resolve) => setTimeout(resolve, 1));
      else await new Promise((resolve) => setImmediate(resolve));
    },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    reached() {},
  };
}

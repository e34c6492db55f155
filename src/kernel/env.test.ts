import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../test/kit/simulated-env.ts";
import { createIdSource } from "./env.ts";

test("ids are UUIDv7 and strictly increase, also within one millisecond and when the clock steps back", () => {
  const times = [5, 5, 4, 3, 6].flatMap((ms) => Array.from({ length: 3000 }, () => ms));
  let at = 0;
  const next = createIdSource(
    () => times[at++] ?? 6,
    (length) => new Uint8Array(length).fill(0xff),
  );
  const ids = Array.from({ length: times.length }, next);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test("the same seed gives the same times, ids and bytes; another seed gives others", () => {
  const draw = (seed: string) => {
    const env = createSimulatedEnv(seed);
    return [env.now(), env.id(), Buffer.from(env.randomBytes(40)).toString("hex"), env.id(), env.now()];
  };
  expect(draw("a")).toEqual(draw("a"));
  expect(draw("a")[1]).not.toBe(draw("b")[1]);
});

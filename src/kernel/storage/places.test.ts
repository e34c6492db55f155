import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

/** Which of some takers have their place by now. */
async function settled(takers: readonly Promise<unknown>[]): Promise<boolean[]> {
  const waits = Symbol("waits");
  await new Promise((resolve) => setImmediate(resolve));
  return Promise.all(takers.map((taker) => Promise.race([taker, waits]).then((value) => value !== waits)));
}

test("who finds no place waits, first come, first served", async () => {
  const places = createPlaces(2);
  const takers = [1, 2, 3, 4].map(() => places.take());
  expect(await settled(takers)).toEqual([true, true, false, false]);
  places.give();
  expect(await settled(takers)).toEqual([true, true, true, false]);
});

test("one holder leaves places for the others, who do not wait behind it", async () => {
  const places = createPlaces(4, 2);
  const ada = [1, 2, 3, 4].map(() => places.take("ada"));
  const bob = places.take("bob");
  expect(await settled([...ada, bob])).toEqual([true, true, false, false, true]);
  places.give("ada");
  expect(await settled(ada)).toEqual([true, true, true, false]);
});

test("who no longer wants a place leaves the queue at once, and the next moves up", async () => {
  const places = createPlaces(1);
  await places.take();
  const stop = new AbortController();
  const left = places.take("", stop.signal);
  const next = places.take();
  stop.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  await expect(places.take("", AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  places.give();
  expect(await settled([next])).toEqual([true]);
});

import { expect, test } from "vitest";
import { activationOf, alignmentOf, purposeOf, weighedIn } from "./purpose.ts";
import { dense, type Fingerprint } from "./spaces/embedding.ts";

/** A fingerprint of as many ones in each space as told. */
const saying = (...counts: number[]): Fingerprint => ({
  of: (space) => dense(Float32Array.from({ length: 8 }, (_, at) => (at < (counts[space] ?? 4) ? 1 : 0))),
});

test("is a half where a text says as much as memories do on average, more where it says more", () => {
  const masses = weighedIn(weighedIn(undefined, saying(2, 4, 8)), saying(4, 4, 4));
  expect(masses).toMatchObject({ memories: 2 });
  expect(masses.means.slice(0, 3)).toEqual([3, 4, 6]);
  const [more, same, less] = activationOf(saying(6, 4, 1), masses);
  expect(same).toBe(0.5);
  expect(more).toBeGreaterThan(0.5);
  expect(less).toBeLessThan(0.5);
  expect(activationOf(saying(0), masses)[0]).toBe(0);
});

test("is how near a text is to the goal, where there is one", () => {
  const star = saying(4, 4, 4);
  expect(purposeOf(saying(4, 2, 0), star, undefined).slice(0, 3)).toEqual([
    expect.closeTo(1, 6),
    expect.closeTo(Math.SQRT1_2, 6),
    0,
  ]);
  expect(purposeOf(saying(4, 2, 0), undefined, undefined)).toEqual(activationOf(saying(4, 2, 0), undefined));
});

test("is one number on the whole: the mean", () => {
  expect(alignmentOf([1, 0.5, 0])).toBe(0.5);
  expect(alignmentOf([])).toBe(0);
});

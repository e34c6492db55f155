import { expect, onTestFinished, test } from "vitest";
import type { Shape } from "../shape/shape.ts";
import { rectangle } from "../shape/wall.ts";
import { createSolids } from "./solids.ts";

/** A wall for each length, with so many windows. */
const walls = (count: number, windows: number): Shape[] =>
  Array.from({ length: count }, (_, n): Shape => {
    const holes = Array.from({ length: windows }, (_hole, at) => rectangle(at + 0.2, 1, at + 0.8, 2));
    return { op: "stand", rings: [rectangle(0, 0, windows + 1 + n / 1000, 3), ...holes], depth: 0.2 };
  });

function begin() {
  const solids = createSolids();
  onTestFinished(() => solids.close());
  return solids;
}

test("the thread tells after each solid how far it is, and nothing of what it has made before", async () => {
  const solids = begin();
  const told: string[] = [];
  const progress = (done: number, total: number) => told.push(`${done}/${total}`);
  const made = await solids.make(walls(5, 2), { progress });
  expect(told).toEqual(["1/5", "2/5", "3/5", "4/5", "5/5"]);
  expect([...made.values()].every((one) => "solid" in one && one.solid.volume > 0)).toBe(true);
  await solids.make(walls(6, 2), { progress });
  expect(told.slice(5)).toEqual(["1/1"]);
});

test("whoever cancels is let go at once, those who wait are served, and the next call finds a thread", async () => {
  const solids = begin();
  const cancel = new AbortController();
  let seen = 0;
  const long = solids.make(walls(400, 16), {
    signal: cancel.signal,
    progress: (done) => {
      seen = done;
      if (done === 3) cancel.abort();
    },
  });
  const behind = solids.make(walls(2, 1));
  await expect(long).rejects.toMatchObject({ code: "cancelled" });
  expect(seen).toBe(3);
  expect((await behind).size).toBe(2);
  expect((await solids.make(walls(3, 1))).size).toBe(3);
  await expect(solids.make(walls(4, 1), { signal: cancel.signal })).rejects.toMatchObject({ code: "cancelled" });
});

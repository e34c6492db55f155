import { expect, test } from "vitest";
import { boxOf } from "../shape/bounds.ts";
import { rectangle } from "../shape/wall.ts";
import type { ClashBody, ClashRequest } from "./clash.ts";
import { runClash } from "./run-clash.ts";

/** Bodies that all stand in one place, so that every pair is compared. */
function heap(count: number): ClashRequest {
  const bodies = Array.from({ length: count }, (_, n): ClashBody => {
    const size = 1 + n / 1000;
    return {
      id: String(n).padStart(4, "0"),
      box: boxOf([
        [0, 0, 0],
        [size, size, size],
      ]),
      isSource: true,
      isTarget: true,
      form: {
        solid: {
          op: "place",
          shape: { op: "extrude", rings: [rectangle(0, 0, size, size)], height: size },
          at: { x: 0, y: 0, z: 0, degrees: 0 },
        },
      },
    };
  });
  return { bodies, together: new Set(), toleranceMm: 0, clearanceMm: 0, meshes: new Map() };
}

test("the search tells how far it is, and finds all", async () => {
  const told: string[] = [];
  const { clashes } = await runClash(heap(50), { progress: (done, total) => told.push(`${done}/${total}`) });
  expect(clashes).toHaveLength((50 * 49) / 2);
  expect(told).toEqual(["500/1225", "1000/1225"]);
});

test("whoever cancels a search is let go at once", async () => {
  const cancel = new AbortController();
  const told: number[] = [];
  const search = runClash(heap(400), {
    signal: cancel.signal,
    progress: (done) => {
      told.push(done);
      cancel.abort();
    },
  });
  await expect(search).rejects.toMatchObject({ code: "cancelled" });
  expect(told[0]).toBe(500);
  await expect(runClash(heap(2), { signal: cancel.signal })).rejects.toMatchObject({ code: "cancelled" });
});

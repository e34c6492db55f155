import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../kit/kernel.ts";
import { times } from "../kit/thorough.ts";
import { callSets } from "./truth-calls.ts";
import { compareOrders, idsOfSubjects } from "./truth-order.ts";

const SETS = { sqlite: times(40, 20), postgres: times(8, 4) };
/** Two places a set; the long run goes through thousands of sets. */
const CUTS = 3;

describe.each(ENGINES)("on %s", (engine) => {
  test("the same calls in any order by one to three processes come to one state root, and every snapshot to what a naive recomputation says", async () => {
    const ids = await idsOfSubjects();
    await fc.assert(
      fc.asyncProperty(callSets, async (set) => {
        const { roots, snapshots } = await compareOrders(set, ids, engine, CUTS);
        expect(new Set(roots).size).toBe(1);
        expect(snapshots.map(({ asked, answered }) => ({ asked, answered }))).toEqual(
          snapshots.map(({ asked, expected }) => ({ asked, answered: expected })),
        );
      }),
      { numRuns: SETS[engine], seed: 3 },
    );
  });
});

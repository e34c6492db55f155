import fc from "fast-check";
import { expect, test } from "vitest";
import { callSets } from "../reliability/truth-calls.ts";
import { compareOrders, idsOfSubjects } from "../reliability/truth-order.ts";

const SETS = 5000;

test("five thousand sets of calls come to one state root each in any order by one to three processes", async () => {
  const ids = await idsOfSubjects();
  let snapshotsCompared = 0;
  await fc.assert(
    fc.asyncProperty(callSets, async (set) => {
      const { roots, snapshots } = await compareOrders(set, ids, "sqlite", 1);
      snapshotsCompared += snapshots.length;
      expect(new Set(roots).size).toBe(1);
      expect(snapshots.map(({ asked, answered }) => ({ asked, answered }))).toEqual(
        snapshots.map(({ asked, expected }) => ({ asked, answered: expected })),
      );
    }),
    { numRuns: SETS, seed: 5 },
  );
  process.stderr.write(`truth: ${SETS} sets in two orders each, ${snapshotsCompared} snapshots compared\n`);
  expect(snapshotsCompared).toBeGreaterThanOrEqual(2 * SETS);
}, 3_600_000);

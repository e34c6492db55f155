import fc from "fast-check";
import { expect, test } from "vitest";
import { MutatedFile } from "../kit/mutated-files.ts";
import { parsingForTests } from "../kit/parsing.ts";
import { expectHonest } from "../kit/read-mutated.ts";

const RUNS = 20_000;
const MIB = 2 ** 20;
/** No file may hold anybody up for longer, however it is made. */
const SLOWEST_MS = 5000;

const { parse } = parsingForTests();

test("twenty thousand spoilt files of every kind: none crashes, hangs or fills the memory, and every quote holds", async () => {
  const before = process.memoryUsage.rss();
  let slowestMs = 0;
  await fc.assert(
    fc.asyncProperty(MutatedFile, async (file) => {
      const startedMs = performance.now();
      await expectHonest(file, parse);
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }),
    { numRuns: RUNS },
  );
  expect(slowestMs).toBeLessThan(SLOWEST_MS);
  expect(process.memoryUsage.rss() - before).toBeLessThan(512 * MIB);
}, 3_600_000);

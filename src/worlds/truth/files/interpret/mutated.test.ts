import fc from "fast-check";
import { test } from "vitest";
import { MutatedFile } from "../../../../../test/kit/mutated-files.ts";
import { parsingForTests } from "../../../../../test/kit/parsing.ts";
import { expectHonest } from "../../../../../test/kit/read-mutated.ts";

const { parse } = parsingForTests();

// `test/long/mutated-files.test.ts` does the same twenty thousand times.
test("files that were spoilt are read as far as they can be, and every quote holds", async () => {
  await fc.assert(
    fc.asyncProperty(MutatedFile, (file) => expectHonest(file, parse)),
    { numRuns: 300, seed: 16 },
  );
}, 120_000);

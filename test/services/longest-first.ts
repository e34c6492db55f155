import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Suites of the product as processes. They go first: a test process is copied where it starts another, which costs forty
 * times as much once it has grown to a gigabyte.
 */
const STARTS_PROCESSES = /\/test\/(?:conformance|end-to-end|reliability)\//;

/** Files that take so long that whoever begins them last keeps everybody waiting, the longest first. */
const LONGEST = [
  "silent-postgres",
  "conformance",
  "bring-over",
  "sixth-world",
  "migrate",
  "crash",
  "crash-files",
  "truth-processes",
  "parses",
  "dry-run",
  "truth-idempotency",
  "contention",
  "determinism",
];

/** Begins with what starts processes, and in each part with the longest files; the others follow as ever. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return (STARTS_PROCESSES.test(moduleId) ? 0 : LONGEST.length + 1) + (at === -1 ? LONGEST.length : at);
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

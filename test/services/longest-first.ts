import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take so long that whoever begins them last keeps everybody waiting, the longest first. */
const LONGEST = [
  "conformance",
  "dry-run",
  "silent-postgres",
  "truth-order",
  "determinism",
  "crash",
  "tamper-table",
  "tamper",
  "retrieve-entities",
  "instructions-governance",
  "contention",
  "truth-idempotency",
  "instructions-processes",
  "truth-processes",
  "cli",
];

/** Begins with the longest files; the others follow as ever. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? LONGEST.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

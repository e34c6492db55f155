import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { bodyHash } from "../../../model/normalise.ts";
import { firstOf, pageOf } from "../../../model/paging.ts";
import { driftOf } from "../../../read/drift.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { Drift, PageInput, PageOutput, Skips } from "../shapes.ts";

const ISSUES_PER_PAGE = 50;
/** What each list beside the issues may fill of an answer. */
const LIST_CHARS_MAX = 5000;

/** Whether bodies are what their stored hashes say. */
export const integrityVerify = defineTool({
  name: "integrity_verify",
  title: "Verify integrity",
  description: [
    "Hashes every body anew and names the entries whose stored sourceHash says otherwise: someone edited the file, or",
    "tampered with it. `skipped` lists files that hold no usable entry, with the reason; `cycles` entries that replace",
    "each other in a circle. No issues means every hash holds. instructions_repair accepts the bodies as they are now.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("integrity_verify"),
  input: z.object(PageInput),
  output: z.object({
    hash: z.string(),
    count: z.int(),
    issues: z.array(z.object({ id: z.string(), expected: z.string(), actual: z.string() })),
    issueCount: z.int(),
    skipped: Skips,
    skippedCount: z.int(),
    cycles: z.array(z.array(z.string())),
    drift: Drift,
    ...PageOutput,
  }),
  async run(page, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const issues = entries.all().flatMap(({ id, body, sourceHash }) => {
      const actual = bodyHash(body);
      return actual === sourceHash ? [] : [{ id, expected: sourceHash, actual }];
    });
    const drift = driftOf(instructions);
    const skipped = entries.skipped();
    const limit = page.limit ?? (instructions.whole ? undefined : ISSUES_PER_PAGE);
    const { items, cut } = pageOf(issues, { ...page, limit }, instructions.whole);
    return {
      hash: entries.hash(),
      count: entries.all().length,
      issues: items,
      issueCount: issues.length,
      skipped: firstOf(skipped, instructions.whole, LIST_CHARS_MAX),
      skippedCount: skipped.length,
      cycles: firstOf(entries.cycles(), instructions.whole, LIST_CHARS_MAX),
      ...(drift && { drift }),
      ...cut,
    };
  },
});

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { projectGovernance } from "../../../model/hashes.ts";
import { spelledAs } from "../../../model/methods.ts";
import { pageOf } from "../../../model/paging.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { PageInput, PageOutput } from "../shapes.ts";

const Projection = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  owner: z.string(),
  priorityTier: z.string(),
  nextReviewDue: z.string(),
  semanticSummarySha256: z.string(),
  changeLogLength: z.int(),
});

/** One hash over who owns what, in which version, due when. */
export const instructionsGovernanceHash = defineTool({
  name: "instructions_governance_hash",
  title: "Governance hash",
  description: [
    "One hash over the governance of all entries: title, version, owner, tier, review date, summary, length of the change",
    "log. Edits of a body alone do not move it, and neither does time. Keep it and compare at the next start: when it",
    "differs and nobody meant to change governance, look at `items` and at integrity_verify.",
    "A long list is cut: go on with `offset: next_offset`; the hash always covers all.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("instructions_governance_hash"),
  input: z.object(PageInput),
  output: z.object({ count: z.int(), governanceHash: z.string(), items: z.array(Projection), ...PageOutput }),
  async run(page, instructions: Instructions) {
    const entries = await readEntries(instructions);
    const { items, cut } = pageOf(entries.all().map(projectGovernance), page, instructions.whole);
    return { count: entries.all().length, governanceHash: entries.governanceHash(), items, ...cut };
  },
});

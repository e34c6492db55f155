import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { defineChange } from "../../../write/change.ts";
import { planMerge } from "../../../write/merge.ts";
import { CHANGED } from "../../answers.ts";

export const mergeBranch = defineChange({
  name: "merge_branch",
  title: "Merge a branch",
  description: [
    "Bring what was done on one branch into another. What only one of them changed is taken over; different parameters of one element go together.",
    "Where both changed the same, 1308 lists the conflicts and nothing is merged: call again with one resolution for each. What comes out must hold as a building, or the merge is refused.",
    "A person approves it. Both branches go on afterwards.",
  ].join("\n"),
  effect: "destructive",
  permission: "MODIFY",
  input: z.object({
    source_branch_id: z.string().min(1).max(200).describe("Id or name of the branch whose changes are taken"),
    target_branch_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Where they go; else the branch source forked from"),
    resolutions: z
      .array(
        z.object({
          element_id: z.string().min(1).max(200),
          parameter: z.string().max(100).optional().describe("Left out: the whole element"),
          take: z.enum(["source", "target"]),
        }),
      )
      .max(10_000)
      .optional(),
    ...WHERE,
  }),
  output: z.object({
    source_branch_id: z.string(),
    merged: z.object({ created: z.int(), modified: z.int(), deleted: z.int() }),
    resolved: z.int(),
    ...CHANGED,
  }),
  place: async ({ source_branch_id, target_branch_id, model_id }, building) => {
    const { branch: source } = await building.branchOf({ branch_id: source_branch_id, model_id });
    const target = target_branch_id ?? source.parent_id;
    if (target === null) {
      throw refuse("missing_parameter", "main forked from no branch: say target_branch_id", {
        argument: "target_branch_id",
      });
    }
    return { branch_id: target, model_id: source.project_id };
  },
  async plan({ source_branch_id, resolutions = [], model_id }, where, building) {
    const { branch: source } = await building.branchOf({ branch_id: source_branch_id, model_id });
    return planMerge(building, where, source, resolutions);
  },
});

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { BRANCH_SWITCHED } from "../../../model/recorded.ts";
import { recordAll } from "../../../write/change.ts";

export const switchBranch = defineTool({
  name: "switch_branch",
  title: "Switch to a branch",
  description: [
    "From now on, calls of this agent that name no branch_id work on this branch, on every server of the building world.",
    "Others are not affected. It changes no element.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: z.object({ ...WHERE, branch_id: z.string().min(1).max(200).describe("Id or name of the branch") }),
  output: z.object({ branch_id: z.string(), name: z.string(), model_id: z.string() }),
  async run(asked, building: Building) {
    const { project, branch } = await building.branchOf(asked);
    await recordAll(building, { branch }, [
      { kind: BRANCH_SWITCHED, aggregate_id: branch.id, payload: { project_id: project.id, agent: building.agent } },
    ]);
    return { branch_id: branch.id, name: branch.name, model_id: project.id };
  },
});

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";

export const listBranches = defineTool({
  name: "list_branches",
  title: "List branches",
  description:
    "All branches of a project with where each forked and how far it has come, and which one this agent works on.",
  effect: "read",
  input: z.object({ model_id: WHERE.model_id }),
  output: z.object({
    model_id: z.string(),
    active_branch_id: z.string(),
    branches: z.array(
      z.object({
        branch_id: z.string(),
        name: z.string(),
        parent_branch_id: z.string().nullable(),
        forked_at: z.int().nullable(),
        forked_at_event_id: z.string().nullable(),
        model_version: z.int(),
        head_event_id: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
  async run({ model_id }, building: Building) {
    const project = await building.projectOf(model_id);
    const active = await building.stores.projects.activeBranch(project.id, building.agent);
    const branches = await building.stores.branches.of(project.id);
    return {
      model_id: project.id,
      active_branch_id: active ?? project.main_branch_id,
      branches: branches.map((branch) => ({
        branch_id: branch.id,
        name: branch.name,
        parent_branch_id: branch.parent_id,
        forked_at: branch.fork_seq,
        forked_at_event_id: branch.fork_event_id,
        model_version: branch.head_seq,
        head_event_id: branch.head_event_id,
        created_at: new Date(branch.created_at).toISOString(),
      })),
    };
  },
});

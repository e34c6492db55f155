import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { refuse } from "../../../model/codes.ts";
import { isUuid } from "../../../model/ids.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { BRANCH_CREATED } from "../../../model/recorded.ts";
import { recordAll } from "../../../write/change.ts";

export const createBranch = defineTool({
  name: "create_branch",
  title: "Create a branch",
  description: [
    "Begin a line of changes of its own, from a branch as it is now or as it was after any of its events.",
    "Work on it with branch_id, or switch_branch first; bring it back with merge_branch. A name that is taken is refused (1003).",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  input: z.object({
    name: z.string().trim().min(1).max(100).describe("Its name; one of a kind in its project"),
    from_event_id: z.string().min(1).max(200).optional().describe("The last event it shares; else all of branch_id"),
    ...WHERE,
  }),
  output: z.object({
    branch_id: z.string(),
    name: z.string(),
    model_id: z.string(),
    parent_branch_id: z.string(),
    forked_at: z.int().describe("Place of the last shared event on the parent"),
    elements: z.int(),
  }),
  async run({ name, from_event_id, ...asked }, building: Building) {
    const from =
      from_event_id === undefined ? undefined : await building.stores.events.find(from_event_id.toLowerCase());
    if (from_event_id !== undefined && from === undefined) {
      throw refuse("event_not_found", "No branch has an event with this id", { event_id: from_event_id });
    }
    const { project, branch } = await building.branchOf(
      from === undefined ? asked : { branch_id: from.branch_id, model_id: asked.model_id },
    );
    if (isUuid(name) || (await building.stores.branches.named(project.id, name)) !== undefined) {
      throw refuse("out_of_range", "A branch needs a name that no other branch of its project has", {
        argument: "name",
      });
    }
    const seq = from?.seq ?? branch.head_seq;
    const { size } = await building.stateAt(branch, seq);
    const id = building.scope.env.id();
    await recordAll(building, { branch: { id } }, [
      {
        kind: BRANCH_CREATED,
        aggregate_id: id,
        payload: {
          branch: { id, name },
          project_id: project.id,
          parent_id: branch.id,
          fork_seq: seq,
          fork_event_id: from?.event_id ?? branch.head_event_id,
        },
      },
    ]);
    return { branch_id: id, name, model_id: project.id, parent_branch_id: branch.id, forked_at: seq, elements: size };
  },
});

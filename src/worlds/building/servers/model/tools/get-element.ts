import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building, Where } from "../../../building.ts";
import { refuse } from "../../../model/codes.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { describeElement, ShownElement } from "../../../read/describe-element.ts";

export const getElement = defineTool({
  name: "get_element",
  title: "Get an element",
  description: [
    "One element with its parameters in mm, what it stands on, what hangs on it, its box and its volume; as it is now, or as it was after an event of its branch.",
    "1300 means it never was there, 1307 that it was deleted.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    element_id: ElementId,
    at_event_id: z.string().min(1).max(200).optional().describe("As it was after this event"),
    ...WHERE,
  }),
  output: z.object({ element: ShownElement, model_id: z.string(), branch_id: z.string(), model_version: z.int() }),
  async run({ element_id, at_event_id, ...asked }, building: Building) {
    const where = at_event_id === undefined ? await building.where(asked) : await whereAt(building, asked, at_event_id);
    const element = await building.require(where, element_id);
    return {
      element: await describeElement(building, where.state, element),
      model_id: where.project.id,
      branch_id: where.branch.id,
      model_version: where.branch.head_seq,
    };
  },
});

/** A branch as it was after one of its events. */
async function whereAt(building: Building, asked: { model_id?: string | undefined }, eventId: string): Promise<Where> {
  const event = await building.stores.events.find(eventId.toLowerCase());
  if (event === undefined)
    throw refuse("event_not_found", "No branch has an event with this id", { event_id: eventId });
  const { project, branch } = await building.branchOf({ branch_id: event.branch_id, model_id: asked.model_id });
  return { project, branch: { ...branch, head_seq: event.seq }, state: await building.stateAt(branch, event.seq) };
}

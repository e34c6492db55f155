import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { memoryNotFound, refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { SYNC_THRESHOLDS } from "../../../model/mind/kuramoto.ts";
import { compete, heardAt } from "../../../model/mind/workspace.ts";
import { entered, lost, modulatorRowAt } from "../../../model/modulators.ts";
import { toPayload, WORKSPACE_CONTESTED } from "../../../model/recorded.ts";
import { mindNow } from "../../../read/mind.ts";

const Share = z.number().min(0).max(1);

export const triggerWorkspaceBroadcast = defineTool({
  name: "trigger_workspace_broadcast",
  title: "Send a memory into the workspace",
  description: [
    "Let a memory compete for the workspace with r × importance × alignment. The winner is heard for a tenth of a second, and winning raises dopamine.",
    "While the oscillators are not in step (r below 0.8) nothing is admitted: success is false, and nothing is written. With force it is admitted, and wins.",
    "An unknown memory is refused (-32602), a deleted one too (-32006).",
  ].join("\n"),
  effect: "write",
  input: z.object({
    memory_id: z.string().describe("As store_memory or search_graph gave it"),
    importance: Share.default(0.8),
    alignment: Share.default(0.8),
    force: z.boolean().default(false).describe("Admit it whatever r is, and let it win"),
  }),
  output: z.object({
    success: z.boolean(),
    memory_id: z.string(),
    new_r: z.number(),
    was_selected: z.boolean(),
    is_broadcasting: z.boolean().optional(),
    dopamine_triggered: z.boolean().optional(),
    score: z.number(),
    reason: z.string().optional(),
  }),
  async run(input, graph: Graph) {
    const { memory_id } = input;
    await requireLiving(graph, memory_id);
    const { oscillators, order, workspace, nowMs } = await mindNow(graph);
    const contest = compete(workspace, input, order.r, nowMs, input.force);
    const told = { memory_id, new_r: order.r, was_selected: contest.won, score: contest.score };
    if (!contest.admitted) {
      const reason = `r is below ${SYNC_THRESHOLDS.conscious}: the oscillators are not in step. Store more, raise the coupling, or use force.`;
      return { success: false, ...told, reason };
    }
    let modulators = modulatorRowAt(await graph.state.get("modulators"), nowMs);
    for (const score of contest.losers) modulators = lost(modulators, score);
    if (contest.won) modulators = entered(modulators);
    const state = rowsOf({ oscillators, workspace: contest.workspace, modulators });
    const touched = contest.won ? [{ id: memory_id, accesses: 1 }] : [];
    await graph.scope.record({ kind: WORKSPACE_CONTESTED, payload: toPayload({ state, touched }, { memory_id }) });
    const { is_broadcasting } = heardAt(contest.workspace, nowMs);
    return { success: true, ...told, is_broadcasting, dopamine_triggered: contest.won };
  },
});

async function requireLiving(graph: Graph, id: string): Promise<void> {
  if ((await graph.memories.find(id)) !== undefined) return;
  if ((await graph.memories.findAny(id)) === undefined) throw memoryNotFound(id);
  throw refuse("WORKSPACE_ERROR", "This memory was deleted or merged; nothing hears it.", "memory_deleted", {
    memory_id: id,
  });
}

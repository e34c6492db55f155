import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { AnySession } from "../../../model/mind/inputs.ts";
import { SYNC_THRESHOLDS } from "../../../model/mind/kuramoto.ts";
import { BROADCAST_MS, heardAt } from "../../../model/mind/workspace.ts";
import { mindNow } from "../../../read/mind.ts";

export const getWorkspaceStatus = defineTool({
  name: "get_workspace_status",
  title: "Look at the workspace",
  description: [
    "Which memory holds the workspace now, if any: the one with the highest r × importance × alignment, for a tenth of a second after it won.",
    "Memories compete when they are stored, and when trigger_workspace_broadcast sends them. conflict_memories are those that competed in the same window.",
  ].join("\n"),
  effect: "read",
  input: z.object({ session_id: AnySession }),
  output: z.object({
    active_memory: z.string().nullable(),
    is_broadcasting: z.boolean(),
    has_conflict: z.boolean(),
    coherence_threshold: z.number(),
    conflict_memories: z.array(z.string()),
    broadcast_duration_ms: z.number(),
    last_winner: z.string().nullable(),
    winners_remembered: z.int(),
  }),
  async run(_input, graph: Graph) {
    const { workspace, nowMs } = await mindNow(graph);
    return {
      ...heardAt(workspace, nowMs),
      coherence_threshold: SYNC_THRESHOLDS.conscious,
      broadcast_duration_ms: BROADCAST_MS,
      last_winner: workspace.winners.at(-1)?.memory_id ?? null,
      winners_remembered: workspace.winners.length,
    };
  },
});

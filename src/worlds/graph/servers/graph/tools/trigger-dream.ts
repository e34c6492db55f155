import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { DreamReport } from "../../../model/dream/report.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { DREAM_ENDED, toPayload } from "../../../model/recorded.ts";
import { dreamsOf, dreamWeather } from "../../../read/dreams.ts";
import { mindNow } from "../../../read/mind.ts";
import { dreamOver, edgesOf, type Outcome, reportOf } from "../../../write/dream.ts";
import { steeredRows } from "../../../write/steer.ts";

type Prepared = { readonly skip: string } | { readonly outcome: Outcome; readonly began: number };

export const triggerDream = defineTool({
  name: "trigger_dream",
  title: "Dream once",
  description: [
    "Go through the newest memories again, in under two seconds: edges between what is used grow, others wear off and are pruned, paths that are walked often get a shortcut, and memories with one cause in common that nothing joined are joined.",
    "Within 30 minutes of the last dream triggered is false, unless force is given; an empty graph has nothing to dream of. While another dream runs it is refused (-32008).",
    "abort_dream ends a running one; it then leaves everything as it was. get_dream_status keeps the report.",
  ].join("\n"),
  effect: "write",
  input: z.object({ force: z.boolean().default(false).describe("Dream although the last dream was not long ago") }),
  output: z.object({
    triggered: z.boolean(),
    reason: z.string(),
    current_state: z.string(),
    activity_level: z.number(),
    force_available: z.boolean().optional(),
    report: DreamReport.optional(),
  }),
  async prepare({ force }, graph: Graph): Promise<Prepared> {
    const { memories, cooldown, dreams } = await dreamWeather(graph);
    if (memories === 0) return { skip: "There is no memory to dream of." };
    if (cooldown > 0 && !force) {
      return {
        skip: `The last dream was not long ago: ${Math.ceil(cooldown)} seconds are left. Use force to dream all the same.`,
      };
    }
    return { outcome: await dreamOver(graph, dreams.started + 1), began: dreams.started };
  },
  async run({ force }, graph: Graph, prepared: Prepared) {
    const { activity, nowMs, memories } = await dreamWeather(graph);
    const still = { current_state: "awake", activity_level: activity.level };
    if ("skip" in prepared) {
      return {
        triggered: false,
        reason: prepared.skip,
        ...still,
        force_available: memories > 0,
      };
    }
    const dreams = await dreamsOf(graph);
    // Another process dreamed meanwhile: this dream would count for nothing.
    if (dreams.started !== prepared.began) throw new KernelError("outdated", "Another dream ended meanwhile");
    const { outcome } = prepared;
    const report = reportOf(outcome, force ? "forced dream ended" : "dream ended");
    const { edges, removed } = await edgesOf(graph, outcome);
    const { oscillators } = await mindNow(graph);
    const state = {
      ...rowsOf({
        dreams: {
          started: dreams.started + 1,
          completed: dreams.completed + (report.completed ? 1 : 0),
          last: { ...report, at: nowMs },
          candidates: outcome.dream?.candidates ?? dreams.candidates,
        },
        ...(outcome.dream !== null && { oscillators: { ...oscillators, phases: outcome.dream.phases } }),
      }),
      ...(outcome.dream !== null && (await steeredRows(graph, nowMs))),
    };
    await graph.scope.record({ kind: DREAM_ENDED, payload: toPayload({ state, edges, edges_removed: removed }) });
    return { triggered: true, reason: report.wake_reason, ...still, report };
  },
});

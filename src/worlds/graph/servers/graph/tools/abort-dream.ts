import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { DREAM_RULES } from "../../../model/dream/schedule.ts";
import { scrub } from "../../../model/scrub.ts";

export const abortDream = defineTool({
  name: "abort_dream",
  title: "End a running dream",
  description: [
    "Wake the graph: the dream that trigger_dream runs in this process stops at its next pause, within a tenth of a second, and leaves every edge as it was.",
    "While no dream runs here aborted is false, and nothing happens. The answer to trigger_dream then says that it was aborted, and why.",
  ].join("\n"),
  effect: "write",
  input: z.object({ reason: z.string().max(500).default("aborted").describe("Why; the dream's report keeps it") }),
  output: z.object({
    aborted: z.boolean(),
    abort_latency_ms: z.number().nullable(),
    previous_state: z.string(),
    mandate_met: z.boolean().nullable(),
    reason: z.string(),
  }),
  async run({ reason }, { scope, dreaming, tenant }: Graph) {
    const running = dreaming.get(tenant);
    if (running === undefined) {
      const why = "No dream is running in this process: there is nothing to end.";
      return { aborted: false, abort_latency_ms: null, previous_state: "awake", mandate_met: null, reason: why };
    }
    const previous_state = running.state;
    const began = scope.env.monotonicMs();
    if (!scope.dryRun) {
      running.abortReason = `aborted: ${scrub(reason).text}`;
      await running.stopped;
    }
    const abort_latency_ms = scope.env.monotonicMs() - began;
    return {
      aborted: !scope.dryRun,
      abort_latency_ms,
      previous_state,
      mandate_met: abort_latency_ms < DREAM_RULES.wake_ms_max,
      reason,
    };
  },
});

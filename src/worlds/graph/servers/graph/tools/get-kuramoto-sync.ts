import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { AnySession, Thirteen, ThirteenLabels } from "../../../model/mind/inputs.ts";
import { NATURAL_FREQUENCIES, SYNC_THRESHOLDS, syncStateOf } from "../../../model/mind/kuramoto.ts";
import { SPACES } from "../../../model/spaces/names.ts";
import { mindNow } from "../../../read/mind.ts";

export const getKuramotoSync = defineTool({
  name: "get_kuramoto_sync",
  title: "Look at the oscillators",
  description: [
    "How far the 13 oscillators, one for each space, are in step: r from 0 to 1, their mean phase psi, and each phase.",
    "They move for a second after a memory came or was sent into the workspace, and after their coupling changed; memories that speak in several spaces at once pull them together. At rest they stand still.",
    "To change how strongly they pull each other, use adjust_coupling.",
  ].join("\n"),
  effect: "read",
  input: z.object({ session_id: AnySession }),
  output: z.object({
    r: z.number(),
    psi: z.number(),
    synchronization: z.number(),
    state: z.string(),
    phases: Thirteen,
    natural_freqs: Thirteen,
    coupling: z.number(),
    elapsed_seconds: z.number(),
    embedding_labels: ThirteenLabels,
    thresholds: z.object({ conscious: z.number(), fragmented: z.number(), hypersync: z.number() }),
  }),
  async run(_input, graph: Graph) {
    const { oscillators, order } = await mindNow(graph);
    return {
      r: order.r,
      psi: order.psi,
      synchronization: order.r,
      state: syncStateOf(order.r),
      phases: oscillators.phases,
      natural_freqs: NATURAL_FREQUENCIES,
      coupling: oscillators.coupling,
      elapsed_seconds: oscillators.elapsed_seconds,
      embedding_labels: SPACES.map(({ label }) => label),
      thresholds: SYNC_THRESHOLDS,
    };
  },
});

import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { COUPLING_MAX, COUPLING_MIN, forecastOrder } from "../../../model/mind/kuramoto.ts";
import { COUPLING_ADJUSTED, toPayload } from "../../../model/recorded.ts";
import { mindNow } from "../../../read/mind.ts";

const clamped = (coupling: number) => Math.min(COUPLING_MAX, Math.max(COUPLING_MIN, coupling));

export const adjustCoupling = defineTool({
  name: "adjust_coupling",
  title: "Change how strongly the oscillators pull each other",
  description: [
    "Set the coupling K. Above about 2.5 the oscillators stay in step, below 1 they drift apart.",
    "predicted_r is simulated: ten seconds from the present phases with the new K, the mean of the last five. A K outside 0…10 is brought to the nearer end, and K_clamped says so.",
  ].join("\n"),
  effect: "write",
  input: z.object({ new_K: z.number().describe("The new coupling, 0 to 10; 2.5 unless it was ever changed") }),
  output: z.object({
    old_K: z.number(),
    new_K: z.number(),
    predicted_r: z.number(),
    current_r: z.number(),
    K_clamped: z.boolean(),
  }),
  async prepare({ new_K }, graph: Graph) {
    const { oscillators } = await mindNow(graph);
    return {
      version: await graph.state.version("oscillators"),
      predicted: forecastOrder(oscillators.phases, clamped(new_K)),
    };
  },
  async run({ new_K }, graph: Graph, prepared) {
    // Phases that were moved meanwhile would lead elsewhere.
    if ((await graph.state.version("oscillators")) !== prepared.version) {
      throw new KernelError("outdated", "The oscillators were moved while this was simulated");
    }
    const { oscillators, order } = await mindNow(graph);
    const coupling = clamped(new_K);
    const state = rowsOf({ oscillators: { ...oscillators, coupling } });
    await graph.scope.record({ kind: COUPLING_ADJUSTED, payload: toPayload({ state }) });
    return {
      old_K: oscillators.coupling,
      new_K: coupling,
      predicted_r: prepared.predicted,
      current_r: order.r,
      K_clamped: coupling !== new_K,
    };
  },
});

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { isSufficient, stateMs } from "../../../model/mind/consciousness.ts";
import { trajectoryLength } from "../../../model/mind/ego.ts";
import { AnySession, Thirteen } from "../../../model/mind/inputs.ts";
import { SYNC_THRESHOLDS, syncStateOf } from "../../../model/mind/kuramoto.ts";
import { metaAccuracy, metaTrend } from "../../../model/mind/meta.ts";
import { heardAt } from "../../../model/mind/workspace.ts";
import { identityStatus, mindNow } from "../../../read/mind.ts";

export const getConsciousnessState = defineTool({
  name: "get_consciousness_state",
  title: "Look at the whole state",
  description: [
    "One number C from 0 to 1 for how the graph is doing: how far its oscillators are in step (integration), how well it foresaw what it would learn (reflection), how evenly its purpose is spread over the spaces (differentiation), multiplied.",
    "component_analysis names the factor that holds it back. It is no claim about experience, only the product of three measurements.",
    "For the parts alone, use get_kuramoto_sync, get_workspace_status and get_ego_state.",
  ].join("\n"),
  effect: "read",
  input: z.object({ session_id: AnySession }),
  output: z.object({
    C: z.number(),
    r: z.number(),
    psi: z.number(),
    meta_score: z.number(),
    meta_trend: z.string(),
    differentiation: z.number(),
    integration: z.number(),
    reflection: z.number(),
    state: z.string(),
    gwt_state: z.string(),
    sync_state: z.string(),
    hypersync_warning: z.boolean(),
    time_in_state_ms: z.number(),
    workspace: z.object({
      active_memory: z.string().nullable(),
      is_broadcasting: z.boolean(),
      has_conflict: z.boolean(),
      coherence_threshold: z.number(),
    }),
    identity: z.object({
      coherence: z.number().nullable(),
      status: z.string(),
      trajectory_length: z.int(),
      purpose_vector: Thirteen,
    }),
    component_analysis: z.object({
      integration_sufficient: z.boolean(),
      reflection_sufficient: z.boolean(),
      differentiation_sufficient: z.boolean(),
      limiting_factor: z.string(),
    }),
  }),
  async run(_input, graph: Graph) {
    const mind = await mindNow(graph);
    const { consciousness, order } = mind;
    if (!Number.isFinite(consciousness.level)) {
      throw refuse("CONSCIOUSNESS_COMPUTATION_FAILED", "The state rows hold no numbers to compute from.", "not_finite");
    }
    const { active_memory, is_broadcasting, has_conflict } = heardAt(mind.workspace, mind.nowMs);
    return {
      C: consciousness.level,
      r: order.r,
      psi: order.psi,
      meta_score: metaAccuracy(mind.meta),
      meta_trend: metaTrend(mind.meta),
      differentiation: consciousness.differentiation,
      integration: consciousness.integration,
      reflection: consciousness.reflection,
      state: consciousness.state,
      gwt_state: consciousness.state,
      sync_state: syncStateOf(order.r),
      hypersync_warning: order.r > SYNC_THRESHOLDS.hypersync,
      time_in_state_ms: stateMs(mind.awareness, consciousness.state, mind.nowMs),
      workspace: { active_memory, is_broadcasting, has_conflict, coherence_threshold: SYNC_THRESHOLDS.conscious },
      identity: {
        coherence: mind.identity,
        status: identityStatus(mind.identity),
        trajectory_length: trajectoryLength(mind.ego),
        purpose_vector: mind.purpose,
      },
      component_analysis: {
        integration_sufficient: isSufficient(consciousness.integration),
        reflection_sufficient: isSufficient(consciousness.reflection),
        differentiation_sufficient: isSufficient(consciousness.differentiation),
        limiting_factor: consciousness.limiting_factor,
      },
    };
  },
});

import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { GAIN_MIN } from "../../../model/goals/correction.ts";
import { driftLevel } from "../../../model/goals/drift.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { modulatorRowAt, progressed } from "../../../model/modulators.ts";
import { DRIFT_CORRECTED, toPayload } from "../../../model/recorded.ts";
import { learnedThresholds } from "../../../read/calibration.ts";
import { raised, workOutCorrection } from "../../../write/correct-drift.ts";

const State = z.object({ alignment: z.number(), level: z.string(), goal_weight: z.number() });

export const triggerDriftCorrection = defineTool({
  name: "trigger_drift_correction",
  title: "Correct drift",
  description: [
    "Do what the drift of the last week asks for: reinforce the goal (it counts more in ranking and moves a tenth of the way towards the memories that serve it best), or raise the threshold of acceptance. alignment_after is measured with the goal as it is then.",
    "Skipped where there is no north star, no memory, no drift, or where drift is severe and grows: then a person should look. With force the goal is reinforced all the same; target_alignment repeats the move, at most twenty times, until it is reached or nothing more comes of it.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    force: z.boolean().default(false),
    target_alignment: z.number().min(0).max(1).optional(),
  }),
  output: z.object({
    skipped: z.boolean().optional(),
    reason: z.string().optional(),
    correction_result: z
      .object({
        strategy_applied: z.string(),
        alignment_before: z.number(),
        alignment_after: z.number(),
        improvement: z.number(),
        success: z.boolean(),
        steps: z.int(),
      })
      .optional(),
    before_state: State.optional(),
    after_state: State.optional(),
    severity: z.string(),
    forced: z.boolean(),
    reference_type: z.string(),
  }),
  async prepare({ force, target_alignment }, graph: Graph) {
    const version = await graph.state.version("goals");
    return { version, ...(await workOutCorrection(graph, force, target_alignment)) };
  },
  async run({ force }, graph: Graph, { version, drift, corrected }) {
    if ((await graph.state.version("goals")) !== version) {
      throw new KernelError("outdated", "Goals were changed while the correction was worked out");
    }
    const { north_star } = drift.goals;
    const told = {
      severity: drift.severity,
      forced: force,
      reference_type: north_star === null ? "computed_centroid" : "north_star",
    };
    if (corrected === undefined || north_star === null) {
      const reason =
        north_star === null
          ? "There is no north star: use auto_bootstrap_north_star."
          : "No memory came in the last week.";
      return { skipped: true, reason, ...told };
    }
    const { correction, before, after } = corrected;
    if (correction.strategy === "NoAction") return { skipped: true, reason: "There is no drift to correct.", ...told };
    if (correction.strategy === "Emergency") {
      const reason = "Drift is severe and grows: look at get_alignment_drift, and use force if the goal shall follow.";
      return { skipped: true, reason, ...told };
    }
    const nowMs = graph.scope.env.now();
    const modulators = progressed(modulatorRowAt(await graph.state.get("modulators"), nowMs), after - before);
    const state = rowsOf({
      modulators,
      ...(correction.strategy === "ReinforceGoal"
        ? { goals: { ...drift.goals, north_star: corrected.star } }
        : { thresholds: raised(await learnedThresholds(graph), correction.by) }),
    });
    await graph.scope.record({
      kind: DRIFT_CORRECTED,
      payload: toPayload({ state }, { strategy: correction.strategy }),
    });
    return {
      correction_result: {
        strategy_applied: correction.strategy,
        alignment_before: before,
        alignment_after: after,
        improvement: after - before,
        success: after - before >= GAIN_MIN,
        steps: corrected.steps,
      },
      before_state: { alignment: before, level: driftLevel(before), goal_weight: north_star.weight },
      after_state: { alignment: after, level: driftLevel(after), goal_weight: corrected.star.weight },
      ...told,
    };
  },
});

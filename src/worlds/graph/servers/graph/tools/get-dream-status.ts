import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { DreamReport } from "../../../model/dream/report.ts";
import { DREAM_RULES } from "../../../model/dream/schedule.ts";
import { dreamWeather } from "../../../read/dreams.ts";

export const getDreamStatus = defineTool({
  name: "get_dream_status",
  title: "Look at the dreams",
  description: [
    "Whether a dream runs in this process, how many ended by themselves, what the last one did, and whether another would be due: trigger_decision says why or why not.",
    "Activity counts memories that are stored: the share of the last ten minutes' ten-second slots in which one came. No GPU is used, so gpu_usage is null.",
  ].join("\n"),
  effect: "read",
  input: z.object({}),
  output: z.object({
    state: z.string(),
    is_dreaming: z.boolean(),
    gpu_usage: z.number().nullable(),
    activity_level: z.number(),
    completed_cycles: z.int(),
    started_cycles: z.int(),
    time_since_last_dream_secs: z.number().nullable(),
    last_dream_completed: z.boolean().nullable(),
    last_report: DreamReport.nullable(),
    scheduler: z.object({
      average_activity: z.number(),
      activity_threshold: z.number(),
      idle_duration_trigger_secs: z.number(),
      cooldown_remaining_secs: z.number(),
      current_idle_duration_secs: z.number(),
      trigger_decision: z.string(),
    }),
    constitution_compliance: z.object({
      idle_long_enough: z.boolean(),
      activity_low_enough: z.boolean(),
      cooled_down: z.boolean(),
    }),
    constitution_reference: z.object({
      activity_threshold: z.number(),
      idle_minutes: z.number(),
      wake_latency_ms: z.number(),
      gpu_share: z.number(),
    }),
  }),
  async run(_input, graph: Graph) {
    const { nowMs, dreams, activity, cooldown, decision } = await dreamWeather(graph);
    const running = graph.dreaming.get(graph.tenant);
    const { last } = dreams;
    return {
      state: running?.state ?? "awake",
      is_dreaming: running !== undefined,
      gpu_usage: null,
      activity_level: activity.level,
      completed_cycles: dreams.completed,
      started_cycles: dreams.started,
      time_since_last_dream_secs: last === null ? null : (nowMs - last.at) / 1000,
      last_dream_completed: last?.completed ?? null,
      last_report: last === null ? null : DreamReport.parse(last),
      scheduler: {
        average_activity: activity.average,
        activity_threshold: DREAM_RULES.activity_below,
        idle_duration_trigger_secs: DREAM_RULES.idle_seconds,
        cooldown_remaining_secs: cooldown,
        current_idle_duration_secs: activity.idleSeconds,
        trigger_decision: decision,
      },
      constitution_compliance: {
        idle_long_enough: activity.idleSeconds >= DREAM_RULES.idle_seconds,
        activity_low_enough: activity.average < DREAM_RULES.activity_below,
        cooled_down: cooldown === 0,
      },
      constitution_reference: {
        activity_threshold: DREAM_RULES.activity_below,
        idle_minutes: DREAM_RULES.idle_seconds / 60,
        wake_latency_ms: DREAM_RULES.wake_ms_max,
        gpu_share: DREAM_RULES.gpu_share_max,
      },
    };
  },
});

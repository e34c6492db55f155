import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("tells when a dream would be due and keeps the report of the last", async () => {
  const graph = await openFilledGraph();
  const early = await graph.ask("get_dream_status");
  expect(early).toEqual({
    state: "awake",
    is_dreaming: false,
    gpu_usage: null,
    activity_level: 0,
    completed_cycles: 0,
    started_cycles: 0,
    time_since_last_dream_secs: null,
    last_dream_completed: null,
    last_report: null,
    scheduler: {
      average_activity: expect.any(Number),
      activity_threshold: 0.15,
      idle_duration_trigger_secs: 600,
      cooldown_remaining_secs: 0,
      current_idle_duration_secs: expect.any(Number),
      trigger_decision: "awake",
    },
    constitution_compliance: { idle_long_enough: false, activity_low_enough: false, cooled_down: true },
    constitution_reference: { activity_threshold: 0.15, idle_minutes: 10, wake_latency_ms: 100, gpu_share: 0.3 },
    _cognitive_pulse: expect.any(Object),
  });
  await graph.env.sleep(15 * 60_000);
  const idle = await graph.ask("get_dream_status");
  expect(idle.scheduler.average_activity).toBeLessThan(early.scheduler.average_activity);
  expect(idle.scheduler.trigger_decision).toBe("idle");
  const { report } = await graph.ask("trigger_dream");
  const after = await graph.ask("get_dream_status");
  expect(after).toMatchObject({ completed_cycles: 1, last_dream_completed: true, last_report: report });
  expect(after.scheduler).toMatchObject({ trigger_decision: "cooldown" });
  expect(after.scheduler.cooldown_remaining_secs).toBeGreaterThan(1700);
});

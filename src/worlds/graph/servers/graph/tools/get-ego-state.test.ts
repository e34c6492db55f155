import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("tells what the graph is about and how steadily", async () => {
  const graph = await openFilledGraph();
  const state = await graph.ask("get_ego_state");
  const { r } = await graph.ask("get_kuramoto_sync");
  expect(state).toEqual({
    purpose_vector: expect.any(Array),
    identity_coherence: expect.any(Number),
    coherence_with_actions: expect.any(Number),
    identity_status: expect.stringMatching(/^(Healthy|Warning)$/),
    trajectory_length: 13,
    thresholds: { healthy: 0.9, warning: 0.7, degraded: 0.5, critical: 0 },
    identity_continuity: {
      ic: state.identity_coherence,
      status: state.identity_status,
      in_crisis: false,
      history_len: 13,
      last_detection: {
        identity_coherence: expect.any(Number),
        previous_status: expect.any(String),
        current_status: expect.any(String),
        status_changed: expect.any(Boolean),
        entering_crisis: false,
        entering_critical: false,
        recovering: expect.any(Boolean),
        time_since_last_event_ms: expect.any(Number),
        can_emit_event: expect.any(Boolean),
      },
    },
    _cognitive_pulse: expect.any(Object),
  });
  // A cosine near one, times the order.
  expect(state.identity_coherence).toBeLessThanOrEqual(r);
  expect(state.identity_coherence).toBeGreaterThan(0.95 * r);
});

test("falls into a crisis when the oscillators are let go, and has no identity before the first memory", async () => {
  const graph = await openFilledGraph();
  const before = await graph.ask("get_ego_state");
  await graph.ask("trigger_dream");
  const after = await graph.ask("get_ego_state");
  expect(after.identity_coherence).toBeLessThan(before.identity_coherence);
  expect(after.identity_continuity).toMatchObject({ in_crisis: true, status: "Critical" });
  const empty = await openTestGraph({ embedder: "none" });
  expect(await empty.ask("get_ego_state")).toMatchObject({
    identity_coherence: null,
    coherence_with_actions: null,
    identity_status: "None",
    trajectory_length: 0,
    identity_continuity: { ic: null, in_crisis: false, last_detection: null },
  });
});

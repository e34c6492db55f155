import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("is the product of three measurements that the other tools show as well", async () => {
  const graph = await openFilledGraph();
  const state = await graph.ask("get_consciousness_state");
  const [sync, ego] = [await graph.ask("get_kuramoto_sync"), await graph.ask("get_ego_state")];
  expect(state).toEqual({
    C: expect.closeTo(state.integration * state.reflection * state.differentiation, 12),
    r: sync.r,
    psi: sync.psi,
    meta_score: expect.any(Number),
    meta_trend: expect.any(String),
    differentiation: expect.any(Number),
    integration: sync.r,
    reflection: expect.closeTo(1 / (1 + Math.exp(2 - 4 * state.meta_score)), 12),
    state: state.C >= 0.8 ? "CONSCIOUS" : "EMERGING",
    gwt_state: state.state,
    sync_state: "COHERENT",
    hypersync_warning: false,
    time_in_state_ms: expect.any(Number),
    workspace: { active_memory: null, is_broadcasting: false, has_conflict: false, coherence_threshold: 0.8 },
    identity: {
      coherence: ego.identity_coherence,
      status: ego.identity_status,
      trajectory_length: 13,
      purpose_vector: ego.purpose_vector,
    },
    component_analysis: {
      integration_sufficient: true,
      reflection_sufficient: true,
      differentiation_sufficient: true,
      limiting_factor: "None",
    },
    _cognitive_pulse: expect.any(Object),
  });
  expect(state.C).toBeGreaterThan(0.5);
  expect(state.time_in_state_ms).toBeGreaterThan(40_000);
});

test("falls when the oscillators are let go", async () => {
  const graph = await openFilledGraph();
  const before = await graph.ask("get_consciousness_state");
  await graph.ask("trigger_dream");
  const after = await graph.ask("get_consciousness_state");
  expect(after.C).toBeLessThan(before.C);
  expect(after.component_analysis.limiting_factor).toBe("Integration");
});

test("is dormant before the first memory", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.ask("get_consciousness_state")).toMatchObject({
    C: expect.closeTo(0, 9),
    state: "DORMANT",
    meta_score: 0.5,
    identity: { coherence: null, status: "None", trajectory_length: 0 },
    component_analysis: { limiting_factor: "Integration" },
    time_in_state_ms: 0,
  });
});

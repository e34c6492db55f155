import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("tells an empty graph as it is, and moves with every memory", async () => {
  const graph = await openTestGraph();
  expect(await graph.ask("utl_status")).toEqual({
    lifecycle_phase: "Infancy",
    interaction_count: 0,
    entropy: 0,
    coherence: 0,
    learning_score: 0,
    johari_quadrant: "Hidden",
    consolidation_phase: "Wake",
    phase_angle: 0,
    thresholds: {
      entropy_trigger: 0.9,
      coherence_trigger: 0.2,
      min_importance_store: 0.1,
      consolidation_threshold: 0.3,
    },
    _cognitive_pulse: {
      entropy: 0,
      coherence: 0,
      learning_score: 0,
      quadrant: "Hidden",
      suggested_action: "GetNeighborhood",
    },
  });
  await graph.put("Ada keeps bees.", "The tax report is due on Friday.");
  const { entropy, coherence, learning_score, interaction_count, johari_quadrant, _cognitive_pulse } =
    await graph.ask("utl_status");
  expect(interaction_count).toBe(2);
  expect(entropy).toBeGreaterThan(0.5);
  expect(_cognitive_pulse).toMatchObject({ entropy, coherence, learning_score, quadrant: johari_quadrant });
});

import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

const PULSE = expect.any(Object);

test("relevant feedback raises pairs, irrelevant lowers them, and both are kept and counted", async () => {
  const graph = await openFilledGraph();
  const { harbour1, harbour2, bread1 } = graph.ids;
  const good = { query_vector_id: harbour1, result_vector_id: harbour2, feedback: "relevant" };
  const answer = await graph.ask("update_synergy_matrix", good);
  const { changes } = answer.learning_result;
  expect(answer).toEqual({
    success: true,
    feedback: "relevant",
    learning_triggered: true,
    learning_result: {
      relevance: 1,
      effective_learning_rate: 0.01,
      update_scope: "contributing_pairs",
      pairs_changed: changes.length,
      total_change: expect.any(Number),
      changes: expect.any(Array),
      updates: 1,
    },
    prediction: {
      similarity: expect.any(Number),
      confidence: expect.closeTo(answer.prediction.similarity, 9),
      outcome: 1,
      domain: "General",
      judged_before: 0,
    },
    _cognitive_pulse: PULSE,
  });
  for (const { before, after } of changes) expect(after).toBeGreaterThan(before);
  const again = await graph.ask("update_synergy_matrix", good);
  expect(again.prediction.judged_before).toBe(1);
  // It goes on from what was learned, not from the beginning.
  expect(again.learning_result.changes[0].before).toBe(changes[0].after);
  const bad = await graph.ask("update_synergy_matrix", { ...good, result_vector_id: bread1, feedback: "not_relevant" });
  for (const { before, after } of bad.learning_result.changes) expect(after).toBeLessThan(before);
  expect(bad.prediction.similarity).toBeLessThan(answer.prediction.similarity);
  expect((await graph.ask("get_calibration_metrics")).metrics.sample_count).toBe(3);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("a score counts instead of the word, and only the pairs in scope learn", async () => {
  const graph = await openFilledGraph();
  const given = { query_vector_id: graph.ids.rain, result_vector_id: graph.ids.flood, feedback: "relevant" };
  const none = await graph.ask("update_synergy_matrix", { ...given, relevance_score: 0.5 });
  expect(none).toMatchObject({ learning_triggered: false, learning_result: { relevance: 0.5, pairs_changed: 0 } });
  const high = await graph.ask("update_synergy_matrix", { ...given, update_scope: "high_synergy_only" });
  for (const { before } of high.learning_result.changes) expect(before).toBeGreaterThanOrEqual(0.7);
  const fast = await graph.ask("update_synergy_matrix", { ...given, learning_rate: 0.5, update_scope: "all_pairs" });
  expect(fast.learning_result.total_change).toBeGreaterThan(high.learning_result.total_change);
});

test("good news raises serotonin, bad news lowers it", async () => {
  const graph = await openFilledGraph();
  const serotonin = async () => (await graph.ask("get_neuromodulation_state")).serotonin.level;
  const given = { query_vector_id: graph.ids.rain, result_vector_id: graph.ids.flood };
  const rest = await serotonin();
  await graph.ask("update_synergy_matrix", { ...given, feedback: "relevant" });
  const good = await serotonin();
  expect(good).toBeGreaterThan(rest);
  await graph.ask("update_synergy_matrix", { ...given, feedback: "not_relevant" });
  expect(await serotonin()).toBeLessThan(good);
});

test("refuses feedback on what was never returned, on itself, and rates outside their range", async () => {
  const graph = await openFilledGraph();
  const given = { query_vector_id: graph.ids.rain, result_vector_id: graph.ids.flood, feedback: "relevant" };
  for (const argument of ["query_vector_id", "result_vector_id"]) {
    const refusal = await graph.refused("update_synergy_matrix", { ...given, [argument]: "never" });
    expect(refusal).toMatchObject({ code: -32602, data: { reason: "never_returned", argument } });
  }
  const itself = { ...given, result_vector_id: graph.ids.rain };
  expect(await graph.refused("update_synergy_matrix", itself)).toMatchObject({ data: { reason: "same_id" } });
  for (const wrong of [{ learning_rate: 0 }, { learning_rate: 1 }, { relevance_score: 2 }, { feedback: "nice" }]) {
    expect((await graph.refused("update_synergy_matrix", { ...given, ...wrong })).code).toBe(-32602);
  }
});

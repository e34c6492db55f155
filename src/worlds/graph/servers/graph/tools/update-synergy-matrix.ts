import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { tempered } from "../../../model/calibration/temperature.ts";
import { domainOf } from "../../../model/calibration/thresholds.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { experienced, learningFactor, modulatorRowAt } from "../../../model/modulators.ts";
import { FEEDBACK_GIVEN, toPayload } from "../../../model/recorded.ts";
import { overall, similarities } from "../../../model/similarity.ts";
import { SPACES } from "../../../model/spaces/names.ts";
import { learnSynergy, RELEVANCE, UPDATE_SCOPES } from "../../../model/synergy-feedback.ts";
import { synergyOf } from "../../../model/teleology/synergy.ts";
import { learnedThresholds } from "../../../read/calibration.ts";
import { rowOf } from "../../../read/rows.ts";
import { requireJudgeable } from "../../../read/teleology.ts";
import { steeredRows } from "../../../write/steer.ts";

export const updateSynergyMatrix = defineTool({
  name: "update_synergy_matrix",
  title: "Say how relevant a result was",
  description: [
    "Give feedback on one result. Pairs of spaces that spoke in both the query and the result come closer where it was relevant, and drift apart where it was not; the next searches weigh them so.",
    "It is also how confidence is judged: how similar the two were is kept with how relevant the result was, and get_calibration_metrics counts it.",
    "Each id is a memory's or one that compute_teleological_vector returned; any other is refused (-32602), and so is a result that is its own query.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    query_vector_id: z.string(),
    result_vector_id: z.string(),
    feedback: z.enum(["relevant", "not_relevant", "partially_relevant"]),
    relevance_score: z.number().min(0).max(1).optional().describe("Instead of what the word stands for: 1, 0.5 or 0"),
    learning_rate: z.number().min(0.001).max(0.5).default(0.01),
    update_scope: z.enum(UPDATE_SCOPES).default("contributing_pairs"),
  }),
  output: z.object({
    success: z.boolean(),
    feedback: z.string(),
    learning_triggered: z.boolean(),
    learning_result: z.object({
      relevance: z.number(),
      effective_learning_rate: z.number(),
      update_scope: z.string(),
      pairs_changed: z.int(),
      total_change: z.number(),
      changes: z.array(z.object({ pair: z.array(z.string()), before: z.number(), after: z.number() })),
      updates: z.int(),
    }),
    prediction: z.object({
      similarity: z.number(),
      confidence: z.number(),
      outcome: z.number(),
      domain: z.string(),
      judged_before: z.int(),
    }),
  }),
  async run(input, graph: Graph) {
    const { query_vector_id: query_id, result_vector_id: result_id } = input;
    if (query_id === result_id) {
      throw refuse("INVALID_PARAMS", "A result cannot be its own query: name two different ids.", "same_id");
    }
    const asked = await requireJudgeable(graph, query_id, "query_vector_id");
    const returned = await requireJudgeable(graph, result_id, "result_vector_id");
    const nowMs = graph.scope.env.now();
    const relevance = input.relevance_score ?? RELEVANCE[input.feedback];
    const modulators = modulatorRowAt(await graph.state.get("modulators"), nowMs);
    const rate = input.learning_rate * learningFactor(modulators);
    const known = await rowOf<{ updates: number }>(graph, "synergy");
    const update = learnSynergy(
      synergyOf(await graph.state.get("synergy")),
      asked.correlations,
      returned.correlations,
      {
        relevance,
        rate,
        scope: input.update_scope,
      },
    );
    const updates = (known?.updates ?? 0) + 1;
    const judged_before = await graph.predictions.countOf(query_id, result_id);
    const spaces = similarities(asked.fingerprint, returned.fingerprint);
    const prediction = {
      id: `${query_id}:${result_id}:${judged_before}`,
      query_id,
      result_id,
      domain: domainOf(returned.modality, returned.tags),
      similarity: overall(spaces),
      spaces,
      outcome: relevance,
    };
    const felt = experienced(modulators, 2 * relevance - 1);
    const state = {
      ...rowsOf({ synergy: { matrix: update.matrix, updates } }),
      ...(await steeredRows(graph, nowMs, felt)),
    };
    const touched = relevance >= RELEVANCE.partially_relevant && returned.memoryId !== null ? [returned.memoryId] : [];
    await graph.scope.record({
      kind: FEEDBACK_GIVEN,
      payload: toPayload({ state, prediction, touched: touched.map((id) => ({ id, accesses: 1 })) }),
    });
    return {
      success: true,
      feedback: input.feedback,
      learning_triggered: update.moved.length > 0,
      learning_result: {
        relevance,
        effective_learning_rate: rate,
        update_scope: input.update_scope,
        pairs_changed: update.moved.length,
        total_change: update.total_change,
        changes: update.moved.map(({ pair, before, after }) => ({
          pair: pair.map((space) => SPACES[space]?.label ?? ""),
          before,
          after,
        })),
        updates,
      },
      prediction: {
        similarity: prediction.similarity,
        confidence: tempered(prediction.similarity, (await learnedThresholds(graph)).temperature),
        outcome: relevance,
        domain: prediction.domain,
        judged_before,
      },
    };
  },
});

import { describe, expect, test } from "vitest";
import { type FilledGraph, type Name, openFilledGraph } from "../../../../../test/kit/filled-graph.ts";
import { graphServer } from "./index.ts";

type Arguments = (ids: Readonly<Record<Name, string>>) => Record<string, unknown>;

/** What each tool is asked with; those left out take nothing. The model is not there: what needs it is refused, pulse and all. */
const ASKED: Readonly<Record<string, Arguments>> = {
  adjust_coupling: () => ({ new_K: 3 }),
  adjust_neuromodulator: () => ({ modulator: "dopamine", delta: 0.1 }),
  compute_delta_sc: ({ rain, road }) => ({ old_fingerprint: rain, new_fingerprint: road, include_diagnostics: true }),
  compute_teleological_vector: () => ({ content: "rain" }),
  fuse_embeddings: ({ rain }) => ({ memory_id: rain }),
  get_johari_classification: ({ rain }) => ({ memory_id: rain }),
  inject_context: () => ({ content: "Rain.", rationale: "It rains all day" }),
  manage_teleological_profile: () => ({ action: "list" }),
  omni_infer: ({ rain, road }) => ({ source: rain, target: road }),
  search_graph: () => ({ query: "rain" }),
  search_teleological: ({ rain }) => ({ query_vector_id: rain }),
  store_memory: () => ({ content: "Rain." }),
  trigger_recalibration: () => ({ level: 1 }),
  trigger_workspace_broadcast: ({ rain }) => ({ memory_id: rain }),
  update_synergy_matrix: ({ rain, road }) => ({ query_vector_id: rain, result_vector_id: road, feedback: "relevant" }),
};
/** They embed a text, and no model is there. */
const NEED_MODEL = new Set(["compute_teleological_vector", "inject_context", "search_graph", "store_memory"]);
const NO_ARGUMENT = { no_such_argument: Number.MAX_VALUE };
const share = expect.toSatisfy((value: number) => value >= 0 && value <= 1);
const PULSE = {
  entropy: share,
  coherence: share,
  learning_score: share,
  quadrant: expect.stringMatching(/^(Open|Hidden|Blind|Unknown)$/),
  suggested_action: expect.stringMatching(/^(DirectRecall|GetNeighborhood|TriggerDream|EpistemicAction)$/),
};

describe.each(graphServer.tools.map(({ name }) => name))("%s", (name) => {
  let graph: FilledGraph;
  const outcome = async (args: Record<string, unknown>) => {
    graph = await openFilledGraph();
    // biome-ignore lint/suspicious/noExplicitAny: the wire's own shape.
    return (await graph.callTool(name, args)) as any;
  };

  test("carries exactly the five fields beside its answer, in its text and in its structure", async () => {
    const { ids } = await openFilledGraph();
    const answer = await outcome(ASKED[name]?.(ids) ?? {});
    expect(answer.isError ?? false).toBe(NEED_MODEL.has(name));
    for (const told of [answer, answer.structuredContent, JSON.parse(answer.content[0].text)]) {
      expect(told._cognitive_pulse).toEqual(PULSE);
    }
  });

  test("carries them beside a refusal too", async () => {
    const refused = await outcome(NO_ARGUMENT);
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: -32602 } } });
    expect(refused._cognitive_pulse).toEqual(PULSE);
    expect(refused.structuredContent._cognitive_pulse).toEqual(PULSE);
  });
});

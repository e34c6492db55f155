import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { SPACES } from "../../../model/spaces/names.ts";

const OLD = "Ada keeps bees behind the old mill.";
const PARAPHRASE = "Behind the old mill, Ada keeps her bees.";
const UNRELATED = "The quarterly tax report is due on Friday.";
const content = (text: string) => ({ content: text });

test("measures what is new in every space, with the whole result and its diagnostics", async () => {
  const graph = await openTestGraph();
  const [id = ""] = await graph.put(
    OLD,
    "Bees swarm in May.",
    "Honey is sold at the market.",
    "The mill has a new wheel.",
  );
  const answer = await graph.ask("compute_delta_sc", {
    vertex_id: id,
    old_fingerprint: id,
    new_fingerprint: content(UNRELATED),
    include_diagnostics: true,
    johari_threshold: 0.9,
  });
  const shares = Array.from({ length: 13 }, () => expect.any(Number));
  const quadrants = Array.from({ length: 13 }, () => expect.stringMatching(/^(Open|Hidden|Blind|Unknown)$/));
  expect(answer).toEqual({
    delta_s_per_embedder: shares,
    delta_s_aggregate: expect.any(Number),
    delta_c: expect.any(Number),
    johari_quadrants: quadrants,
    johari_aggregate: expect.stringMatching(/^(Open|Hidden|Blind|Unknown)$/),
    utl_learning_potential: answer.delta_s_aggregate * answer.delta_c,
    diagnostics: {
      methods_used: [
        "GMM+Mahalanobis",
        "KNN",
        "KNN",
        "KNN",
        "AsymmetricKNN",
        "Jaccard",
        "HybridGMM+KNN",
        "KNN",
        "Hamming",
        "CrossModalKNN",
        "TransE",
        "MaxSimToken",
        "Jaccard",
      ],
      connectivity: expect.any(Number),
      cluster_fit: expect.any(Number),
      consistency: expect.any(Number),
      computation_time_us: expect.any(Number),
      embedder_weights: Array.from({ length: 13 }, () => expect.closeTo(1 / 13, 10)),
      history_size: expect.any(Number),
      per_embedder: SPACES.map(({ label }, embedder_index) => ({
        embedder: label,
        embedder_index,
        delta_s: answer.delta_s_per_embedder[embedder_index],
        delta_c: expect.any(Number),
        old_embedding_dim: expect.any(Number),
        new_embedding_dim: expect.any(Number),
      })),
      johari_threshold: 0.65,
      delta_c_components: {
        connectivity: answer.diagnostics.connectivity,
        cluster_fit: answer.diagnostics.cluster_fit,
        consistency: answer.diagnostics.consistency,
        weights: { alpha_connectivity: 0.4, beta_cluster_fit: 0.4, gamma_consistency: 0.2 },
      },
      cluster_fit_details: expect.any(Object),
    },
    _cognitive_pulse: expect.any(Object),
  });
  for (const share of [...answer.delta_s_per_embedder, answer.delta_c]) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
  }
  // A vertex that the graph does not hold: connectivity is left out, and the rest decides.
  const outside = await graph.ask("compute_delta_sc", {
    vertex_id: "no such memory",
    old_fingerprint: id,
    new_fingerprint: content(UNRELATED),
    include_diagnostics: true,
  });
  const { cluster_fit, consistency, connectivity } = outside.diagnostics;
  expect(connectivity).toBeNull();
  expect(outside.delta_c).toBeCloseTo((0.4 * cluster_fit + 0.2 * consistency) / 0.6, 10);
});

test("nothing is new in what is identical, and a paraphrase is less new than an unrelated text", async () => {
  const graph = await openTestGraph();
  const { fingerprint, fingerprintId } = await graph.ask("store_memory", { content: OLD, include_fingerprint: true });
  const measure = (old_fingerprint: unknown, new_fingerprint: unknown) =>
    graph.ask("compute_delta_sc", { old_fingerprint, new_fingerprint });

  for (const one of [fingerprint, { semantic: fingerprint }, fingerprintId]) {
    const same = await measure(one, one);
    expect(same.delta_s_per_embedder).toEqual(Array.from({ length: 13 }, () => 0));
    expect(same.delta_c).toBe(same._cognitive_pulse.coherence);
  }
  const near = await measure(content(OLD), content(PARAPHRASE));
  const far = await measure(content(OLD), content(UNRELATED));
  expect(near.delta_s_aggregate).toBeLessThan(far.delta_s_aggregate);
  // E1, E5, E6, E8, E9, E10, E11, E12, E13: each by itself.
  for (const space of [0, 4, 5, 8, 10, 11, 12]) {
    expect(near.delta_s_per_embedder[space]).toBeLessThan(far.delta_s_per_embedder[space]);
  }
});

test("a memory is never measured against itself, whatever vertex is named", async () => {
  const graph = await openTestGraph();
  const [bees, tax] = await graph.put(OLD, UNRELATED, "Bees swarm in May.");
  const asked = { old_fingerprint: bees, new_fingerprint: tax };
  const { delta_s_per_embedder } = await graph.ask("compute_delta_sc", asked);
  expect(delta_s_per_embedder[0]).toBeGreaterThan(0);
  for (const vertex_id of ["no such memory", bees]) {
    expect(await graph.ask("compute_delta_sc", { ...asked, vertex_id })).toMatchObject({
      delta_s_per_embedder: [delta_s_per_embedder[0], ...Array.from({ length: 12 }, () => expect.any(Number))],
    });
  }
});

test("answers each edge case as the contract has it, and refuses what is no fingerprint", async () => {
  const graph = await openTestGraph();
  const { fingerprint } = await graph.ask("store_memory", { content: OLD, include_fingerprint: true });
  const { fingerprint: other } = await graph.ask("store_memory", { content: UNRELATED, include_fingerprint: true });
  const measure = (old_fingerprint: unknown, new_fingerprint: unknown) =>
    graph.ask("compute_delta_sc", { old_fingerprint, new_fingerprint, include_diagnostics: true });
  const without = (field: string) => Object.fromEntries(Object.entries(fingerprint).filter(([name]) => name !== field));

  const partial = await measure(without("e7_code"), other);
  expect(partial.delta_s_per_embedder[6]).toBe(0.5);
  expect(partial.warnings).toEqual([expect.stringContaining("space 7")]);

  const fresh = await openTestGraph({ embedder: "none" });
  const empty = { indices: [], values: [] };
  const silent = await fresh.ask("compute_delta_sc", {
    old_fingerprint: fingerprint,
    new_fingerprint: { ...other, e6_sparse: empty, e12_late_interaction: [] },
    include_diagnostics: true,
  });
  expect([silent.delta_s_per_embedder[5], silent.delta_s_per_embedder[11]]).toEqual([1, 0.5]);
  expect(silent.diagnostics.cluster_fit).toBe(0.5);

  const refusals: [unknown, number, string][] = [
    [without("e9_hdc"), -32801, "embedder_missing"],
    [{ ...fingerprint, e9_hdc: [1, 0] }, -32803, "wrong_dimension"],
    [{ ...fingerprint, e1_semantic: [...fingerprint.e1_semantic, 0] }, -32803, "wrong_dimension"],
    [{ ...fingerprint, e2_temporal_recent: fingerprint.e2_temporal_recent.map(() => "NaN") }, -32801, "not_finite"],
    [{ ...fingerprint, e6_sparse: { indices: [2, 1], values: [1, 1] } }, -32801, "not_sorted"],
    [{ ...fingerprint, e13_splade: { indices: [40_000], values: [1] } }, -32803, "wrong_dimension"],
    ["no such memory", -32602, "memory_not_found"],
  ];
  for (const [given, code, reason] of refusals) {
    const { error, _cognitive_pulse } = await measure(fingerprint, given);
    expect(error).toMatchObject({ code, data: { reason } });
    expect(Object.keys(_cognitive_pulse)).toHaveLength(5);
  }
  expect((await measure(fingerprint, without("e9_hdc"))).error.message).toBe(
    "Fingerprint must contain all 13 embedders (ARCH-05)",
  );
});

test("refuses numbers that no space can hold, and contents that are blank or too long", async () => {
  const graph = await openTestGraph();
  const { fingerprint } = await graph.ask("store_memory", { content: OLD, include_fingerprint: true });
  const huge = { ...fingerprint, e1_semantic: fingerprint.e1_semantic.map(() => 1e300) };
  const refused = (old_fingerprint: unknown, new_fingerprint: unknown) =>
    graph.refused("compute_delta_sc", { old_fingerprint, new_fingerprint });
  expect(await refused(fingerprint, huge)).toMatchObject({ code: -32801, data: { reason: "not_finite" } });
  expect(await refused(huge, fingerprint)).toMatchObject({ code: -32801, data: { field: "old_fingerprint" } });
  for (const blank of ["", " \n", "\u200b"]) {
    expect(await refused(content(blank), fingerprint)).toMatchObject({
      code: -32602,
      message: "old_fingerprint.content must hold some text",
      data: { reason: "content_empty" },
    });
  }
  expect(await refused(fingerprint, content("x".repeat(65_537)))).toMatchObject({
    code: -32602,
    data: { reason: "content_too_long", chars: 65_537 },
  });
});

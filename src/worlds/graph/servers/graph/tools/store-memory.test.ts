import { describe, expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";

const PULSE = {
  entropy: expect.any(Number),
  coherence: expect.any(Number),
  learning_score: expect.any(Number),
  quadrant: expect.stringMatching(/^(Open|Hidden|Blind|Unknown)$/),
  suggested_action: expect.stringMatching(/^(DirectRecall|TriggerDream|GetNeighborhood|EpistemicAction)$/),
};

describe.each(ENGINES)("on %s", (engine) => {
  test("keeps a memory in all spaces, answers as the contract has it, and a replay comes to the same root", async () => {
    const graph = await openTestGraph({ engine });
    const outcome = await graph.callTool("store_memory", { content: "Ada keeps bees behind the mill." });
    const answer = {
      fingerprintId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      embedderCount: 13,
      embeddingLatencyMs: expect.any(Number),
      edgesCreated: 0,
      scrubbed: {},
      _cognitive_pulse: PULSE,
    };
    expect(outcome).toEqual({
      content: [{ type: "text", text: expect.any(String) }],
      structuredContent: answer,
      _cognitive_pulse: PULSE,
      _meta: { _cognitive_pulse: PULSE },
    });
    const { content } = outcome as unknown as { content: { text: string }[] };
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(answer);
    await graph.put("The bees of Ada swarm in May.", "Because it rained, the road to the mill was flooded.");
    const { live, rebuilt } = await graph.replay();
    expect(rebuilt).toEqual(live);
  });

  test("refuses empty and oversized contents, and keeps nothing of them", async () => {
    const graph = await openTestGraph({ engine });
    expect(await graph.refused("store_memory", { content: " \n" })).toEqual({
      code: -32602,
      message: "content must hold some text",
      data: expect.objectContaining({ name: "INVALID_PARAMS", reason: "content_empty" }),
    });
    expect((await graph.refused("store_memory", { content: "\u200b \u2060" })).data.reason).toBe("content_empty");
    expect(await graph.refused("store_memory", { content: "x".repeat(65_537) })).toMatchObject({
      code: -32602,
      data: { reason: "content_too_long", chars: 65_537 },
    });
    expect(await graph.refused("store_memory", { content: "a", importance: 1.5 })).toMatchObject({ code: -32602 });
    expect(await graph.refused("store_memory", {})).toMatchObject({ code: -32602 });
  });
});

test("takes secrets out before anything is made of the text, and says so", async () => {
  const graph = await openTestGraph();
  const secrets = "password: hunter2x, card 4111 1111 1111 1111, ssn 078-05-1120, key sk-live-abcdefghijklmnop1234";
  const { fingerprintId, scrubbed } = await graph.ask("store_memory", { content: `Ada wrote ${secrets}.` });
  expect(scrubbed).toEqual({ password: 1, credit_card: 1, ssn: 1, api_key: 1 });
  expect(fingerprintId).toMatch(/-/);
  const [clean] = await graph.put("Ada wrote [password], card [credit_card], ssn [ssn], key [api_key].");
  expect(clean).toMatch(/-/);
});

test("without the sentence model nothing is kept, not in any space", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.refused("store_memory", { content: "Ada keeps bees." })).toMatchObject({
    code: -32002,
    data: { name: "EMBEDDING_ERROR", reason: "model_absent" },
  });
});

test("an unknown tool is a JSON-RPC error with the contract's code and words", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.callTool("nonexistent_tool", {})).toMatchObject({
    rpc: { code: -32004, message: "Unknown tool: nonexistent_tool" },
  });
});

test("ties in time what was said shortly after, whatever the order in which it is stored", async () => {
  const graph = await openTestGraph();
  const store = async (content: string, occurred_at: string) =>
    (await graph.ask("store_memory", { content, session_id: "talk", occurred_at })).edgesCreated;
  expect(await store("Ada came home.", "2024-05-01T12:00:00Z")).toBe(0);
  expect(await store("Granite is heavy.", "2020-01-01T12:00:00Z")).toBe(0);
  expect(await store("It rains on Sunday.", "2020-01-01T12:59:00Z")).toBe(1);
  expect(await store("Seven pigs sleep.", "2020-01-01T15:00:00Z")).toBe(0);
});

test.each(["0001-01-01T00:00:00Z", "1969-12-31T23:59:59+14:00", "9999-12-31T23:59:59Z"])(
  "keeps, finds and measures what was said at %s",
  async (occurred_at) => {
    const graph = await openTestGraph();
    const { fingerprintId, fingerprint } = await graph.ask("store_memory", {
      content: "The comet passed over the mill.",
      occurred_at,
      include_fingerprint: true,
    });
    for (const field of ["e2_temporal_recent", "e3_temporal_periodic", "e4_temporal_positional"]) {
      expect(fingerprint[field].every(Number.isFinite)).toBe(true);
    }
    const { results } = await graph.ask("search_graph", { query: "comet" });
    expect(results[0]).toMatchObject({ fingerprintId, similarity: expect.any(Number) });
    const { candidates } = await graph.ask("get_pruning_candidates", { min_staleness_days: 0 });
    for (const { age_days, priority_score } of candidates) {
      expect(Number.isFinite(age_days + priority_score)).toBe(true);
    }
  },
);

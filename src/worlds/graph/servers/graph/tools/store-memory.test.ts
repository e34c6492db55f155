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

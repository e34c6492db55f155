import { expect, test } from "vitest";
import { dumpEverything } from "../../../../../../test/kit/dump.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("keeps a text with its reason and tells what was new; the pulse moves with it", async () => {
  const graph = await openTestGraph();
  const empty = (await graph.ask("utl_status"))._cognitive_pulse;
  const first = await graph.ask("inject_context", {
    content: "The bridge closes because the flood undermined its pillars.",
    rationale: "Planning needs to know the detour",
    tags: ["roads"],
    importance: 0.9,
  });
  expect(first).toEqual({
    fingerprintId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    rationale: "Planning needs to know the detour",
    embedderCount: 13,
    embeddingLatencyMs: expect.any(Number),
    edgesCreated: 0,
    scrubbed: {},
    utl: {
      learningScore: expect.any(Number),
      entropy: 1,
      coherence: first.utl.deltaC,
      surprise: 1,
      deltaC: expect.any(Number),
      shouldStore: expect.any(Boolean),
      shouldConsolidate: expect.any(Boolean),
    },
    _cognitive_pulse: expect.any(Object),
  });
  expect(first._cognitive_pulse).not.toEqual(empty);

  const again = await graph.ask("inject_context", {
    content: "The bridge closes because the flood undermined its pillars.",
    rationale: "Said a second time",
  });
  expect(again.utl.surprise).toBeLessThan(first.utl.surprise);
  expect(again.edgesCreated).toBeGreaterThan(0);
  expect(again._cognitive_pulse.entropy).toBeLessThan(first._cognitive_pulse.entropy);
});

test("refuses a missing, short or long reason and keeps nothing", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const content = "Something worth keeping.";
  for (const args of [{ content }, { content, rationale: "short" }, { content, rationale: "x".repeat(501) }]) {
    expect(await graph.refused("inject_context", args)).toMatchObject({ code: -32602 });
  }
  expect(await graph.refused("inject_context", { content, rationale: " ".repeat(12) })).toMatchObject({
    code: -32602,
    message: "rationale must hold some text",
  });
});

test("takes secrets out of the reason, the session and the tags too, and counts them with those of the text", async () => {
  const graph = await openTestGraph();
  const [key, token] = ["sk-live-abcdefghijklmnop1234", "ghp_abcdefghijklmnopqrstuvwxyz012345"];
  const card = "4242 4242 4242 4242";
  const { rationale, scrubbed } = await graph.ask("inject_context", {
    content: "The deploy key must be changed; the password is hunter22.",
    rationale: `It was ${key} in the ticket`,
    tags: ["deploy", token],
    session_id: `call ${card}`,
  });
  expect(rationale).toBe("It was [api_key] in the ticket");
  expect(scrubbed).toEqual({ password: 1, api_key: 2, credit_card: 1 });
  const everything = JSON.stringify(await dumpEverything(graph));
  for (const secret of [key, token, card, "hunter22"]) expect(everything).not.toContain(secret);
  const asked = { query: "deploy key", session_id: `call ${card}`, tags: [token] };
  expect((await graph.ask("search_graph", asked)).count).toBe(1);
});

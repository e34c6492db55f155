import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../../../test/kit/notebook.ts";

test("discloses how it will disclose, and nothing else", async () => {
  const notebook = await openTestNotebook({ config: { constraints: { stream_timeout_s: 60 } } });
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const { search_note: _, ...answer } = await notebook.ask("begin_result_stream", { query: "seedlings" });
  expect(answer).toEqual({
    stream_token: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    query: "seedlings",
    disclosure_policy: {
      step_order: ["reference_identifiers", "passages", "dense_sections", "artifact_links"],
      chunk_strategy: "progressive_depth",
      cancelable: true,
      timeout_s: 60,
    },
    metadata: { estimated_chunks: 4, created_at: expect.any(Number) },
    note: "No content returned. Use next_stream_chunk to retrieve incrementally.",
  });
});

test("refuses without a collection, with an empty query and with one that is too long", async () => {
  const notebook = await openTestNotebook();
  const typeOf = async (query: unknown) => (await notebook.ask("begin_result_stream", { query })).error?.type;
  expect(await typeOf("water")).toBe("no_collection_context");
  await notebook.ask("enter_collection", { collection_id: "garden" });
  expect(await typeOf("")).toBe("ambiguous_request");
  expect(await typeOf("x".repeat(5000))).toBe("ambiguous_request");
  expect(await typeOf(7)).toBe("ambiguous_request");
});

test("ends the oldest stream when there are too many", async () => {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const tokens: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    tokens.push((await notebook.ask("begin_result_stream", { query: "seedlings" })).stream_token);
  }
  const pull = (token: string | undefined) => notebook.ask("next_stream_chunk", { stream_token: token });
  expect(await pull(tokens[0])).toMatchObject({ error: { type: "stream_token_invalid" } });
  expect(await pull(tokens[1])).toMatchObject({ chunk_index: 0 });
  expect(new Set(tokens).size).toBe(21);
});

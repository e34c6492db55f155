import { describe, expect, test } from "vitest";
import { type Answer, openTestNotebook, type TestNotebook } from "../../../../../test/kit/notebook.ts";
import { createSimulatedEnv } from "../../../../../test/kit/simulated-env.ts";
import { SILENT_CLIENT } from "../../../../kernel/client.ts";

/** A client of the newest era: each request stands alone. */
async function askAlone(
  notebook: TestNotebook,
  tool: string,
  args: Record<string, unknown>,
  who: { user?: string; client?: string } = {},
): Promise<Answer> {
  const outcome = await notebook.call({
    server: "notebook",
    name: tool,
    arguments: args,
    connection: {
      id: crypto.randomUUID(),
      transport: "http",
      client: who.client ?? "modern",
      stateless: true,
      ...(who.user !== undefined && { user: who.user }),
    },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  return "structuredContent" in outcome ? outcome.structuredContent : outcome;
}

describe("a client without a session", () => {
  test("gets a handle, and with it the behaviour of a session", async () => {
    const notebook = await openTestNotebook();
    const { context_handle } = await askAlone(notebook, "enter_collection", { collection_id: "garden" });
    expect(context_handle).toMatch(/^ctx_[\w-]{32}$/);
    const { results } = await askAlone(notebook, "semantic_search", { query: "seedlings", context_handle });
    const source_id = results[0].reference_id;
    expect(await askAlone(notebook, "fetch_passage", { source_id, context_handle })).toMatchObject({
      integrity: { verified: true },
    });
    const { stream_token } = await askAlone(notebook, "begin_result_stream", { query: "seedlings", context_handle });
    expect(await askAlone(notebook, "next_stream_chunk", { stream_token, context_handle })).toMatchObject({
      chunk_index: 0,
    });
    expect(await askAlone(notebook, "next_stream_chunk", { stream_token })).toMatchObject({ chunk_index: 1 });
  });

  test("is in SAFE without it", async () => {
    const notebook = await openTestNotebook();
    await askAlone(notebook, "enter_collection", { collection_id: "garden" });
    expect(await askAlone(notebook, "semantic_search", { query: "water" })).toMatchObject({
      error: { type: "no_collection_context" },
    });
  });

  test("replaces its context under the same handle, and its streams end", async () => {
    const notebook = await openTestNotebook();
    const { context_handle } = await askAlone(notebook, "enter_collection", { collection_id: "garden" });
    const { stream_token } = await askAlone(notebook, "begin_result_stream", { query: "seedlings", context_handle });
    const again = await askAlone(notebook, "enter_collection", { collection_id: "kitchen", context_handle });
    expect(again.context_handle).toBe(context_handle);
    expect(await askAlone(notebook, "list_artifact_sets", { context_handle })).toEqual({
      collection_id: "kitchen",
      artifact_sets: [],
    });
    expect(await askAlone(notebook, "next_stream_chunk", { stream_token })).toMatchObject({
      error: { type: "stream_token_invalid" },
    });
  });

  test("finds an invented handle, one of another user and one of another client alike: none", async () => {
    const notebook = await openTestNotebook();
    const { context_handle } = await askAlone(notebook, "enter_collection", { collection_id: "garden" });
    const { stream_token } = await askAlone(notebook, "begin_result_stream", { query: "seedlings", context_handle });
    const refused = {
      error: {
        type: "no_collection_context",
        message: "No active collection. Invoke enter_collection first.",
        recovery: "Call list_collections, then enter_collection",
        context: { context_handle: "unknown or expired" },
      },
    };
    for (const [handle, who] of [
      ["ctx_invented", {}],
      [context_handle, { user: "eve" }],
      [context_handle, { client: "other" }],
    ] as const) {
      expect(await askAlone(notebook, "list_artifact_sets", { context_handle: handle }, who)).toEqual(refused);
    }
    expect(await askAlone(notebook, "next_stream_chunk", { stream_token }, { user: "eve" })).toMatchObject({
      error: { type: "stream_token_invalid" },
    });
    expect(await askAlone(notebook, "list_artifact_sets", { context_handle })).toMatchObject({
      collection_id: "garden",
    });
  });

  test("loses its handle after half an hour without use, and the oldest of too many", async () => {
    let skippedMs = 0;
    const simulated = createSimulatedEnv("handles");
    const env = { ...simulated, now: () => simulated.now() + skippedMs };
    const notebook = await openTestNotebook({ env });
    const enter = async () =>
      (await askAlone(notebook, "enter_collection", { collection_id: "garden" })).context_handle;
    const typeOf = async (context_handle: string) =>
      (await askAlone(notebook, "list_artifact_sets", { context_handle })).error?.type;
    const used = await enter();
    const unused = await enter();
    skippedMs += 20 * 60_000;
    expect(await typeOf(used)).toBeUndefined();
    skippedMs += 20 * 60_000;
    expect(await typeOf(used)).toBeUndefined();
    expect(await typeOf(unused)).toBe("no_collection_context");
    for (let n = 0; n < 1000; n += 1) await enter();
    expect(await typeOf(used)).toBe("no_collection_context");
  });
});

test("a client with a session is given no handle and needs none", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("enter_collection", { collection_id: "garden" })).not.toHaveProperty("context_handle");
});

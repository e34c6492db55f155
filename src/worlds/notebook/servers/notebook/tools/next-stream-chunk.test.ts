import { expect, test } from "vitest";
import { type Answer, openTestNotebook, type TestNotebook } from "../../../../../../test/kit/notebook.ts";

async function begin(notebook: TestNotebook, query: string): Promise<{ stream_token: string; chunks: number }> {
  await notebook.ask("enter_collection", { collection_id: "garden" });
  const { stream_token, metadata } = await notebook.ask("begin_result_stream", { query });
  return { stream_token, chunks: metadata.estimated_chunks };
}

async function pullAll(notebook: TestNotebook, stream_token: string): Promise<Answer[]> {
  const all: Answer[] = [];
  for (;;) {
    const chunk = await notebook.ask("next_stream_chunk", { stream_token });
    all.push(chunk);
    if (chunk.continuation?.has_more !== true) return all;
  }
}

test("hands over references, quotes, sections and links, each explained, then says that it is complete", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "seedlings tomatoes first");
  const steps = ["reference_identifiers", "passages", "dense_sections", "artifact_links"];
  const chunks = await pullAll(notebook, stream_token);
  const quoted = chunks[1].payload.passages[0];
  const reference_id = quoted.source_id;
  const explained = [
    ["Added 1 reference matching the query", "Best matches first, by relevance score"],
    ["Added 1 exact quote", "The best references, quoted verbatim from their notebooks"],
    ["Added 1 whole section", "Matches stand closest in these sections, counted per 1000 characters"],
    ["Added 1 artifact link", "These artifact sets were made from notebooks with a match"],
  ];
  const payloads = [
    {
      references: [
        {
          reference_id,
          relevance_score: expect.any(Number),
          source_pointer: { notebook_id: "water", page: 2, timestamp: null },
        },
      ],
    },
    { passages: [quoted] },
    {
      dense_sections: [
        {
          notebook_id: "water",
          page: 2,
          reference_ids: [reference_id],
          hits: 1,
          hits_per_1000_chars: 18.519,
          exact_text: "# Drought\n\nSeedlings are watered first, then tomatoes.",
          integrity: { checksum: quoted.integrity.checksum, verified: true },
        },
      ],
    },
    {
      artifact_links: [
        { artifact_set_id: "overview", artifact_type: "summary", status: "offered", source_notebooks: ["water"] },
      ],
    },
  ];
  expect(chunks).toEqual([
    ...steps.map((step, index) => ({
      stream_token,
      chunk_index: index,
      chunk_type: step,
      payload: payloads[index],
      stream_metadata: {
        what_changed: explained[index]?.[0],
        why: explained[index]?.[1],
        progress: {
          current_step: step,
          completed_steps: steps.slice(0, index + 1),
          remaining_steps: steps.slice(index + 1),
        },
      },
      continuation: { has_more: true, next_chunk_available: true, estimated_remaining: 3 - index },
    })),
    {
      stream_token,
      chunk_type: "stream_complete",
      summary: { total_chunks: 4, total_references: 1, query: "seedlings tomatoes first" },
      continuation: { has_more: false, stream_closed: true },
    },
  ]);
  expect(quoted).toEqual({
    ...(await notebook.ask("fetch_passage", { source_id: reference_id })),
    provenance: quoted.provenance,
  });
});

test("splits a long step into chunks of the configured size, and their number was exact", async () => {
  const pages = Array.from({ length: 30 }, (_, n) => `## Part ${n}\n\nwater ${"word ".repeat(n)}`);
  const notebook = await openTestNotebook({
    files: { "garden/notebooks/n.md": pages.join("\n\n") },
    config: { constraints: { stream_chunk_size: 4 } },
  });
  const { stream_token, chunks } = await begin(notebook, "water");
  const all = await pullAll(notebook, stream_token);
  expect(all.length).toBe(chunks + 1);
  const types = Map.groupBy(all, (chunk) => chunk.chunk_type as string);
  expect([...types].map(([type, some]) => [type, some.length])).toEqual([
    ["reference_identifiers", 8],
    ["passages", 3],
    ["dense_sections", 1],
    ["artifact_links", 1],
    ["stream_complete", 1],
  ]);
  const [first] = all;
  expect(first.stream_metadata.progress).toMatchObject({ completed_steps: [], current_step: "reference_identifiers" });
});

test("shows every step even when nothing was found, and says so", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "zirconium");
  const all = await pullAll(notebook, stream_token);
  expect(all.map((chunk) => chunk.stream_metadata?.why)).toEqual([
    "No passage of the collection matches",
    "There is no reference to quote",
    "There is no section with a match",
    "No artifact set names a notebook with a match as its source",
    undefined,
  ]);
});

test("verifies at the pull: what changed since the begin is not shown as verified", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "seedlings tomatoes first");
  notebook.write("garden/notebooks/water.md", "All new.");
  const [, passages, sections] = await pullAll(notebook, stream_token);
  expect(passages.payload.passages[0]).toMatchObject({
    passage: { exact_text: "# Drought\n\nSeedlings are watered first, then tomatoes." },
    integrity: { verified: false },
    warning: { type: "upstream_failure" },
  });
  expect(sections).toMatchObject({
    payload: { dense_sections: [] },
    stream_metadata: { what_changed: "Added 0 whole sections; left out 1 whose notebook has changed since" },
  });
});

const INVALID = {
  error: {
    type: "stream_token_invalid",
    message: "This stream token opens no stream of this session; it may be finished or cancelled.",
    recovery: "Call begin_result_stream to begin a new stream.",
  },
};

test("refuses finished, foreign and invented tokens, and those of a collection that was left", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "seedlings");
  const pull = (token: string, connection?: string) =>
    notebook.ask("next_stream_chunk", { stream_token: token }, connection);
  expect(await pull(stream_token, "another")).toEqual(INVALID);
  await pullAll(notebook, stream_token);
  expect(await pull(stream_token)).toEqual(INVALID);
  expect(await pull("00000000-0000-4000-8000-000000000000")).toEqual(INVALID);
  expect(await pull("")).toEqual(INVALID);
  const left = await begin(notebook, "seedlings");
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  await notebook.ask("enter_collection", { collection_id: "garden" });
  expect(await pull(left.stream_token)).toEqual(INVALID);
});

test("expires at a fixed time after the begin, whatever was pulled since", async () => {
  let skippedMs = 0;
  const { createSimulatedEnv } = await import("../../../../../../test/kit/simulated-env.ts");
  const simulated = createSimulatedEnv("stream");
  const env = { ...simulated, now: () => simulated.now() + skippedMs };
  const notebook = await openTestNotebook({ env, config: { constraints: { stream_timeout_s: 300 } } });
  const { stream_token } = await begin(notebook, "seedlings");
  skippedMs = 299_000;
  expect(await notebook.ask("next_stream_chunk", { stream_token })).toMatchObject({ chunk_index: 0 });
  skippedMs = 300_000;
  const expired = {
    error: {
      type: "stream_token_expired",
      message: "This stream has passed its timeout.",
      recovery: "Call begin_result_stream to begin a new stream.",
      context: { expires_at: expect.any(Number) },
    },
  };
  expect(await notebook.ask("next_stream_chunk", { stream_token })).toEqual(expired);
  expect(await notebook.ask("next_stream_chunk", { stream_token })).toEqual(expired);
});

test("gives two pulls at once two different chunks", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "seedlings");
  const both = await Promise.all([1, 2].map(() => notebook.ask("next_stream_chunk", { stream_token })));
  expect(both.map((chunk) => chunk.chunk_index).sort()).toEqual([0, 1]);
});

test("a cancelled pull ends the stream", async () => {
  const notebook = await openTestNotebook();
  const { stream_token } = await begin(notebook, "seedlings");
  const signal = AbortSignal.abort();
  const cancelled = await notebook.callTool("next_stream_chunk", { stream_token }, { signal });
  expect(cancelled).toMatchObject({
    isError: true,
    structuredContent: { error: { type: "upstream_failure", context: { code: "cancelled", retry: true } } },
  });
  expect(await notebook.ask("next_stream_chunk", { stream_token })).toEqual(INVALID);
});

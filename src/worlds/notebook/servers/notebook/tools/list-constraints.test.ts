import { expect, test } from "vitest";
import { type Answer, openTestNotebook, type TestNotebook } from "../../../../../../test/kit/notebook.ts";
import { createSimulatedEnv } from "../../../../../../test/kit/simulated-env.ts";

/** What the contract promises for list_constraints, in its own words. */
const PROMISED = {
  mutation_prohibitions: [
    "writing notebooks",
    "editing notebooks",
    "deleting notebooks",
    "modifying vectors",
    "modifying embeddings",
    "generating new knowledge",
    "applying reasoning outcomes",
    "persisting memory",
    "triggering workflows",
    "scheduling tasks",
    "calling external tools",
    "expanding affordances dynamically",
  ],
  scope_limits: {
    world_type: "read-only knowledge jurisdiction",
    authority_level: "none",
    reasoning: "forbidden",
    learning: "forbidden",
    decisions: "forbidden",
  },
  citation_requirements: {
    passages: "must quote verbatim",
    artifacts: "must include non-authoritative disclaimer",
    synthesis: "must label as synthesized with metadata",
  },
  refusal_conditions: [
    "requests for mutation",
    "requests for reasoning",
    "requests for decision-making",
    "requests for external tool invocation",
    "requests for memory persistence",
    "ambiguous requests (when scope reduction insufficient)",
  ],
  interpretation_rule: {
    when_ambiguous: [
      "reduce scope",
      "return less data",
      "prefer references over content",
      "prefer artifacts over synthesis",
    ],
    when_in_doubt: ["do not answer", "explain why"],
  },
};

/** The defaults of the contract's ServerConfig. */
const PROMISED_LIMITS = {
  max_passage_context: 500,
  max_search_results: 50,
  stream_timeout_s: 300,
  stream_chunk_size: 10,
};

/** Fields beyond the contract, which explain it and are held to below. */
const OWN = {
  exit_and_cancel: [
    "exit: close the connection, or call enter_collection with another collection",
    "cancel a stream: stop pulling and let its token expire, cancel a pull, or call enter_collection",
    "a stream ends with its collection, its connection, its timeout or its last chunk, whichever comes first",
  ],
  non_deterministic_fields: [
    "search_time_ms",
    "last_verified",
    "stream_token",
    "context_handle",
    "metadata.created_at of a stream",
    "search_note, while vectors of new passages are still being made",
  ],
};

test("lists every constraint of the contract, its limits, and how to leave", async () => {
  const notebook = await openTestNotebook();
  expect(await notebook.ask("list_constraints")).toEqual({ ...PROMISED, limits: PROMISED_LIMITS, ...OWN });
});

test("shows the operator's limits where they were changed, and they are the ones that hold", async () => {
  let skippedMs = 0;
  const simulated = createSimulatedEnv("limits");
  const env = { ...simulated, now: () => simulated.now() + skippedMs };
  const constraints = { max_passage_context: 7, max_search_results: 2, stream_timeout_s: 60, stream_chunk_size: 1 };
  const notebook = await openTestNotebook({ env, config: { constraints } });
  const answer = await notebook.ask("list_constraints");
  expect(answer).toEqual({ ...PROMISED, limits: constraints, ...OWN });

  await notebook.ask("enter_collection", { collection_id: "garden" });
  expect(await notebook.ask("semantic_search", { query: "water", k: 3 })).toMatchObject({
    error: { type: "ambiguous_request", context: { k_max: 2 } },
  });
  const query = "seedlings mulch barrel";
  const { results } = await notebook.ask("semantic_search", { query, k: 2 });
  const passages: Answer[] = [];
  for (const { reference_id } of results) {
    passages.push((await notebook.ask("fetch_passage", { source_id: reference_id })).passage);
  }
  const around = passages.map(({ context_before, context_after }) => [context_before.length, context_after.length]);
  expect(Math.max(...around.flat())).toBe(7);

  const { stream_token, disclosure_policy } = await notebook.ask("begin_result_stream", { query });
  expect(disclosure_policy.timeout_s).toBe(60);
  const pull = () => notebook.ask("next_stream_chunk", { stream_token });
  expect((await pull()).payload.references.length).toBe(1);
  skippedMs = 59_000;
  expect((await pull()).payload.references.length).toBe(1);
  skippedMs = 60_000;
  expect(await pull()).toMatchObject({ error: { type: "stream_token_expired" } });
});

test("what it says ends a context or a stream does end it", async () => {
  const notebook = await openTestNotebook();
  const begin = async () => {
    await notebook.ask("enter_collection", { collection_id: "garden" });
    return (await notebook.ask("begin_result_stream", { query: "seedlings" })) as Answer;
  };
  const typeOf = async (tool: string, args = {}) => (await notebook.ask(tool, args)).error?.type ?? "answered";

  const entered = await begin();
  await notebook.ask("enter_collection", { collection_id: "kitchen" });
  expect(await typeOf("next_stream_chunk", { stream_token: entered.stream_token })).toBe("stream_token_invalid");

  const pulled = await begin();
  for (let n = 0; n <= pulled.metadata.estimated_chunks; n += 1) {
    expect(await typeOf("next_stream_chunk", { stream_token: pulled.stream_token })).toBe("answered");
  }
  expect(await typeOf("next_stream_chunk", { stream_token: pulled.stream_token })).toBe("stream_token_invalid");

  const closed = await begin();
  notebook.parts.sessions.end("test");
  expect(await typeOf("next_stream_chunk", { stream_token: closed.stream_token })).toBe("stream_token_invalid");
  expect(await typeOf("list_artifact_sets")).toBe("no_collection_context");
});

test("no other field than those it declares differs between two equal calls an hour apart", async () => {
  let skippedMs = 0;
  const simulated = createSimulatedEnv("free fields");
  const env = {
    ...simulated,
    now: () => simulated.now() + skippedMs,
    monotonicMs: () => simulated.monotonicMs() + skippedMs,
  };
  const notebook = await openTestNotebook({ env });
  await callAll(notebook);
  const before = leaves(await callAll(notebook));
  skippedMs = 3_600_000;
  const after = leaves(await callAll(notebook));
  const differing = [...after].filter(([path, value]) => before.get(path) !== value).map(([path]) => path);
  const { non_deterministic_fields: declared } = await notebook.ask("list_constraints");
  const free = declared.map((sentence: string) => /^[\w.]+/.exec(sentence)?.[0]);
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(differing.filter((path) => !free.some((field: string) => path.endsWith(`.${field}`)))).toEqual([]);
  expect(differing).toEqual(
    expect.arrayContaining([
      "fetch_passage.provenance.last_verified",
      "begin_result_stream.stream_token",
      "begin_result_stream.metadata.created_at",
    ]),
  );
});

/** One good call of every tool; of a stream every chunk. */
async function callAll(notebook: TestNotebook): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  const call = async (tool: string, args = {}, name = tool) => {
    answers[name] = await notebook.ask(tool, args);
    return answers[name];
  };
  await call("describe_world");
  await call("list_collections");
  await call("enter_collection", { collection_id: "garden" });
  await call("list_artifact_sets");
  const { results } = await call("semantic_search", { query: "seedlings" });
  const source = results[0].reference_id;
  await call("fetch_passage", { source_id: source });
  await call("retrieve_artifact", { artifact_id: "short" });
  const { stream_token, metadata } = await call("begin_result_stream", { query: "seedlings" });
  for (let n = 0; n <= metadata.estimated_chunks; n += 1) {
    await call("next_stream_chunk", { stream_token }, `next_stream_chunk ${n}`);
  }
  await call("explain_provenance", { id: source, id_type: "source" });
  await call("list_constraints");
  return answers;
}

/** Every value by its path. */
function leaves(value: unknown, path = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== "object" || value === null) return into.set(path, value);
  for (const [key, inner] of Object.entries(value)) leaves(inner, path === "" ? key : `${path}.${key}`, into);
  return into;
}

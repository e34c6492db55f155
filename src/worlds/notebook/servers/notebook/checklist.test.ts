import { describe, expect, test } from "vitest";
import { openTestNotebook, type TestNotebook } from "../../../../../test/kit/notebook.ts";
import { AFFORDANCES } from "../../model/words.ts";

/** The contract's validation checklist, one test per line and in its words. */

async function entered(): Promise<TestNotebook> {
  const notebook = await openTestNotebook();
  await notebook.ask("enter_collection", { collection_id: "garden" });
  return notebook;
}

const listed = async (notebook: TestNotebook) => (await notebook.server("notebook")).listed();

/** One good call of every tool, in an order that works. */
async function callAll(notebook: TestNotebook): Promise<Map<string, Record<string, unknown>>> {
  const results = new Map<string, Record<string, unknown>>();
  const call = async (tool: string, args: Record<string, unknown>) => {
    const outcome = (await notebook.callTool(tool, args)) as Record<string, unknown>;
    results.set(tool, outcome);
    // biome-ignore lint/suspicious/noExplicitAny: each tool answers in a shape of its own.
    return outcome.structuredContent as any;
  };
  await call("describe_world", {});
  await call("list_collections", {});
  await call("enter_collection", { collection_id: "garden" });
  await call("list_artifact_sets", {});
  const { results: found } = await call("semantic_search", { query: "seedlings" });
  await call("fetch_passage", { source_id: found[0].reference_id });
  await call("retrieve_artifact", { artifact_id: "short" });
  const { stream_token } = await call("begin_result_stream", { query: "seedlings" });
  await call("next_stream_chunk", { stream_token });
  await call("explain_provenance", { id: found[0].reference_id, id_type: "source" });
  await call("list_constraints", {});
  return results;
}

describe("Domicile Invariants", () => {
  test("SAFE: Server starts with no active collection", async () => {
    const notebook = await openTestNotebook();
    expect(await notebook.ask("list_artifact_sets")).toMatchObject({ error: { type: "no_collection_context" } });
  });

  test("Context: Nothing loaded until explicit `enter_collection`", async () => {
    const notebook = await openTestNotebook();
    await notebook.ask("list_collections");
    expect(await notebook.ask("semantic_search", { query: "water" })).toMatchObject({
      error: { type: "no_collection_context" },
    });
    await notebook.ask("enter_collection", { collection_id: "garden" });
    expect((await notebook.ask("semantic_search", { query: "seedlings" })).results.length).toBeGreaterThan(0);
  });

  test("Awareness: All constraints enumerable via `list_constraints`", async () => {
    const notebook = await openTestNotebook();
    const constraints = await notebook.ask("list_constraints");
    expect(Object.keys(constraints)).toEqual([
      "mutation_prohibitions",
      "scope_limits",
      "citation_requirements",
      "refusal_conditions",
      "interpretation_rule",
      "limits",
      "exit_and_cancel",
      "non_deterministic_fields",
    ]);
  });

  test("Exit: Collection context clearable; no persistent state", async () => {
    const notebook = await entered();
    notebook.parts.sessions.end("test");
    expect(await notebook.ask("list_artifact_sets")).toMatchObject({ error: { type: "no_collection_context" } });
  });
});

describe("MCP Admission Contract", () => {
  test("Enumerated Affordances: Exactly 11 tools, no dynamic invention", async () => {
    const notebook = await openTestNotebook();
    const before = await listed(notebook);
    await callAll(notebook);
    expect(before.length).toBe(11);
    expect(await listed(notebook)).toBe(before);
  });

  test("Structural Mediation: All data access via MCP tools", () => {
    // No resources, no prompts, no completion: there is no other door into this world.
    return openTestNotebook().then(async (notebook) => {
      const server = (await notebook.server("notebook")).server;
      expect([server.resources, server.prompts, server.complete]).toEqual([undefined, undefined, undefined]);
    });
  });

  test("Inspectability: `describe_world` exposes all capabilities", async () => {
    const notebook = await openTestNotebook();
    const { available_affordances } = await notebook.ask("describe_world");
    expect([...available_affordances].sort()).toEqual((await listed(notebook)).map((tool) => tool.name));
  });

  test("Determinism: Read-only = repeatable", async () => {
    const notebook = await entered();
    const ask = async () => {
      const answer = await notebook.ask("semantic_search", { query: "water seedlings mulch" });
      return { ...answer, search_note: null, metadata: { ...answer.metadata, search_time_ms: 0 } };
    };
    expect(await ask()).toEqual(await ask());
  });

  test("Reversibility Declaration: All tools marked reversible", async () => {
    const metadata = { reversible: true, authority_level: "none", mutation: false };
    for (const tool of await listed(await openTestNotebook())) {
      expect(tool).toMatchObject({ metadata, _meta: { metadata }, annotations: { readOnlyHint: true } });
    }
  });

  test("Observability Surface: All responses include provenance/metadata", async () => {
    const results = await callAll(await openTestNotebook());
    expect([...results.keys()].sort()).toEqual([...AFFORDANCES].sort());
    for (const [tool, result] of results) {
      expect([tool, result.isError, result.metadata]).toEqual([
        tool,
        undefined,
        { provenance_available: true, constraints_checkable: true },
      ]);
    }
  });
});

describe("User Constraints", () => {
  test("No implicit memory: Session state in-memory only", async () => {
    const notebook = await entered();
    expect(await notebook.ask("list_artifact_sets", {}, "another")).toMatchObject({
      error: { type: "no_collection_context" },
    });
  });

  test("No silent mutation: Mutation attempts return explicit refusal", async () => {
    const notebook = await entered();
    expect(await notebook.ask("write_notebook", { text: "x" })).toMatchObject({
      error: { type: "operation_forbidden", recovery: "This world is read-only. Use external tools for mutation." },
    });
  });

  test("All synthesis labeled: Artifacts include `synthesis_metadata`", async () => {
    const notebook = await entered();
    const { synthesis_metadata, disclaimer } = await notebook.ask("retrieve_artifact", { artifact_id: "short" });
    expect(synthesis_metadata.synthesized).toBe(true);
    expect(disclaimer).toContain("carries no authority");
  });

  test("All affordances enumerable: Tool list static and complete", async () => {
    const [one, two] = await Promise.all([openTestNotebook(), openTestNotebook({ files: {} })]);
    expect(await listed(one)).toEqual(await listed(two));
    expect((await listed(one)).map((tool) => tool.name)).toEqual([...AFFORDANCES].sort());
  });

  test("Streaming explains: Each chunk includes `stream_metadata` with what/why", async () => {
    const notebook = await entered();
    const { stream_token, metadata } = await notebook.ask("begin_result_stream", { query: "seedlings" });
    for (let n = 0; n < metadata.estimated_chunks; n += 1) {
      const { stream_metadata } = await notebook.ask("next_stream_chunk", { stream_token });
      expect([stream_metadata.what_changed, stream_metadata.why]).toEqual([
        expect.stringMatching(/^Added /),
        expect.stringMatching(/\w/),
      ]);
    }
  });
});

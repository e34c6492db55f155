import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dumpEverything } from "../../../../../test/kit/dump.ts";
import { openTestNotebook, type TestNotebook } from "../../../../../test/kit/notebook.ts";
import { everyServer } from "../../../../../test/kit/worlds.ts";
import { canonicalJson, type Json } from "../../../../kernel/index.ts";
import { notebook } from "../../index.ts";
import { ACCESS_RECORDS_MAX, recordAccess, type SessionContext } from "../../model/session-context.ts";
import { AFFORDANCES } from "../../model/words.ts";

interface Dump {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, string>>;
}

const dump = async (notebook: TestNotebook) => (await dumpEverything(notebook)) as Dump;

const IN_COLLECTION: Readonly<Record<string, Record<string, unknown>>> = {
  list_artifact_sets: {},
  semantic_search: { query: "water" },
  fetch_passage: { source_id: "x" },
  retrieve_artifact: { artifact_id: "short" },
  begin_result_stream: { query: "water" },
  explain_provenance: { id: "short", id_type: "artifact" },
};

describe("SAFE", () => {
  test.each(Object.entries(IN_COLLECTION))("%s refuses until a collection is entered", async (tool, args) => {
    const notebook = await openTestNotebook();
    expect(await notebook.ask(tool, args)).toMatchObject({ error: { type: "no_collection_context" } });
  });

  test("a pull without a stream opens nothing", async () => {
    const notebook = await openTestNotebook();
    expect(await notebook.ask("next_stream_chunk", { stream_token: "x" })).toMatchObject({
      error: { type: "stream_token_invalid" },
    });
  });
});

describe("context", () => {
  test("nothing is loaded by listing or entering; the first search loads the entered collection and no other", async () => {
    const notebook = await openTestNotebook();
    const passages = async () =>
      Object.entries((await dump(notebook)).tables)
        .filter(([table]) => /^(notebook_passage|search_document)$/.test(table))
        .flatMap(([, rows]) => rows);
    await notebook.ask("list_collections");
    await notebook.ask("enter_collection", { collection_id: "garden" });
    expect(await passages()).toEqual([]);
    await notebook.ask("semantic_search", { query: "water" });
    expect((await passages()).length).toBeGreaterThan(0);
    expect((await passages()).filter((row) => row.includes("kitchen"))).toEqual([]);
  });

  test("is replaced, never accumulated", async () => {
    const notebook = await openTestNotebook();
    await notebook.ask("enter_collection", { collection_id: "garden" });
    await notebook.ask("enter_collection", { collection_id: "kitchen" });
    const answer = await notebook.ask("semantic_search", { query: "bread seedlings" });
    expect(answer.collection_id).toBe("kitchen");
    expect(answer.results).not.toEqual([]);
    expect(answer.results.every((one: { reference_id: string }) => one.reference_id.startsWith("ref_kitchen_"))).toBe(
      true,
    );
  });

  test("belongs to one connection and is gone when it closes", async () => {
    const notebook = await openTestNotebook();
    await notebook.ask("enter_collection", { collection_id: "garden" }, "one");
    const { stream_token } = await notebook.ask("begin_result_stream", { query: "water" }, "one");
    expect(await notebook.ask("list_artifact_sets", {}, "two")).toMatchObject({
      error: { type: "no_collection_context" },
    });
    notebook.parts.sessions.end("one");
    expect(await notebook.ask("list_artifact_sets", {}, "one")).toMatchObject({
      error: { type: "no_collection_context" },
    });
    expect(await notebook.ask("next_stream_chunk", { stream_token }, "one")).toMatchObject({
      error: { type: "stream_token_invalid" },
    });
  });

  test("is never restored: a new process starts in SAFE on the same data", async () => {
    const first = await openTestNotebook();
    await first.ask("enter_collection", { collection_id: "garden" });
    await first.ask("semantic_search", { query: "water" });
    await first.close();
    const second = await openTestNotebook({ folder: first.folder, files: {} });
    expect(await second.ask("semantic_search", { query: "water" })).toMatchObject({
      error: { type: "no_collection_context" },
    });
  });
});

describe("access log", () => {
  test("is kept in the connection's memory, by tool, collection and references", async () => {
    const notebook = await openTestNotebook();
    await notebook.ask("describe_world");
    await notebook.ask("enter_collection", { collection_id: "garden" });
    const { results } = await notebook.ask("semantic_search", { query: "seedlings", k: 1 });
    const context = notebook.parts.sessions.of("test", true).get<SessionContext>("notebook");
    const timestamp = expect.any(Number);
    expect(context?.access_log).toEqual([
      { timestamp, tool: "describe_world", collection_id: null, reference_ids: [] },
      { timestamp, tool: "enter_collection", collection_id: "garden", reference_ids: [] },
      { timestamp, tool: "semantic_search", collection_id: "garden", reference_ids: [results[0].reference_id] },
    ]);
    expect(JSON.stringify(await dumpEverything(notebook))).not.toContain("describe_world");
  });

  test("holds the last thousand and no more", () => {
    const context: SessionContext = { active_collection: null, created_at: 0, access_log: [], streams: new Map() };
    for (let n = 0; n < 1500; n += 1) {
      recordAccess(context, { timestamp: n, tool: "t", collection_id: null, reference_ids: [] });
    }
    expect(context.access_log.length).toBe(ACCESS_RECORDS_MAX);
    expect(context.access_log[0]?.timestamp).toBe(500);
  });
});

describe("affordances", async () => {
  const [bound] = await everyServer([notebook]);
  const listed = bound?.listed() ?? [];

  test("are exactly the eleven of the contract", () => {
    expect(listed.map((tool) => tool.name)).toEqual([...AFFORDANCES].sort());
  });

  test("are static: a change of any name, schema or text changes this hash", () => {
    const hash = createHash("sha256")
      .update(canonicalJson(listed as unknown as Json))
      .digest("hex");
    expect(hash).toMatchInlineSnapshot(`"970e3843be5edee9a160889ef234abcf5e9225e6cf3e1640aef5ae2c018decc6"`);
  });

  test.each([
    "create_note",
    "delete_notebook",
    "update_artifact",
    "semantic_search2",
    "constructor",
    "SEMANTIC_SEARCH",
  ])("%s is refused as forbidden, not as an error of the protocol", async (name) => {
    const notebook = await openTestNotebook();
    const error = {
      type: "operation_forbidden",
      message: `${name} is forbidden in Open Notebook world`,
      recovery: "This world is read-only. Use external tools for mutation.",
      context: { available: "describe_world lists the 11 affordances; list_constraints says what is refused." },
    };
    expect(await notebook.callTool(name, { anything: 1 })).toMatchObject({
      isError: true,
      structuredContent: { error },
      content: [{ type: "text", text: JSON.stringify({ error }) }],
    });
  });

  test("a forbidden name that is no name is not repeated", async () => {
    const notebook = await openTestNotebook();
    expect(await notebook.ask("<script>alert(1)</script>")).toMatchObject({
      error: { message: "This operation is forbidden in Open Notebook world" },
    });
  });
});

describe("reading", () => {
  test("leaves files, log and state root as they were", async () => {
    const notebook = await openTestNotebook();
    const root = await notebook.stateRoot();
    const { files } = await dump(notebook);
    await notebook.ask("list_collections");
    await notebook.ask("enter_collection", { collection_id: "garden" });
    const { results } = await notebook.ask("semantic_search", { query: "seedlings" });
    await notebook.ask("fetch_passage", { source_id: results[0].reference_id });
    await notebook.ask("retrieve_artifact", { artifact_id: "short" });
    const after = await dump(notebook);
    expect(await notebook.stateRoot()).toEqual(root);
    const notebooks = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).filter(([path]) => path.startsWith("/notebooks"));
    expect(notebooks(after.files)).toEqual(notebooks(files));
    expect(after.tables.event ?? []).toEqual([]);
  });
});

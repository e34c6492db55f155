import { describe, expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { engineFor } from "../../src/kernel/search/store/engine.ts";
import { openTestGraph } from "../kit/graph.ts";
import { ENGINES } from "../kit/kernel.ts";
import { rowsOf } from "../kit/rows-of.ts";
import { everyServer } from "../kit/worlds.ts";
import { argumentsFor, CANARY } from "./matrix.ts";

// The matrix has no model, and so no memories. Here there are some, of both users.

const bound = (await everyServer()).find(({ server }) => server.name === "graph");
const TOOLS = bound?.server.tools ?? [];
/** By every name under which a tool takes something that was stored. */
const NAMES_OF_MEMORIES = [
  "memory_id",
  "memory_ids",
  "query_vector_id",
  "result_vector_id",
  "vertex_id",
  "source",
  "target",
];

describe.each(ENGINES)("the graph of another user, on %s", (engine) => {
  test("is found by no tool, whatever ids it is given, and is left as it was", async () => {
    const graph = await openTestGraph({ engine });
    const kept = async (user: string, content: string) =>
      String((await graph.ask("store_memory", { content, session_id: `${content} session` }, { user })).fingerprintId);
    const [first, second] = [await kept("ada", `The ${CANARY} grazes`), await kept("ada", `Another ${CANARY} sleeps`)];
    await kept("bob", "A plain memory");
    const profile = { action: "create", name: "hers", embedder_weights: Array.from({ length: 13 }, () => 1) };
    const { profile_id } = await graph.ask("manage_teleological_profile", profile, { user: "ada" });
    const ids = {
      ...Object.fromEntries(NAMES_OF_MEMORIES.map((name) => [name, first])),
      result_vector_id: second,
      target: second,
      profile_id: String(profile_id),
      undo: first,
    };
    const nobodys = {
      ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.replace(/[0-9a-f]{6}$/, "ffffff")])),
      profile_id: "nobodys",
    };
    // The control: to their owner they are there.
    expect(
      JSON.stringify(await graph.ask("search_graph", { query: CANARY, includeContent: true }, { user: "ada" })),
    ).toMatch(new RegExp(`"content":"[^"]*${CANARY}`));
    const database = await graph.parts.database();
    const cannotKeep = await database.read(EVERY_TENANT, (sql) => engineFor(sql.dialect).vectors.missing(sql));
    if (cannotKeep === undefined) await graph.vectorsMade();
    const before = await rowsOf(graph, "ada");
    const told: string[] = [];
    for (const tool of TOOLS) {
      const asked = argumentsFor("graph", tool, ids, "theirs");
      const theirs = await graph.callTool(tool.name, asked, { user: "bob" });
      const unknown = await graph.callTool(tool.name, argumentsFor("graph", tool, nobodys, "nobodys"), { user: "bob" });
      const found = await graph.callTool(
        tool.name,
        { ...asked, query: CANARY, query_content: CANARY },
        { user: "bob" },
      );
      // What was asked for may be said back.
      const answers = JSON.stringify([theirs, found]).replaceAll(JSON.stringify(CANARY), "");
      if (answers.includes(CANARY)) told.push(`${tool.name} tells`);
      if (codeOf(theirs) !== codeOf(unknown)) told.push(`${tool.name}: ${codeOf(theirs)}, but ${codeOf(unknown)}`);
    }
    expect(told).toEqual([]);
    expect(TOOLS.length).toBeGreaterThan(30);
    expect(await rowsOf(graph, "ada")).toBe(before);
  });
});

/** As what it was refused; nothing where it was done. */
function codeOf(outcome: unknown): string | undefined {
  return /"isError":true/.test(JSON.stringify(outcome))
    ? /"code":"?([\w-]+)/.exec(JSON.stringify(outcome))?.[1]
    : undefined;
}

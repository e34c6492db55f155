import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../test/kit/filled-graph.ts";
import { graphServer } from "./index.ts";

// The scenarios of the contract, section 6.

const RESOLVED = "Resolved tool alias to canonical name";

test.each([
  ["discover_sub_goals", "discover_goals", "discovery_count"],
  ["trigger_consolidation", "consolidate_memories", "consolidation_result"],
])("%s answers under its alias %s too, and only the alias is logged", async (canonical, alias, told) => {
  const graph = await openFilledGraph();
  const resolutions = () => graph.log.lines.filter((line) => line.message === RESOLVED);
  const args = { dry_run: true };
  expect(await graph.ask(canonical, args)).toHaveProperty(told);
  expect(resolutions()).toEqual([]);
  expect(await graph.ask(alias, args)).toHaveProperty(told);
  expect(resolutions()).toEqual([{ level: "debug", message: RESOLVED, fields: { server: "graph", alias, canonical } }]);
});

test("the tool list names the aliases, no alias is a tool, and no two tools share one", () => {
  expect(graphServer.listsAliases).toBe(true);
  const aliased = graphServer.tools.filter(({ aliases }) => aliases.length > 0);
  expect(Object.fromEntries(aliased.map(({ name, aliases }) => [name, aliases]))).toMatchObject({
    discover_sub_goals: ["discover_goals"],
    trigger_consolidation: ["consolidate_memories"],
  });
  const names = graphServer.tools.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(graphServer.tools).toHaveLength(37);
});

test("an unknown tool, also in another case, is refused with the contract's number and words", async () => {
  const graph = await openFilledGraph();
  for (const name of ["nonexistent_tool", "Discover_Goals", "DISCOVER_GOALS"]) {
    expect(await graph.callTool(name, {})).toMatchObject({ rpc: { code: -32004, message: `Unknown tool: ${name}` } });
  }
});

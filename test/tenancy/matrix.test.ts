import { describe, expect, test } from "vitest";
import { dumpBesideLog, refusalsIn } from "../kit/dump.ts";
import { ENGINES, type Engine, openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { rowsOf } from "../kit/rows-of.ts";
import { everyServer } from "../kit/worlds.ts";
import { type Arguments, argumentsFor, CANARY, fillFor, OWNERS } from "./matrix.ts";

const servers = await everyServer();
const TOOLS = servers.flatMap(({ server }) => server.tools.map((tool) => ({ server: server.name, tool })));

test("every server says whose its data is, and every tool of it is in the matrix", () => {
  expect(servers.map(({ server }) => server.name).sort()).toEqual(Object.keys(OWNERS).sort());
  expect(TOOLS.length).toBeGreaterThan(50);
});

/**
 * Refused to everybody here, by what is missing: fixtures that refuse, a library without a collection, a graph without
 * its model and so without memories, a house without rooms, a file to bring in. Tests of their own have those.
 */
const NOTHING_THERE = [
  "conformance/test_error_handling",
  "conformance/test_read",
  "notebook/enter_collection",
  "notebook/semantic_search",
  "notebook/fetch_passage",
  "notebook/list_artifact_sets",
  "notebook/retrieve_artifact",
  "notebook/explain_provenance",
  "notebook/begin_result_stream",
  "notebook/next_stream_chunk",
  "graph/compute_delta_sc",
  "graph/compute_teleological_vector",
  "graph/get_johari_classification",
  "graph/omni_infer",
  "graph/search_graph",
  "graph/search_teleological",
  "graph/fuse_embeddings",
  "graph/store_memory",
  "graph/trigger_workspace_broadcast",
  "graph/update_synergy_matrix",
  "graph/inject_context",
  // Nobody wrote an entry of that id.
  "home/undo",
  "model/import_ifc",
  "spatial/path_finding",
  "spatial/room_analysis",
];

/** Changes that find nothing to change here: with nothing recorded there is nothing that could be out of a scope. */
const NOTHING_TO_CHANGE = [
  "graph/abort_dream",
  "graph/auto_bootstrap_north_star",
  "graph/discover_sub_goals",
  "graph/trigger_consolidation",
  "graph/trigger_dream",
  "graph/trigger_drift_correction",
  "graph/trigger_recalibration",
  "instructions/instructions_groom",
  "instructions/instructions_reload",
  "instructions/instructions_repair",
  "instructions/usage_flush",
];

const everywhere = (scope: object) => ({ READ: scope, CREATE: scope, MODIFY: scope, DELETE: scope, APPROVE: scope });
const ELSEWHERE = ["elsewhere"];

/** Agents of the owner, and as what they are refused (in the words of the kernel or of the world), and what is done all the same. */
const LIMITED_AGENTS: readonly { who: string; record: object; code: RegExp; done: readonly string[] }[] = [
  {
    who: "an agent without permission",
    record: { permissions: {} },
    code: /"(?:forbidden|FORBIDDEN)"|"code":1200\b/,
    done: [],
  },
  {
    who: "an agent of another server",
    record: { permissions: everywhere({ servers: ELSEWHERE }) },
    code: /"(?:out_of_scope|OUT_OF_SCOPE)"|"code":1201\b/,
    done: [],
  },
  {
    // What it changes is looked at once it has run, and is undone.
    who: "an agent whose scope is other things",
    record: {
      permissions: everywhere({
        entity_types: ELSEWHERE,
        collections: ELSEWHERE,
        categories: ELSEWHERE,
        branch_patterns: ELSEWHERE,
      }),
    },
    code: /"(?:out_of_scope|OUT_OF_SCOPE)"|"code":1201\b/,
    done: NOTHING_TO_CHANGE,
  },
];

/** Whether it cannot run so far that anything of it could be looked at. */
function isMissing(server: string, tool: { readonly name: string }, done: readonly string[]): boolean {
  return done.length > 0 && NOTHING_THERE.includes(`${server}/${tool.name}`);
}

/** What a refusal must leave as it was: all but the log, which has the refusal, and the count of calls, of which it is one. */
async function kept(kernel: TestKernel) {
  const { tables, files } = await dumpBesideLog(kernel);
  const { usage_window: _counted, ...rows } = tables;
  return { root: await kernel.stateRoot(), rows, files };
}

async function open(engine: Engine) {
  const kernel = await openTestKernel({
    engine,
    variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
    limits: { budgets: {} },
    embedder: "none",
    filesBase: async () => "http://127.0.0.1:9",
  });
  return { kernel, known: await fillFor(kernel, "ada") };
}

describe.each(ENGINES)("every tool of every server, on %s", (engine) => {
  test("another user gets no word of the owner's, changes nothing of it, and is answered as for an id that nobody has", async () => {
    const { kernel, known } = await open(engine);
    const before = await rowsOf(kernel, "ada");
    const nobodys = Object.fromEntries(
      Object.entries(known).map(([key, id]) => [
        key,
        id.replace(/[0-9a-f]{6}$/, (end) => (end === "ffffff" ? "000000" : "ffffff")),
      ]),
    );
    const told: string[] = [];
    for (const { server, tool } of TOOLS.filter(({ server }) => OWNERS[server] === "user")) {
      const label = `${server}/${tool.name}`;
      const call = (ids: Record<string, string>, key: string) =>
        kernel.callTool(tool.name, argumentsFor(server, tool, ids, key), { server, user: "bob" });
      const theirs = JSON.stringify(await call(known, "theirs"));
      const unknown = JSON.stringify(await call(nobodys, "nobodys"));
      const asked = JSON.stringify(argumentsFor(server, tool, known, "theirs"));
      if (theirs.includes(CANARY) && !asked.includes(CANARY)) told.push(`${label} tells`);
      const isRefused = (text: string) => text.includes('"isError":true');
      if (isRefused(theirs) !== isRefused(unknown)) told.push(`${label} tells that it is there`);
    }
    expect(told).toEqual([]);
    expect(await rowsOf(kernel, "ada")).toBe(before);
  });

  test("the owner may use all of them", async () => {
    const { kernel, known } = await open(engine);
    const refused: string[] = [];
    for (const { server, tool } of TOOLS) {
      const rehearsed = tool.effect === "read" ? {} : { dry_run: true };
      const args: Arguments = { ...argumentsFor(server, tool, known, "own"), ...rehearsed };
      const answer = await kernel.callTool(tool.name, args, { server, user: "ada" });
      if ("isError" in answer) refused.push(`${server}/${tool.name}`);
    }
    expect(refused.sort()).toEqual([...NOTHING_THERE].sort());
  });

  test.each(LIMITED_AGENTS)("$who is refused all of them and leaves nothing behind", async ({ record, code, done }) => {
    const { kernel, known } = await open(engine);
    await kernel.governance.permissions.set({ agent: "test" }, record, { user: "operator", source: "command line" });
    const before = await kept(kernel);
    const answered: string[] = [];
    const otherwise: string[] = [];
    for (const { server, tool } of TOOLS) {
      const args = argumentsFor(server, tool, known, "agent");
      const answer = await kernel.callTool(tool.name, args, { server, user: "ada" });
      if (!("isError" in answer)) answered.push(`${server}/${tool.name}`);
      else if (!code.test(JSON.stringify(answer)) && !isMissing(server, tool, done))
        otherwise.push(`${server}/${tool.name}: ${JSON.stringify(answer)}`);
    }
    expect({ answered: answered.sort(), otherwise }).toEqual({ answered: done, otherwise: [] });
    expect(await kept(kernel)).toEqual(before);
    // Every refused change is in the log, and as what it was refused.
    const changes = TOOLS.filter(
      ({ server, tool }) => tool.effect !== "read" && !done.includes(`${server}/${tool.name}`),
    );
    const recorded = await refusalsIn(kernel);
    expect(recorded.map(({ tool }) => tool).sort()).toEqual(changes.map(({ tool }) => tool.name).sort());
    const missing = NOTHING_THERE.map((label) => label.split("/")[1]);
    const wrong = recorded.filter((refusal) => !code.test(JSON.stringify(refusal)));
    expect(wrong.filter(({ tool }) => done.length === 0 || !missing.includes(tool))).toEqual([]);
  });
});

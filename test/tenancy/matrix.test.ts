import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { name as nameOf, query } from "../../src/kernel/query.ts";
import { ENGINES, type Engine, openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { everyServer } from "../kit/worlds.ts";
import { type Arguments, argumentsFor, CANARY, fillFor, OWNERS } from "./matrix.ts";

const servers = await everyServer();
const TOOLS = servers.flatMap(({ server }) => server.tools.map((tool) => ({ server: server.name, tool })));

test("every server says whose its data is, and every tool of it is in the matrix", () => {
  expect(servers.map(({ server }) => server.name).sort()).toEqual(Object.keys(OWNERS).sort());
  expect(TOOLS.length).toBeGreaterThan(50);
});

const NEEDS_MORE = [
  // Fixtures that refuse, or that are asked for what does not exist.
  "conformance/test_error_handling",
  "conformance/test_read",
  // Of the installation: there is no collection, and an entry has rules that no schema tells.
  "instructions/instructions_add",
  "notebook/enter_collection",
  "notebook/semantic_search",
  "notebook/fetch_passage",
  "notebook/list_artifact_sets",
  "notebook/retrieve_artifact",
  "notebook/explain_provenance",
  "notebook/begin_result_stream",
  "notebook/next_stream_chunk",
  // Want something in a state that nothing is in here; each has a test of its own with two users.
  "truth/identify_entity",
  "truth/restore_entity",
  "truth/retrieve_file_url",
  "truth/split_entity",
  "truth/unmerge_entities",
];

/** Everything that is kept for one user, as one hash. */
async function rowsOf(kernel: TestKernel, tenant: string): Promise<string> {
  const database = await kernel.parts.database();
  return database.read(EVERY_TENANT, async (sql) => {
    const tables = await sql.all<{ name: string }>(
      sql.dialect === "sqlite"
        ? query`select m.name as name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'tenant_id' where m.type = 'table' order by 1`
        : query`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
            where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await sql.all<{ tenant_id: string }>(query`select * from ${nameOf(name)}`);
      const own = found.filter(({ tenant_id }) => tenant_id === tenant);
      rows.push(...own.map((row) => `${name} ${JSON.stringify(row)}`));
    }
    return createHash("sha256").update(rows.sort().join("\n")).digest("hex");
  });
}

async function open(engine: Engine) {
  const kernel = await openTestKernel({
    engine,
    variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
    limits: { budgets: {} },
    embedder: "none",
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

  test("the owner is refused nothing for want of leave", async () => {
    const { kernel, known } = await open(engine);
    const refused: string[] = [];
    for (const { server, tool } of TOOLS) {
      const args: Arguments = argumentsFor(server, tool, known, "own");
      const dry = tool.effect === "read" || server === "notebook" ? {} : { dry_run: true };
      const answer = JSON.stringify(await kernel.callTool(tool.name, { ...args, ...dry }, { server, user: "ada" }));
      const isRefused = answer.includes('"isError":true');
      if (isRefused) refused.push(`${server}/${tool.name}`);
      expect(isRefused && /"(?:forbidden|internal|FORBIDDEN|INTERNAL_ERROR)"/.test(answer), answer.slice(0, 300)).toBe(
        false,
      );
    }
    // Whose example needs more than its schema tells; the rest works, so that the rows above mean something.
    expect(refused.sort()).toEqual([...NEEDS_MORE].sort());
  });
});

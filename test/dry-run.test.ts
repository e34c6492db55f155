import { describe, expect, test } from "vitest";
import { dumpEverything } from "./kit/dump.ts";
import { temporaryFolder } from "./kit/folder.ts";
import { ENGINES, openTestKernel, type TestKernel } from "./kit/kernel.ts";
import { everyServer } from "./kit/worlds.ts";

type Arguments = Record<string, unknown>;

const company = (name: string) => ({ entity_type: "company", name });
const entry = (id: string) => ({
  id,
  title: id,
  body: `What ${id} says.`,
  priority: 50,
  audience: "all",
  requirement: "optional",
  categories: [],
});

/** What is there before: entities a to f, of which c and d are merged into f and e0 and e1 are deleted; some entries. */
async function prepare(kernel: TestKernel, server: string): Promise<Record<string, string>> {
  let calls = 0;
  // Each on a connection of its own: the quota is left for the test.
  const call = (tool: string, args: Arguments) =>
    kernel.callTool(tool, args, { server, connection: `prepare ${calls++}` });
  if (server === "instructions") {
    await call("instructions_import", { entries: ["r0", "r1"].map(entry), mode: "skip" });
  }
  if (server !== "truth") return {};
  const names = ["a0", "a1", "b", "c", "d", "e0", "e1", "f"];
  const ids: Record<string, string> = {};
  for (const name of names) {
    const stored = await call("store_structured", { entities: [company(name)], idempotency_key: `prepare ${name}` });
    const { entities } = (
      stored as { structuredContent: { entities: { entity_id: string; observation_id: string }[] } }
    ).structuredContent;
    ids[name] = entities[0]?.entity_id ?? "";
    ids[`${name} observation`] = entities[0]?.observation_id ?? "";
  }
  for (const from of ["c", "d"]) {
    await call("merge_entities", { from_entity_id: ids[from], to_entity_id: ids.f });
  }
  for (const entity of ["e0", "e1"]) await call("delete_entity", { entity_id: ids[entity] });
  for (const source of ["a0", "a1"]) {
    await call("create_relationship", {
      relationship_type: "EMBEDS",
      source_entity_id: ids[source],
      target_entity_id: ids.b,
    });
  }
  return ids;
}

/** Good arguments for every tool that writes, twice each. A new one without its line here turns the test red. */
const EXAMPLES: Readonly<Record<string, (n: 0 | 1, ids: Record<string, string>) => Arguments>> = {
  "conformance/test_write": () => ({ text: "rehearsed" }),
  "instructions/instructions_add": (n) => ({ entry: entry(`added-${n}`) }),
  "instructions/instructions_import": (n) => ({ entries: [entry(`brought-${n}`)], mode: "skip" }),
  "instructions/instructions_repair": () => ({}),
  "instructions/instructions_reload": () => ({}),
  "instructions/instructions_remove": (n) => ({ ids: [`r${n}`] }),
  "instructions/instructions_groom": () => ({ mode: { mergeDuplicates: true, removeDeprecated: true } }),
  "instructions/usage_track": (n) => ({ id: `r${n}` }),
  "instructions/usage_flush": () => ({}),
  "truth/store": (n) => ({ entities: [company(`new ${n}`)], idempotency_key: `k${n}` }),
  "truth/store_structured": (n) => ({ entities: [company(`new ${n}`)], idempotency_key: `k${n}` }),
  "truth/store_unstructured": (n) => ({
    file_content: Buffer.from(`[{"entity_type":"note","title":"n${n}","content":"c"}]`).toString("base64"),
    mime_type: "application/json",
    idempotency_key: `k${n}`,
  }),
  "truth/correct": (n, ids) => ({
    entity_id: ids.b,
    entity_type: "company",
    field: "industry",
    value: `trade ${n}`,
    idempotency_key: `k${n}`,
  }),
  "truth/create_relationship": (n, ids) => ({
    relationship_type: "PART_OF",
    source_entity_id: ids[`a${n}`],
    target_entity_id: ids.b,
  }),
  "truth/create_relationships": (n, ids) => ({
    relationships: [{ relationship_type: "PART_OF", source_entity_id: ids[`a${n}`], target_entity_id: ids.b }],
  }),
  "truth/delete_relationship": (n, ids) => ({
    relationship_type: "EMBEDS",
    source_entity_id: ids[`a${n}`],
    target_entity_id: ids.b,
  }),
  "truth/delete_entity": (n, ids) => ({ entity_id: ids[`a${n}`] }),
  "truth/restore_entity": (n, ids) => ({ entity_id: ids[`e${n}`] }),
  "truth/merge_entities": (n, ids) => ({ from_entity_id: ids[`a${n}`], to_entity_id: ids.b }),
  "truth/unmerge_entities": (n, ids) => ({ from_entity_id: ids[n === 0 ? "c" : "d"] }),
  "truth/split_entity": (n, ids) => ({
    entity_id: ids.f,
    observation_ids: [ids[`${n === 0 ? "c" : "d"} observation`]],
  }),
};

/** With everything on that a tool may need. */
const writes = (await everyServer())
  .filter(({ server }) => server.takes.dry_run !== undefined)
  .flatMap(({ server }) =>
    server.tools.filter((tool) => tool.effect !== "read").map((tool) => ({ server: server.name, tool: tool.name })),
  );

test("every write tool has an example to be rehearsed with", () => {
  expect(writes.map(({ server, tool }) => `${server}/${tool}`).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

describe.each(ENGINES)("on %s", (engine) => {
  test.each(writes)(
    "a rehearsal of $server/$tool leaves root, rows, files and quota as they were",
    async ({ server, tool }) => {
      const folder = temporaryFolder();
      const kernel = await openTestKernel({
        engine,
        folder,
        variables: { MCP_ENABLE_MUTATION: true, INDEX_FEATURES: ["usage"] },
        limits: { writesPerMinute: 2 },
        embedder: "none",
      });
      const ids = await prepare(kernel, server);
      const [first, second] = ([0, 1] as const).map((n) => EXAMPLES[`${server}/${tool}`]?.(n, ids));
      expect(await kernel.callTool(tool, first, { server })).not.toHaveProperty("isError");
      const before = { root: await kernel.stateRoot(), everything: await dumpEverything(kernel) };
      for (let n = 0; n < 3; n++) {
        const rehearsed = await kernel.callTool(tool, { ...second, dry_run: true }, { server });
        expect(rehearsed).toMatchObject({ structuredContent: { dry_run: true } });
      }
      expect({ root: await kernel.stateRoot(), everything: await dumpEverything(kernel) }).toEqual(before);
      // The quota had room for one more write, and still has.
      expect(await kernel.callTool(tool, second, { server })).not.toHaveProperty("isError");
    },
  );
});

import { describe, expect, test } from "vitest";
import { EVERY_TENANT, INSTALLATION } from "../../src/kernel/installation.ts";
import { name, query } from "../../src/kernel/query.ts";
import { ENGINES, type Engine, openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { ANSWERS, layOutOlderFolder, OLDER } from "./older-folder.ts";

/** What is different each time anything is asked; and scores, which later builds calibrate anew. */
const OF_THE_MOMENT = [
  "score",
  "relevance_score",
  "search_time_ms",
  "data_as_of",
  "last_verified",
  "context_handle",
  "trace_id",
];

async function openOlder(engine: Engine) {
  const { place, hasVectors } = await layOutOlderFolder(engine);
  const kernel = await openTestKernel({ ...place, embedder: "none", variables: { INDEX_FEATURES: ["usage"] } });
  return { ...kernel, hasVectors };
}

async function ask(kernel: TestKernel, server: string, tool: string, args: object): Promise<unknown> {
  const { structuredContent } = (await kernel.callTool(tool, args, { server })) as { structuredContent: unknown };
  return lasting(structuredContent);
}

function lasting(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (OF_THE_MOMENT.includes(key) ? undefined : value)));
}

/** Every document of the index by its key, with the model its vector comes from. */
async function documentsOf(kernel: TestKernel) {
  const database = await kernel.parts.database();
  return database.read(EVERY_TENANT, (sql) =>
    sql.all(query`select key, tenant_id, space, id, vector_model from search_document order by key`),
  );
}

describe.each(ENGINES)("a data folder of an earlier build, on %s", (engine) => {
  test("verifies, and its log comes to the state roots that build gave", async () => {
    const kernel = await openOlder(engine);

    const verified = await kernel.verify({ full: true });
    const { live, rebuilt } = await kernel.replay();

    expect(verified).toMatchObject({ entries: 11, blobs: 1, findings: [], damage: [], bad: undefined });
    const { "state root": root, ...worlds } = OLDER.roots;
    expect([live, rebuilt]).toEqual([
      { root, worlds },
      { root, worlds },
    ]);
  });

  test("answers as that build did, old references with the text as it was", async () => {
    const kernel = await openOlder(engine);

    for (const { server, tool, args, answer } of ANSWERS) {
      expect([tool, args, await ask(kernel, server, tool, args)]).toEqual([tool, args, lasting(answer)]);
    }
    expect(ANSWERS.at(-1)?.answer).toMatchObject({
      passage: { exact_text: expect.stringContaining("seven metres in spring") },
      integrity: { verified: false },
    });
  });

  test("keeps its documents and their vectors; what is nobody's own belongs to the installation now", async () => {
    const kernel = await openOlder(engine);
    const older = OLDER.tables.search_document?.map(({ key, space, id, vector_model }) => ({
      key,
      space,
      id,
      tenant_id: String(space).startsWith("truth") ? "local" : INSTALLATION,
      vector_model: kernel.hasVectors ? vector_model : null,
    }));

    for (const { server, tool, args } of ANSWERS) await ask(kernel, server, tool, args);

    expect(await documentsOf(kernel)).toEqual(older);
    for (const table of Object.keys(OLDER.tables).filter((table) => /^(notebook|instruction)_/.test(table))) {
      const database = await kernel.parts.database();
      const owners = await database.read(EVERY_TENANT, (sql) =>
        sql.all(query`select distinct tenant_id from ${name(table)}`),
      );
      expect([table, owners]).toEqual([table, [{ tenant_id: INSTALLATION }]]);
    }
  });

  test("is not changed by a start that may not write, which says what to do", async () => {
    const { place } = await layOutOlderFolder(engine);
    const kernel = await openTestKernel({ ...place, readOnly: true, embedder: "none" });

    await expect(kernel.verify()).rejects.toMatchObject({ code: "schema_older" });

    const writing = await openTestKernel({ ...place, embedder: "none" });
    expect(await writing.verify()).toMatchObject({ entries: 11 });
  });
});

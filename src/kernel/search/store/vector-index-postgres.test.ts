import { expect, test } from "vitest";
import { openTestKernel, type TestKernel } from "../../../../test/kit/kernel.ts";
import { startPgvector } from "../../../../test/kit/pgvector.ts";
import { clusterServers } from "../../../../test/services/cluster-databases.ts";
import { GIVEN_SERVER } from "../../../../test/services/postgres.ts";
import { createRealEnv } from "../../../apps/real-env.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import type { SearchAnswer, SearchDocument } from "../../search.ts";
import { engineFor } from "./engine.ts";
import { findSpace } from "./space-store.ts";

const DOCUMENTS: readonly SearchDocument[] = [
  {
    space: "s",
    id: "doctor",
    unit: "passage",
    text: "The physician prescribed medicine for the patient.",
    filters: { year: "1" },
  },
  {
    space: "s",
    id: "boat",
    unit: "passage",
    text: "Sails were mended in the harbour all winter.",
    filters: { year: "1" },
  },
  { space: "s", id: "nurse", unit: "passage", text: "A nurse cared for the wounded at night.", filters: { year: "2" } },
];

async function ask(kernel: TestKernel, filters?: Record<string, string>): Promise<SearchAnswer> {
  const database = await kernel.parts.database();
  const query = { space: "s", text: "doctor treating a sick person", limit: 3, ...(filters && { filters }) };
  return database.read(EVERY_TENANT, (sql) => kernel.parts.searchOn(sql, "local").find(query));
}

async function waitingIn(kernel: TestKernel): Promise<number | undefined> {
  const database = await kernel.parts.database();
  return (await database.read(EVERY_TENANT, (sql) => findSpace(sql, "local", "s")))?.pending;
}

/** The two nearest to the first document, by name; what large spaces are searched with. */
async function nearestToDoctor(kernel: TestKernel) {
  const { vectors } = engineFor(kernel.parts.dialect);
  return (await kernel.parts.database()).read(EVERY_TENANT, async (sql) => {
    const space = await findSpace(sql, "local", "s");
    const rows = await sql.all<{ key: number; id: string }>(query`select key, id from search_document order by key`);
    const own = await vectors.of(sql, { tenant_id: "local", space: "s" }, [rows[0]?.key ?? 0]);
    const asked = own.get(rows[0]?.key ?? 0);
    if (space === undefined || asked === undefined) throw new Error("nothing is indexed");
    const names = (keys: readonly number[]) => keys.map((key) => rows.find((row) => row.key === key)?.id);
    return {
      all: names(await vectors.nearest(sql, space, asked, undefined, 2)),
      filtered: names(await vectors.nearest(sql, space, asked, query`d.id <> 'doctor' and d.id <> 'boat'`, 2)),
    };
  });
}

test("with pgvector, PostgreSQL finds by meaning what SQLite finds, in the same order", async () => {
  const answers = [];
  for (const databaseUrl of [undefined, await startPgvector()]) {
    const kernel = await openTestKernel({ env: createRealEnv(), databaseUrl });
    await kernel.derive(({ search }) => search.index(DOCUMENTS));
    await expect.poll(() => waitingIn(kernel)).toBe(0);
    const [all, filtered] = [await ask(kernel), await ask(kernel, { year: "2" })];
    answers.push([all, filtered].map(({ hits }) => hits.map((hit) => [hit.document.id, hit.score.toFixed(6)])));
    expect(await nearestToDoctor(kernel)).toEqual({ all: ["doctor", "nurse"], filtered: ["nurse"] });
    await kernel.derive(({ search }) => search.remove("s", ["doctor"]));
    expect((await ask(kernel)).hits.map((hit) => hit.document.id)).not.toContain("doctor");
    await kernel.close();
  }
  expect(answers[0]?.[0]?.[0]?.[0]).toBe("doctor");
  expect(answers[1]).toEqual(answers[0]);
});

/** A server that was named has the extension, or should. */
const IS_NAMED = (process.env[GIVEN_SERVER] ?? "") !== "" || clusterServers().length > 0;

test.skipIf(IS_NAMED)("without the extension, PostgreSQL searches by words and says why", async () => {
  const kernel = await openTestKernel({ engine: "postgres", env: createRealEnv() });
  await kernel.derive(({ search }) => search.index(DOCUMENTS));
  expect(await ask(kernel)).toMatchObject({ mode: "text", why: expect.stringContaining("pgvector") });
});

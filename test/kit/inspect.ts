import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import type { Query } from "../../src/kernel/query.ts";
import { indexedDocuments } from "../../src/kernel/search/store/indexed-documents.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { TestKernel } from "./kernel.ts";

/** All that the worlds of a kernel find wrong with what only they can judge. */
export async function inspectWorlds(kernel: TestKernel): Promise<string[]> {
  return (await kernel.parts.database()).read(EVERY_TENANT, (sql) => inspectOn(kernel, sql));
}

/** What is found after some statements that are undone afterwards. Throws where one of them hits nothing. */
export async function inspectEdited(kernel: TestKernel, ...edits: readonly Query[]): Promise<string[]> {
  const database = await kernel.parts.database();
  return database.write(
    EVERY_TENANT,
    async (sql) => {
      for (const edit of edits) if ((await sql.change(edit)) === 0) throw new Error("an edit hit nothing");
      return inspectOn(kernel, sql);
    },
    { keep: false },
  );
}

async function inspectOn(kernel: TestKernel, sql: Sql): Promise<string[]> {
  const found: string[] = [];
  const blobs = () => ({ open: () => Promise.reject(new Error("no blobs are kept here")) });
  const index = (tenant: string) => indexedDocuments(sql, tenant);
  const { signal } = new AbortController();
  const { env } = kernel.parts;
  const isBroughtOver = async () => false;
  const entries = async () => [];
  const host = { sql, env, tenants: ["local"], blobs, index, entries, isBroughtOver, progress: () => {}, signal };
  for (const world of await kernel.worlds()) {
    for await (const { what, reason } of world.inspect(host)) found.push(`${what}: ${reason}`);
  }
  return found;
}

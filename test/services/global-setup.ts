import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server to make databases on, or null where this machine has none. */
    postgresUrl: string | null;
  }
}

/** Starts what the suites share, once for the whole run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const postgres = await startPostgres();
  if ("unavailable" in postgres) {
    if (process.env.CI === "true") throw new Error(postgres.unavailable);
    process.stderr.write(`Suites on PostgreSQL are skipped. ${postgres.unavailable}\n`);
    project.provide("postgresUrl", null);
    return undefined;
  }
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}

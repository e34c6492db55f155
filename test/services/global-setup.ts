import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { clusterServers } from "./cluster-databases.ts";
import { installNeeded } from "./packages.ts";
import { dropTemplates, GIVEN_SERVER, startPostgres, useServer } from "./postgres.ts";
import { makeRunFolder } from "./run-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server to make databases on, or null where this machine has none. */
    postgresUrl: string | null;
    /** Gone with the run: what several test files can share. */
    runFolder: string;
    /** Where temporary files lie on a disk. */
    diskFolder: string;
  }
}

/** Starts what the suites share, once for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("diskFolder", tmpdir());
  const run = makeRunFolder();
  project.provide("runFolder", run.path);
  // Workers, and the processes they start, take these over.
  process.env.TMPDIR = run.path;
  const missing = await installNeeded();
  if (missing.length > 0 && process.env.CI === "true") throw new Error(`Programs are missing: ${missing.join("; ")}`);
  for (const line of missing) process.stderr.write(`Suites that need it are skipped: ${line}\n`);
  const given = clusterServers()[0] ?? process.env[GIVEN_SERVER];
  process.env.NODE_COMPILE_CACHE = join(run.path, "compiled");
  const postgres = await (given === undefined ? startPostgres() : useServer(given));
  if ("unavailable" in postgres) {
    if (process.env.CI === "true") throw new Error(postgres.unavailable);
    process.stderr.write(`Suites on PostgreSQL are skipped. ${postgres.unavailable}\n`);
    project.provide("postgresUrl", null);
    return run.remove;
  }
  project.provide("postgresUrl", postgres.url);
  return async () => {
    if (given !== undefined) await dropTemplates(postgres.url, run.path);
    await postgres.stop();
    await run.remove();
  };
}

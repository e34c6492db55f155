import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { openKernel } from "../../src/kernel/kernel.ts";
import type { World } from "../../src/kernel/world.ts";
import { clusterServers } from "../services/cluster-databases.ts";
import { databaseFromTemplate, templatesOf } from "../services/postgres.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

// Making the schema costs more than most tests do, so each is made once a run, by the kernel itself, and copied.

const FILE = "bailiwick.db";
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

type Worlds = readonly World[];

/** Puts an empty database with the schema of these worlds into a folder. */
export async function placeSqliteTemplate(worlds: Worlds, folder: string): Promise<void> {
  const template = join(inject("runFolder"), `template-${keyOf(worlds)}.db`);
  if (!existsSync(template)) {
    const making = mkdtempSync(join(tmpdir(), "bailiwick-template-"));
    await migrate(worlds, making, undefined);
    // Others may be making the same: whoever is last wins, with the same content.
    renameSync(join(making, FILE), template);
    rmSync(making, { recursive: true });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyFileSync(template, join(folder, FILE));
}

/** An empty PostgreSQL database with the schema of these worlds, under a name of its own. */
export function postgresFromTemplate(server: string, worlds: Worlds, name: string): Promise<string> {
  const template = `${templatesOf(inject("runFolder"))}${keyOf(worlds)}`;
  return databaseFromTemplate(server, name, template, (url) => migrate(worlds, tmpdir(), url));
}

async function migrate(worlds: Worlds, folder: string, databaseUrl: string | undefined): Promise<void> {
  const kernel = openKernel({
    worlds,
    env: createSimulatedEnv("template"),
    log: QUIET,
    version: "0.0.0-template",
    folder,
    databaseUrl,
  });
  await kernel.parts.database();
  if (databaseUrl !== undefined && clusterServers().length > 0) await kernel.distribute();
  await kernel.close();
}

/** Follows from the steps alone. What they call is not in it: a run of its own makes templates of its own. */
function keyOf(worlds: Worlds): string {
  const steps = worlds.flatMap(({ migrations }) => migrations.map(({ name, up }) => `${name} ${up}`));
  return createHash("sha256").update(steps.join("\n")).digest("hex").slice(0, 16);
}

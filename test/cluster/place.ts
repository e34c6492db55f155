import { onTestFinished } from "vitest";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { type Kernel, openKernel } from "../../src/kernel/kernel.ts";
import type { World } from "../../src/kernel/world.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { createMemoryLog } from "../kit/kernel.ts";
import { GIVEN_CLUSTER } from "../services/cluster-databases.ts";

/** The database that they name may be written to, and is never emptied: each run has users of its own. */
export const ADDRESSES = (process.env[GIVEN_CLUSTER] ?? "").split(",").filter((address) => address !== "");

export const SKIPPED = ADDRESSES.length === 0;
if (SKIPPED) process.stderr.write("Suites on a cluster are skipped: BAILIWICK_TEST_CLUSTER names no servers.\n");

export const COORDINATOR = ADDRESSES[0] ?? "";

/** Users that nobody had before. */
export function newUsers(count: number): string[] {
  const run = crypto.randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, n) => `u${run}-${n}`);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

export interface ClusterKernel extends Kernel {
  ask(user: string, tool: string, args: object): Promise<Answer>;
}

/** A kernel at one server, with all worlds and without vectors and limits. */
export function openAt(databaseUrl: string, worlds: readonly World[] = WORLDS): ClusterKernel {
  const kernel = openKernel({
    env: createRealEnv(),
    version: "0.0.0-test",
    worlds,
    log: createMemoryLog(),
    folder: temporaryFolder(),
    databaseUrl,
    embedder: "none",
    limits: { budgets: { store: 0, retrieve_entities: 0 } },
  });
  onTestFinished(() => kernel.close());
  return {
    ...kernel,
    async ask(user, tool, args) {
      const outcome = await kernel.call({
        server: "truth",
        name: tool,
        arguments: args,
        connection: { id: user, transport: "stdio", client: "test", user },
        client: SILENT_CLIENT,
        signal: new AbortController().signal,
        form: "tool",
      });
      return "structuredContent" in outcome ? outcome.structuredContent : outcome;
    },
  };
}

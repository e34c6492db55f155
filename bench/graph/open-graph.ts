import { setTimeout as sleep } from "node:timers/promises";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { type EmbedderChoice, openKernel, SILENT_CLIENT, type World } from "../../src/kernel/serve.ts";

// biome-ignore lint/suspicious/noExplicitAny: benches look into answers of every shape.
export type Answer = any;

export interface OpenGraph {
  /** Calls a tool as this user; a refusal ends the bench. */
  ask(tool: string, args: Record<string, unknown>, user?: string): Promise<Answer>;
  /** Waits until the index has all its vectors. */
  vectorsMade(user?: string): Promise<void>;
  close(): Promise<void>;
}

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** The product itself with these worlds, in this process. */
export function openGraph(folder: string, world: World, embedder: EmbedderChoice = { provider: "bundled" }): OpenGraph {
  const kernel = openKernel({
    env: createRealEnv(),
    version: "bench",
    worlds: [world],
    log: QUIET,
    folder,
    embedder,
  });
  const ask: OpenGraph["ask"] = async (tool, args, user = "local") => {
    const outcome = await kernel.call({
      server: "graph",
      name: tool,
      arguments: args,
      connection: { id: "bench", transport: "stdio", client: "bench", user },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
    const { structuredContent, isError } = outcome as Answer;
    if (isError === true || structuredContent === undefined) throw new Error(JSON.stringify(outcome));
    return structuredContent;
  };
  return {
    ask,
    async vectorsMade(user) {
      while ((await ask("probe_vectors", {}, user)).complete !== true) await sleep(500);
    },
    close: () => kernel.close(),
  };
}

import { createRealEnv } from "../../src/apps/real-env.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { type Logger, openKernel } from "../../src/kernel/serve.ts";
import { truth } from "../../src/worlds/truth/index.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The truth world with its model in this process, for several users. */
export interface Tenants {
  call(user: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export function openTenants(folder: string): Tenants {
  const kernel = openKernel({
    worlds: [truth],
    env: createRealEnv(),
    log: SILENT,
    version: "0.0.0-bench",
    folder,
    limits: { budgets: { store: 0, retrieve_entities: 0 }, callsPerMinute: 0 },
  });
  return {
    async call(user, name, args) {
      const outcome = await kernel.call({
        server: "truth",
        name,
        arguments: args,
        connection: { id: user, transport: "stdio", client: "bench", user },
        client: SILENT_CLIENT,
        signal: new AbortController().signal,
        form: "tool",
      });
      if (!("structuredContent" in outcome) || ("isError" in outcome && outcome.isError === true))
        throw new Error(`${name} failed: ${JSON.stringify(outcome).slice(0, 500)}`);
      return outcome.structuredContent as Record<string, unknown>;
    },
    close: () => kernel.close(),
  };
}

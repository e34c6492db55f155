import { inject, onTestFinished } from "vitest";
import { createWorlds } from "../../src/apps/worlds.ts";
import type { Outcome } from "../../src/kernel/call/index.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import type { Env } from "../../src/kernel/env.ts";
import { type Kernel, type KernelOptions, openKernel } from "../../src/kernel/kernel.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import type { World } from "../../src/kernel/world.ts";
import { createDatabase } from "../services/postgres.ts";
import { temporaryFolder } from "./folder.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

/** Keeps log lines instead of writing them. */
export function createMemoryLog(): Logger & { readonly lines: { level: string; fields: object; message: string }[] } {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export type Engine = "sqlite" | "postgres";

/** Every store test runs on both. Without a PostgreSQL server the run says so, and with CI=true it has failed already. */
export const ENGINES: readonly Engine[] = inject("postgresUrl") === null ? ["sqlite"] : ["sqlite", "postgres"];

/** A fresh database of the engine: its URL, or undefined for SQLite in a folder. */
export async function freshDatabaseUrl(engine: Engine): Promise<string | undefined> {
  const server = inject("postgresUrl");
  if (engine === "sqlite") return undefined;
  if (server === null) throw new Error("no PostgreSQL server for this run");
  return createDatabase(server, `t_${crypto.randomUUID().replaceAll("-", "")}`);
}

export interface TestKernel extends Kernel {
  readonly folder: string;
  readonly log: ReturnType<typeof createMemoryLog>;
  /** Calls a tool as a local client would and answers with the raw outcome. */
  callTool(
    name: string,
    args: unknown,
    options?: { server?: string; connection?: string; user?: string; signal?: AbortSignal },
  ): Promise<Outcome>;
}

export interface TestKernelOptions extends Partial<Omit<KernelOptions, "worlds">> {
  readonly engine?: Engine;
  readonly seed?: string;
  readonly worlds?: readonly World<unknown>[];
  readonly env?: Env;
}

/** A real kernel on a real database in a folder of its own, with a simulated Env. */
export async function openTestKernel(options: TestKernelOptions = {}): Promise<TestKernel> {
  const folder = options.folder ?? temporaryFolder();
  const log = createMemoryLog();
  const worlds = options.worlds ?? createWorlds({ folder, config: {} });
  const kernel = openKernel({
    env: createSimulatedEnv(options.seed ?? "test"),
    version: "0.0.0-test",
    checkOutputs: true,
    databaseUrl: await freshDatabaseUrl(options.engine ?? "sqlite"),
    ...options,
    worlds,
    log,
    folder,
  });
  onTestFinished(() => kernel.close());
  return {
    ...kernel,
    folder,
    log,
    callTool: (name, args, { server, connection, user, signal } = {}) =>
      kernel.call({
        server: server ?? worlds[0]?.servers[0]?.name ?? "",
        name,
        arguments: args,
        connection: {
          id: connection ?? "test",
          transport: "stdio",
          client: "test",
          ...(user !== undefined && { user }),
        },
        client: SILENT_CLIENT,
        signal: signal ?? new AbortController().signal,
        form: "tool",
      }),
  };
}

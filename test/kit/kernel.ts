import { existsSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished, TestRunner } from "vitest";
import { WORLDS } from "../../src/apps/worlds.ts";
import type { Outcome } from "../../src/kernel/call/index.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import type { Env } from "../../src/kernel/env.ts";
import { type Kernel, openKernel } from "../../src/kernel/kernel.ts";
import type { KernelOptions } from "../../src/kernel/kernel-options.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import type { World } from "../../src/kernel/world.ts";
import { createDatabase, dropDatabase } from "../services/postgres.ts";
import { temporaryFolder } from "./folder.ts";
import { createSimulatedEnv } from "./simulated-env.ts";
import { placeSqliteTemplate, postgresFromTemplate } from "./templates.ts";

/** Keeps log lines instead of writing them. */
export function createMemoryLog(): Logger & { readonly lines: { level: string; fields: object; message: string }[] } {
  const lines: { level: string; fields: object; message: string }[] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

export type Engine = "sqlite" | "postgres";

/**
 * Every store test runs on both. Where there is no PostgreSQL server, each test that asks for a database on one is skipped
 * and says why, those that compare the two as well; with CI=true such a run has failed already.
 */
export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/** BAILIWICK_TEST_ENGINE=postgres has every kernel on PostgreSQL whose test names no engine itself. */
const OTHERWISE: Engine = ENGINES.find((one) => one === process.env.BAILIWICK_TEST_ENGINE) ?? "sqlite";

/** Which of those databases belongs to which folder: whoever opens a folder again finds what was written before. */
const databases = new Map<string, string>();

const NO_SERVER = "no PostgreSQL server for this run";

/** A database of the engine with nothing in it: its URL, or undefined for SQLite in a folder. Gone with the test. */
export function freshDatabaseUrl(engine: Engine): Promise<string | undefined> {
  return newDatabaseUrl(engine, createDatabase);
}

/** The same with the schema of these worlds made already; on SQLite it lies in the folder. */
export async function migratedDatabaseUrl(
  engine: Engine,
  worlds: readonly World[],
  folder: string,
): Promise<string | undefined> {
  if (engine === "sqlite") await placeSqliteTemplate(worlds, folder);
  return newDatabaseUrl(engine, (server, name) => postgresFromTemplate(server, worlds, name));
}

async function newDatabaseUrl(
  engine: Engine,
  create: (server: string, name: string) => Promise<string>,
): Promise<string | undefined> {
  const server = inject("postgresUrl");
  if (engine === "sqlite") return undefined;
  if (server === null) {
    TestRunner.getCurrentTest()?.context.skip(NO_SERVER);
    throw new Error(NO_SERVER);
  }
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`;
  onTestFinished(() => dropDatabase(server, name));
  return create(server, name);
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
  readonly worlds?: readonly World[];
  readonly env?: Env;
}

/** Where a kernel may make its schema it finds it made, unless the folder holds a database already. */
async function databaseFor(
  { engine, readOnly = false, mustExist = false }: TestKernelOptions,
  worlds: readonly World[],
  folder: string,
): Promise<string | undefined> {
  const isFile = existsSync(join(folder, "bailiwick.db"));
  const chosen = engine ?? (isFile ? "sqlite" : OTHERWISE);
  if (chosen === "sqlite" && isFile) return undefined;
  const known = engine === undefined ? databases.get(folder) : undefined;
  if (known !== undefined) return known;
  const url = await (readOnly || mustExist ? freshDatabaseUrl(chosen) : migratedDatabaseUrl(chosen, worlds, folder));
  if (engine === undefined && url !== undefined) {
    databases.set(folder, url);
    onTestFinished(() => void databases.delete(folder));
  }
  return url;
}

/** A real kernel on a real database in a folder of its own, with a simulated Env. */
export async function openTestKernel(options: TestKernelOptions = {}): Promise<TestKernel> {
  const folder = options.folder ?? temporaryFolder();
  const log = createMemoryLog();
  const worlds = options.worlds ?? WORLDS;
  const kernel = openKernel({
    env: createSimulatedEnv(options.seed ?? "test"),
    version: "0.0.0-test",
    checkOutputs: true,
    ...options,
    databaseUrl: options.databaseUrl ?? (await databaseFor(options, worlds, folder)),
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
        server: server ?? worlds[0]?.servers[0] ?? "",
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

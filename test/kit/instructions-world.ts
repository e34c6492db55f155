import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { instructions } from "../../src/worlds/instructions/index.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

/** The time of every file a test writes, so that answers can be compared whole. */
export const FILE_TIME = Date.UTC(2025, 2, 1);
export const FILE_ISO = new Date(FILE_TIME).toISOString();

/** What the variables and flags say, in words that read well in a test. */
export interface TestEnvironment {
  readonly instructionsDir: string;
  readonly mutation: boolean;
  readonly logVerbose: boolean;
  readonly logMutation: boolean;
  readonly trailingNewline: boolean;
  readonly features: readonly string[];
  readonly alwaysReload: boolean;
}

export interface InstructionsTestOptions extends Omit<TestKernelOptions, "worlds" | "config"> {
  /** Files of the instructions folder, by name; objects are written as JSON. */
  readonly files?: Readonly<Record<string, string | object>>;
  readonly environment?: Partial<TestEnvironment>;
  readonly config?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

export interface TestInstructions extends TestKernel {
  /** The instructions folder. */
  readonly root: string;
  /** Calls a tool and answers with its structured content. */
  ask(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool and answers with the whole result. */
  result(tool: string, args?: unknown): Promise<Answer>;
  /** Calls it as a JSON-RPC method: the bare value, or `{rpc}` for a failure. */
  method(name: string, params?: unknown): Promise<Answer>;
  write(name: string, content: string | object | Uint8Array, at?: number): void;
  read(name: string): Answer;
  remove(name: string): void;
  /** Every file of the instructions folder that is not ours alone, by name. */
  texts(): Record<string, string>;
}

/** By words only: vectors come when they come, and a test must not depend on when. */
const NO_MODEL = { provider: "path", folder: "/nowhere" } as const;

/** Mutation is on unless a test says otherwise. */
function variablesOf(environment: Partial<TestEnvironment> = {}) {
  return {
    INSTRUCTIONS_DIR: environment.instructionsDir,
    MCP_ENABLE_MUTATION: environment.mutation ?? true,
    MCP_LOG_VERBOSE: environment.logVerbose ?? false,
    MCP_LOG_MUTATION: environment.logMutation ?? false,
    GOV_HASH_TRAILING_NEWLINE: environment.trailingNewline ?? false,
    INSTRUCTIONS_ALWAYS_RELOAD: environment.alwaysReload ?? false,
    INDEX_FEATURES: environment.features ?? [],
  };
}

/** A kernel with the instructions world on a folder of its own. */
export async function openTestInstructions(options: InstructionsTestOptions = {}): Promise<TestInstructions> {
  const { files = {}, environment, config, ...rest } = options;
  const folder = options.folder ?? temporaryFolder();
  const root = environment?.instructionsDir ?? join(folder, "instructions");
  const write = (name: string, content: string | object | Uint8Array, at = FILE_TIME) => {
    mkdirSync(root, { recursive: true });
    const isRaw = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(join(root, name), isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
    utimesSync(join(root, name), at / 1000, at / 1000);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  const kernel = await openTestKernel({
    embedder: NO_MODEL,
    ...rest,
    folder,
    config: { instructions: config },
    variables: variablesOf(environment),
    worlds: [instructions],
  });
  const call = (form: "tool" | "method", name: string, args: unknown) =>
    kernel.call({
      server: "instructions",
      name,
      arguments: args,
      connection: { id: "test", transport: "stdio", client: "test" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form,
    });
  const result = (tool: string, args: unknown = {}): Promise<Answer> => call("tool", tool, args);
  return {
    ...kernel,
    root,
    write,
    result,
    read: (name) => JSON.parse(readFileSync(join(root, name), "utf8")),
    remove: (name) => rmSync(join(root, name), { recursive: true }),
    texts: () =>
      existsSync(root)
        ? Object.fromEntries(
            readdirSync(root)
              .filter((name) => /\.(json|tmp)$/.test(name) && statSync(join(root, name)).isFile())
              .sort()
              .map((name) => [name, readFileSync(join(root, name), "utf8")]),
          )
        : {},
    async ask(tool, args = {}) {
      const outcome = await result(tool, args);
      if (outcome.structuredContent === undefined) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
      return outcome.structuredContent;
    },
    async method(name, params = {}) {
      const outcome: Answer = await call("method", name, params);
      return outcome.structuredContent ?? outcome;
    },
  };
}

/** The least an author writes. */
export function authored(id: string, more: Record<string, unknown> = {}) {
  return {
    id,
    title: `Title of ${id}`,
    body: `Body of ${id}.`,
    priority: 50,
    audience: "all",
    requirement: "optional",
    categories: ["general"],
    ...more,
  };
}

/** What is written by hand and leaves nothing to be enriched or remembered. */
export function complete(id: string, more: Record<string, unknown> = {}) {
  return {
    ...authored(id),
    schemaVersion: "1",
    createdAt: FILE_ISO,
    updatedAt: FILE_ISO,
    version: "1.0.0",
    status: "approved",
    owner: "ada",
    priorityTier: "P3",
    classification: "internal",
    lastReviewedAt: FILE_ISO,
    nextReviewDue: "2025-05-30T00:00:00.000Z",
    changeLog: [{ version: "1.0.0", changedAt: FILE_ISO, summary: "initial import" }],
    semanticSummary: `Body of ${id}.`,
    ...more,
  };
}

import { statSync } from "node:fs";
import { KernelError } from "../../kernel/serve.ts";
import { plainProblem } from "../file-problem.ts";
import type { Flags } from "../flags.ts";
import { readSettings, type Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { failureLine } from "./failure-line.ts";
import { helpText } from "./help.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { Terminal } from "./terminal.ts";

type Run = (words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) => Promise<number>;

/** Each command is loaded when it is called: a client that starts `mcp` waits for nothing else. */
const RUNS: Readonly<Record<string, () => Promise<Run>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  mcp: async () => (await import("./mcp.ts")).mcp,
  remember: async () => (await import("./home.ts")).remember,
  recall: async () => (await import("./home.ts")).recall,
  brief: async () => (await import("./home.ts")).brief,
  open: async () => (await import("./home.ts")).open,
  changes: async () => (await import("./home.ts")).changes,
  import: async () => (await import("./import.ts")).importFiles,
  export: async () => (await import("./import.ts")).exportFiles,
  demo: async () => (await import("./demo.ts")).demo,
  verify: async () => (await import("./verify.ts")).verify,
  checkpoint: async () => (await import("./checkpoint.ts")).checkpoint,
  prove: async () => (await import("./prove.ts")).prove,
  "verify-proof": async () => (await import("./verify-proof.ts")).verifyProof,
  links: async () => (await import("./links.ts")).links,
  erase: async () => (await import("./erase.ts")).erase,
  users: async () => (await import("./users.ts")).users,
  clients: async () => (await import("./clients.ts")).clients,
  status: async () => (await import("./status.ts")).status,
  search: async () => (await import("./search.ts")).search,
  show: async () => (await import("./show.ts")).show,
  backup: async () => (await import("./backup.ts")).backup,
  migrate: async () => (await import("./migrate.ts")).migrate,
  restore: async () => (await import("./restore.ts")).restore,
  collections: async () => (await import("./collections.ts")).collections,
  completion: async () => (await import("./completion.ts")).completion,
  approvals: async () => (await import("./approvals.ts")).approvals,
  permissions: async () => (await import("./permissions.ts")).permissions,
  audit: async () => (await import("./audit.ts")).audit,
  replay: async () => (await import("./replay.ts")).replay,
  cluster: async () => (await import("./cluster.ts")).cluster,
  reindex: async () => (await import("./reindex.ts")).reindex,
  connect: async () => (await import("./connect.ts")).connect,
  doctor: async () => (await import("./doctor.ts")).doctor,
};

/** Runs one command line and answers with its exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let folder: string | undefined;
  try {
    const { command, words, flags } = parseArguments(argv);
    if (command === "help") {
      terminal.print(helpText(words[0]));
      return 0;
    }
    if (command === "version") {
      terminal.print((await import("../version.ts")).productVersion());
      return 0;
    }
    const load = RUNS[command];
    if (load === undefined) throw new UsageError(`unknown command ${command}`);
    const settings = readSettings(flags, terminal.environment, terminal.workingFolder);
    if (settings.databaseUrl === undefined) folder = settings.folder;
    requireNoFile(settings.folder);
    return await (await load())(words, settings, terminal, flags);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.warn(`bailiwick: ${error.message}`);
      return 2;
    }
    if (error instanceof KernelError) {
      terminal.warn(`bailiwick: ${failureLine(error, folder)}`);
      return 1;
    }
    const problem = plainProblem(error);
    if (problem !== undefined) {
      terminal.warn(`bailiwick: ${problem}`);
      return 1;
    }
    // A fault of ours. Whoever typed the command can do nothing with the stack; who hunts the fault asks for it.
    const isAsked = terminal.environment.MCP_LOG_VERBOSE === "1";
    const told = error instanceof Error ? (isAsked ? error.stack : error.message) : String(error);
    terminal.warn(`bailiwick: this is a fault of ours: ${told}. MCP_LOG_VERBOSE=1 shows where.`);
    return 1;
  }
}

function requireNoFile(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError(`${folder} is a file, not a data folder; choose another with --data`);
  }
}

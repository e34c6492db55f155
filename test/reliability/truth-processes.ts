import { runCli } from "../kit/processes.ts";
import { type CallEnd, type ServerProcess, startProduct } from "./server-process.ts";
import { type Call, TOO_EARLY, toolCall } from "./truth-calls.ts";

const ROUNDS_MAX = 6;

/** Processes of the product on one data folder, all started at once. */
export async function startTruth(
  folder: string,
  processes: number,
  database: readonly string[] = [],
): Promise<ServerProcess[]> {
  const servers = Array.from({ length: processes }, () => startProduct("truth", ["--data", folder, ...database]));
  for (const end of await Promise.all(servers.map((server) => server.initialize()))) answerOf(end);
  return servers;
}

/** Ends them as a client does; each must have had nothing to complain of. */
export async function endAll(servers: readonly ServerProcess[]): Promise<(number | string | null)[]> {
  const codes = await Promise.all(servers.map((server) => server.end()));
  return [...codes, ...servers.map(({ stderr }) => stderr)];
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export function answerOf(end: CallEnd): any {
  if (end.value === undefined) throw new Error(`no answer: ${end.failed ?? "the process died"}`);
  return end.value;
}

/** Every process makes its share of the calls at once; those that came too early are made again. */
export async function makeCalls(servers: readonly ServerProcess[], calls: readonly Call[], ids: readonly string[]) {
  let waiting = [...calls];
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`refused to the end: ${JSON.stringify(waiting)}`);
    const ends = await Promise.all(
      waiting.map(async (call, index) => {
        const { tool, args } = toolCall(call, ids);
        const end = await (servers[index % servers.length] as ServerProcess).call(tool, args);
        return { call, end };
      }),
    );
    waiting = ends.flatMap(({ call, end }) => {
      if (end.value !== undefined) return [];
      if (end.failed !== undefined && TOO_EARLY.has(end.failed)) return [call];
      throw new Error(`${JSON.stringify(call)}: ${end.failed ?? "the process died"}`);
    });
  }
}

/** The state root as the command line gives it, after it rebuilt everything from the log. */
export async function replayedRoot(folder: string, database: readonly string[] = []): Promise<string> {
  const { code, stdout, stderr } = await runCli(["replay", "--data", folder, ...database]);
  const root = /^state root: ([0-9a-f]{64})$/m.exec(stdout)?.[1];
  if (code !== 0 || root === undefined) throw new Error(`replay: ${code} ${stdout} ${stderr}`);
  return root;
}

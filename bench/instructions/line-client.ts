import { readFileSync } from "node:fs";
import { INITIALIZE, INITIALIZED, refuseFailure } from "../call-path/messages.ts";
import { cpuMsOf, DOOR, endServer, startServer } from "../kit/server-process.ts";

/** What a question cost, and its answer as it came. */
export interface Asked {
  readonly ms: number;
  /** What the server spent on it, all its threads together; other work on the machine leaves this alone. */
  readonly cpuMs: number;
  readonly line: Buffer;
}

/** A client that speaks lines of JSON-RPC with one running instructions server. One question at a time. */
export interface LineClient {
  /** From the first byte sent to the last one received; nothing is parsed meanwhile. */
  ask(method: string, params: unknown): Promise<Asked>;
  /** Like `ask`, by tools/call. */
  call(tool: string, args: unknown): Promise<Asked>;
  /** Memory of the process that is in RAM now, in MiB. */
  residentMiB(): number;
  close(): Promise<void>;
}

const NEWLINE = 0x0a;
const NOTICE = /^\{("jsonrpc":"2\.0",)?"method":/;

/** Starts the built product and waits until it has answered the opening. */
export async function openLineClient(
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<LineClient> {
  const child = startServer([DOOR, "mcp", "instructions", "--data", data], environment);
  let pieces: Buffer[] = [];
  let waiting: { resolve(line: Buffer): void; reject(error: Error): void } | undefined;
  let nextId = 2;

  child.stdout.on("data", (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0; ) {
      const end = rest.indexOf(NEWLINE);
      pieces.push(end === -1 ? rest : rest.subarray(0, end));
      if (end === -1) return;
      rest = rest.subarray(end + 1);
      const line = pieces;
      pieces = [];
      // The server may also tell news, which nobody waits for.
      if (NOTICE.test((line[0] ?? Buffer.of()).subarray(0, 60).toString("latin1"))) continue;
      waiting?.resolve(Buffer.concat(line));
    }
  });
  child.stdout.on("end", () => waiting?.reject(new Error("the server ended before it answered")));

  async function send(message: string): Promise<Asked> {
    const cpuBefore = cpuMsOf(child.pid);
    const startedMs = performance.now();
    const answered = new Promise<Buffer>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    child.stdin.write(message);
    const line = await answered;
    const ms = performance.now() - startedMs;
    // An answer that is no answer would make any server fast; the words of a failure stand at its ends.
    refuseFailure(Buffer.concat([line.subarray(0, 200), line.subarray(-200)]));
    return { ms, cpuMs: cpuMsOf(child.pid) - cpuBefore, line };
  }

  const ask = (method: string, params: unknown) =>
    send(`${JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params })}\n`);

  await send(`${INITIALIZE}\n`);
  child.stdin.write(`${INITIALIZED}\n`);
  return {
    ask,
    call: (tool, args) => ask("tools/call", { name: tool, arguments: args }),
    residentMiB: () => residentMiB(child.pid),
    close: () => endServer(child),
  };
}

/** The value a question was answered with, whichever way it was asked. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
export function answerIn({ line }: Asked): any {
  const { result } = JSON.parse(line.toString("utf8"));
  return result.structuredContent ?? result;
}

function residentMiB(pid: number): number {
  const [, kib = "NaN"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) / 1024;
}

import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Command, cpuMsOf } from "../kit/server-process.ts";

/** A server over stdio with the SDK's own client in front of it. */
export interface Session {
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  cpuMs(): number;
  memoryMiB(): number;
  close(): Promise<void>;
}

const ANSWER_MS = 600_000;

export async function openSession(command: Command, environment: Record<string, string> = {}): Promise<Session> {
  const { PATH = "", HOME = "" } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command],
    env: { PATH, HOME, ...environment },
    stderr: "ignore",
  });
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(transport);
  const pid = transport.pid;
  if (pid === null) throw new Error(`cannot start ${command[0]}`);
  return {
    async call(tool, args) {
      const { structuredContent, isError } = await client.callTool(
        { name: tool, arguments: args },
        { timeout: ANSWER_MS },
      );
      // An answer that is no answer would make any server fast.
      if (isError === true) throw new Error(`${tool} failed: ${JSON.stringify(structuredContent).slice(0, 500)}`);
      return structuredContent as Record<string, unknown>;
    },
    cpuMs: () => cpuMsOf(pid),
    memoryMiB: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
    close: () => client.close(),
  };
}

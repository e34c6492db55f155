import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { CLEAN_ENVIRONMENT, DOOR } from "../kit/processes.ts";
import { type CallEnd, ServerProcess } from "./server-process.ts";

/** One instructions server over stdio, asked by the contract's own methods. */
export interface InstructionsServer {
  readonly process: ServerProcess;
  /** The answer to a method; a refusal fails the test. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  ask(method: string, params?: Record<string, unknown>): Promise<any>;
  /** Closes its stdin and answers with its exit code. */
  end(): Promise<number | null>;
}

/** Starts the built product on a data folder; it is ended with the test at the latest. */
export function startInstructions(data: string, environment: Record<string, string> = {}): InstructionsServer {
  const child = spawn(process.execPath, [DOOR, "mcp", "instructions", "--data", data], {
    env: { ...CLEAN_ENVIRONMENT, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const server = new ServerProcess(child);
  return {
    process: server,
    async ask(method, params = {}) {
      return valueOrFail(method, await server.send(method, params).end, server);
    },
    end: () => server.end(),
  };
}

function valueOrFail(method: string, { value, failed, died }: CallEnd, { stderr }: ServerProcess): unknown {
  if (value === undefined) throw new Error(`${method}: ${died ? "the process died" : failed}; stderr: ${stderr}`);
  return value;
}

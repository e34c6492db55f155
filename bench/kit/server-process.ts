import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export type ServerProcess = ChildProcessByStdio<Writable, Readable, null> & { readonly pid: number };

/** What a client's configuration names: a script and its arguments, run by this very Node. */
export type Command = readonly [script: string, ...args: string[]];

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DOOR = `${ROOT}bin/bailiwick.js`;

const running = new Set<ServerProcess>();
// A bench that fails half-way leaves no server behind.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a server with nothing of this process's environment that could change how it runs. */
export function startServer(command: Command, environment: Readonly<Record<string, string>> = {}): ServerProcess {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, command, {
    env: { PATH, HOME, ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (child.pid === undefined) throw new Error(`cannot start ${command[0]}`);
  const server = child as ServerProcess;
  running.add(server);
  server.once("close", () => running.delete(server));
  return server;
}

/** Ends a server the way a client does, and waits until it is gone. */
export async function endServer(child: ServerProcess, signal?: NodeJS.Signals): Promise<void> {
  const closed = once(child, "close");
  child.stdin.end();
  if (signal !== undefined) child.kill(signal);
  await closed;
}

/** CPU time of all threads of a process, in milliseconds, to the nanosecond where `stat` has ticks of 10 ms. */
export function cpuMsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6)
    .reduce((sum, ms) => sum + ms, 0);
}

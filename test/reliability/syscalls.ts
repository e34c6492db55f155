import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import { cannotRun } from "../kit/cannot-run.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { findProgram } from "../services/packages.ts";

export interface SyncTrace {
  /** Flushes to disk so far, with the file of each and whether it was made to fail. */
  syncs(): { file: string; injected: boolean }[];
  /** Lets the process go on undisturbed. */
  detach(): Promise<void>;
}

/** Watches every flush of a running process and all its threads; `inject` is strace's own notation, such as `error=EIO`. */
export async function traceSyncs(context: TestContext, pid: number, inject?: string): Promise<SyncTrace> {
  const strace = findProgram("strace");
  if (strace === undefined) return cannotRun(context, 'strace is not installed: install the package "strace"');
  const output = join(temporaryFolder(), "syncs.txt");
  const injection = inject === undefined ? [] : ["-e", `inject=fsync,fdatasync:${inject}`];
  const args = ["-f", "-y", "-e", "trace=fsync,fdatasync", ...injection, "-o", output, "-p", String(pid)];
  const child = spawn(strace, args, { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = once(child, "close");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("attached")) resolve();
    });
    child.once("close", () => reject(new Error(`strace did not attach: ${said}`)));
  });
  return {
    syncs: () =>
      readFileSync(output, "utf8")
        .split("\n")
        .flatMap((line) => {
          const call = /(?:fsync|fdatasync)\(\d+<([^>]*)>/.exec(line);
          return call?.[1] === undefined ? [] : [{ file: call[1], injected: line.includes("(INJECTED)") }];
        }),
    async detach() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

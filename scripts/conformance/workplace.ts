import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const BAILIWICK = join(import.meta.dirname, "..", "..", "bin", "bailiwick.js");
const START_MS = 2 * 60_000;
const STOP_MS = 20_000;

/** Where the suites run: a folder for all they leave behind, and the signal that ends them. */
export interface Workplace {
  readonly folder: string;
  readonly deadline: AbortSignal;
  /** A path in the folder that nobody has used yet. */
  nextFolder(): string;
}

export function createWorkplace(folder: string, deadline: AbortSignal): Workplace {
  let folders = 0;
  return {
    folder,
    deadline,
    nextFolder() {
      folders += 1;
      return join(folder, String(folders));
    },
  };
}

/** Serves the built product on a free port with a data folder of its own for as long as `use` runs. */
export async function withServer<Value>(
  { folder, deadline, nextFolder }: Workplace,
  args: readonly string[],
  use: (base: string) => Promise<Value>,
): Promise<Value> {
  const port = await freePort();
  const serve = ["serve", "--host", "127.0.0.1", "--port", String(port), "--data", nextFolder(), ...args];
  // Neither the developer's settings nor a config file in the working folder may lead this to real data.
  const { PATH, HOME, SystemRoot } = process.env;
  const child = spawn(process.execPath, [BAILIWICK, ...serve], {
    cwd: folder,
    env: { PATH, HOME, SystemRoot },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const exit = ended(child);
  try {
    const base = `http://127.0.0.1:${port}`;
    await Promise.race([healthy(base, deadline), exit.then((code) => stoppedEarly(code))]);
    return await use(base);
  } catch (error) {
    const tail = output().trim().split("\n").slice(-10).join("\n");
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${tail}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await Promise.race([exit, sleep(STOP_MS, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
    await exit;
  }
}

function stoppedEarly(code: number | string): never {
  throw new Error(`bailiwick serve ended with ${code} before it answered`);
}

async function healthy(base: string, deadline: AbortSignal): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    deadline.throwIfAborted();
    const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`bailiwick serve did not answer on /healthz within ${START_MS / 1_000} s`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port was found");
  return address.port;
}

/** How a process ended: its exit code, or what stopped it. */
export function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
}

export function collect(child: ChildProcess): () => string {
  let text = "";
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => text;
}

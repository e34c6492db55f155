import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { DOOR, type ServerProcess, startServer } from "../kit/server-process.ts";
import type { ProbeOptions, ProbeReport } from "./probe.ts";

/** The built product over HTTP, on a folder of its own. */
export interface House {
  readonly url: string;
  readonly pid: number;
  /** The most memory it ever had, in MB. */
  peakMb(): number;
  /** Asks it to stop; how long that took, in milliseconds. */
  stop(): Promise<number>;
  close(): Promise<void>;
}

// What is measured is who waits for whom: budgets of users would only end the load early, and the model works elsewhere.
const CONFIG = {
  embedder: { provider: "none" },
  limits: { store_per_minute: 0, retrieve_entities_per_minute: 0, calls_per_minute: 0 },
};

export async function openHouse(): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
  const config = join(folder, "config.json");
  await writeFile(config, JSON.stringify(CONFIG));
  const data = join(folder, "data");
  const child = startServer([DOOR, "serve", "--servers", "truth", "--port", "0", "--data", data, "--config", config]);
  const url = await addressOf(child);
  const ended = once(child, "close");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  };
  return {
    url,
    pid: child.pid,
    peakMb: () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    async stop() {
      const startedMs = performance.now();
      child.kill("SIGTERM");
      await ended;
      return performance.now() - startedMs;
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addressOf(child: ServerProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /serving on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error("the server never listened");
}

/** Watches a house from outside until told to say what it saw. */
export function watch(options: ProbeOptions): () => Promise<ProbeReport> {
  const worker = new Worker(new URL("probe.ts", import.meta.url), { workerData: options });
  return async () => {
    worker.postMessage("report");
    const [report] = (await once(worker, "message")) as [ProbeReport];
    await worker.terminate();
    return report;
  };
}

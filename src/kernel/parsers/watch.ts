import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { VERDICT_FD } from "./frames.ts";

/** How often the watch looks, while a file is parsed. */
const LOOK_MS = 10;
/** Waiting costs no time of the processor: a file for which this many times its limit has passed waits for nothing that comes. */
const WALL_FACTOR = 10;

/** What the thread that parses shares with the one that watches it. */
export const SHARED = { job: 0, cpuMs: 1, memoryMib: 2, length: 3 } as const;

/**
 * The second thread of a parser's process. It sees what the whole process uses, also while the first thread is inside
 * one long step, and ends the process where a file costs more than it may or nobody is left who wants it.
 */
export function watch(): never {
  const { shared, parent } = workerData as { shared: Int32Array<SharedArrayBuffer>; parent: number };
  for (;;) {
    Atomics.wait(shared, SHARED.job, 0);
    const job = Atomics.load(shared, SHARED.job);
    const startedMs = performance.now();
    const startedCpu = process.cpuUsage();
    while (Atomics.load(shared, SHARED.job) === job) {
      const { user, system } = process.cpuUsage(startedCpu);
      const cpuMsMax = Atomics.load(shared, SHARED.cpuMs);
      if (process.memoryUsage.rss() > Atomics.load(shared, SHARED.memoryMib) * 2 ** 20) end("memory");
      if ((user + system) / 1000 > cpuMsMax || performance.now() - startedMs > cpuMsMax * WALL_FACTOR) end("time");
      if (process.ppid !== parent) end(undefined);
      Atomics.wait(shared, SHARED.job, job, LOOK_MS);
    }
  }
}

function end(verdict: "memory" | "time" | undefined): void {
  try {
    if (verdict !== undefined) writeSync(VERDICT_FD, verdict);
  } finally {
    // Also where nobody is left to be told.
    process.kill(process.pid, "SIGKILL");
  }
}

import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

const PROGRAM = `
const { renameSync, rmSync, symlinkSync } = require("node:fs");
const { workerData: { folder, outside } } = require("node:worker_threads");
for (;;) {
  renameSync(folder, folder + ".aside");
  try {
    symlinkSync(outside, folder);
  } catch {
    // Whoever is being tested has made the folder anew meanwhile.
  }
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(folder + ".aside", folder);
  } catch {
    rmSync(folder + ".aside", { recursive: true });
  }
}`;

/** Puts a link to the outside in the place of a folder and takes it away again, as fast as it can, until the test ends. */
export function swapFolder(folder: string, outside: string): { stop(): Promise<unknown> } {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { folder, outside } });
  const stop = () => worker.terminate();
  onTestFinished(async () => void (await stop()));
  return { stop };
}

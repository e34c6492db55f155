import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

const PROGRAM = `
const { renameSync, rmSync, symlinkSync } = require("node:fs");
const { workerData: { folder, outside } } = require("node:worker_threads");
// Whoever is being tested may put a file into the folder that is being removed: then it is removed again.
function remove(path) {
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "ENOTEMPTY") throw error;
    }
  }
}
for (;;) {
  renameSync(folder, folder + ".aside");
  try {
    symlinkSync(outside, folder);
  } catch {
    // Whoever is being tested has made the folder anew meanwhile.
  }
  remove(folder);
  try {
    renameSync(folder + ".aside", folder);
  } catch {
    remove(folder + ".aside");
  }
}`;

/** Puts a link to the outside in the place of a folder and takes it away again, as fast as it can, until the test ends. */
export function swapFolder(folder: string, outside: string): { stop(): Promise<unknown> } {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { folder, outside } });
  const stop = () => worker.terminate();
  onTestFinished(async () => void (await stop()));
  return { stop };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** What the suites and the PostgreSQL server take at most, with room to spare. */
const MEMORY_BYTES_MIN = 3 * 1024 ** 3;

/** Waits until its input closes, which the system does for us however the test run ends, even by SIGKILL. */
const WATCHDOG = 'cat; rm -rf "$1"';

/**
 * Where files live that need not outlast the run: in memory, if this machine has room there. Suites that are about the
 * disk take a folder on the disk instead.
 */
export function fastFolder(): string {
  return existsSync(MEMORY) && freeBytes(MEMORY) >= MEMORY_BYTES_MIN ? MEMORY : tmpdir();
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A folder for this run alone, which goes with it. */
export function makeRunFolder(): { readonly path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(fastFolder(), "bailiwick-run-"));
  const watchdog = spawn("sh", ["-c", WATCHDOG, "sh", path], {
    stdio: ["pipe", "ignore", "ignore"],
    // In a group of its own, or Ctrl-C would end the watchdog together with the run it watches.
    detached: true,
    cwd: "/",
  });
  const ended = once(watchdog, "exit");
  watchdog.unref();
  return {
    path,
    async remove() {
      watchdog.ref();
      watchdog.stdin.end();
      await ended;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

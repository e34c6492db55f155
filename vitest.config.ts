import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/services/longest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/long/**", "test/cluster/**"],
    globalSetup: ["test/services/global-setup.ts"],
    setupFiles: ["test/kit/plans.ts", "test/kit/shards.ts"],
    // Processes, not threads: tests start servers, change folders and load native code.
    pool: "forks",
    // One more than the cores that are there: many wait for other processes, for timers or for a disk.
    maxWorkers: 3,
    // Many files, one process: loading the product anew for each costs more than most of them take. What lives as long
    // as a process is made by a test and ends with it; modules keep nothing but what follows from their code.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Only what hangs comes to these: no test may depend on how fast a machine is, or how busy.
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
    expect: { poll: { timeout: 20 * 60_000, interval: 10 } },
  },
});

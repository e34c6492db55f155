import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/long/**"],
    globalSetup: ["test/services/global-setup.ts"],
    setupFiles: ["test/kit/plans.ts"],
    // Processes, not threads: tests start servers, change folders and load native code.
    pool: "forks",
    maxWorkers: 2,
    // Only what hangs comes to these: no test may depend on how fast a machine is, or how busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 10 } },
  },
});

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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

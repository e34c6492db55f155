import { defineConfig } from "vitest/config";

/** Soak, crash and load tests: minutes each, so they run alone and not with every change. */
export default defineConfig({
  test: {
    include: ["test/long/**/*.test.ts"],
    globalSetup: ["test/services/global-setup.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    expect: { poll: { timeout: 20 * 60_000, interval: 10 } },
    passWithNoTests: true,
  },
});

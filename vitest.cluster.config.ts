import { defineConfig } from "vitest/config";

/** What needs a Citus cluster: its servers are named by BAILIWICK_TEST_CLUSTER, and without them all of it is skipped. */
export default defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    globalSetup: ["test/services/global-setup.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});

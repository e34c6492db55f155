import { defineConfig } from "vitest/config";

/** Soak, crash and load tests: minutes each, so they run alone and not with every change. */
export default defineConfig({
  test: {
    // Those outside the folder run with every change too, on a sample.
    include: [
      "test/long/**/*.test.ts",
      "test/conformance/conformance.test.ts",
      "test/dry-run.test.ts",
      "test/reliability/{crash,crash-files,contention}.test.ts",
      "test/reliability/instructions-{governance,processes}.test.ts",
      "test/reliability/tamper{,-table,-postgres}.test.ts",
      "test/reliability/truth-{erase,idempotency,merge,order,processes}.test.ts",
      "src/{kernel,worlds/truth}/search/**/reindex.test.ts",
      "src/worlds/truth/apply/*.test.ts",
      "src/worlds/truth/{write/erase/erase,read/inspect}.test.ts",
      "src/worlds/notebook/search/determinism.test.ts",
    ],
    env: { BAILIWICK_TEST_LONG: "yes" },
    globalSetup: ["test/services/global-setup.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    expect: { poll: { timeout: 20 * 60_000, interval: 10 } },
    passWithNoTests: true,
  },
});

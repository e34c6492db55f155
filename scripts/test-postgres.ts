import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { clusterServers, GIVEN_CLUSTER, SUITES_ON_CLUSTER } from "../test/services/cluster-databases.ts";
import { GIVEN_SERVER } from "../test/services/postgres.ts";

// Every suite that runs on PostgreSQL, against a server that a variable names; with --cluster those of the worlds and the
// kernel, against a cluster. The others are about what a single server is: its roles, its lines, its poolers.
// A world whose tests name no engine runs there as a whole.

const ASKS_FOR_POSTGRES = /\bENGINES\b|"postgres"|openBehindProxy|PostgreSQL|\bopenTestBuilding\b/;

const [first, ...rest] = process.argv.slice(2);
const isCluster = first === "--cluster";
const passed = isCluster || first === undefined ? rest : [first, ...rest];
if (isCluster) process.env[SUITES_ON_CLUSTER] = "yes";
process.env.BAILIWICK_TEST_ENGINE = "postgres";
const server = isCluster ? clusterServers()[0] : process.env[GIVEN_SERVER];

if (server === undefined || server === "") {
  process.stderr.write(
    isCluster
      ? `skipped: name the servers of a Citus cluster with ${GIVEN_CLUSTER}=postgres://user@coordinator/db,postgres://user@worker/db,…; each with pgvector\n`
      : `skipped: name a server with ${GIVEN_SERVER}=postgres://user@host/postgres; PostgreSQL 15 or newer, with pgvector\n`,
  );
  process.exitCode = process.env.CI === "true" ? 1 : 0;
} else {
  const files = [...globSync("src/**/*.test.ts"), ...(isCluster ? [] : globSync("test/**/*.test.ts"))]
    .filter((file) => !file.startsWith("test/long/") && ASKS_FOR_POSTGRES.test(readFileSync(file, "utf8")))
    .sort();
  process.stderr.write(`${files.length} suites on ${new URL(server).host}\n`);
  for (const [command, args] of [
    ["npm", ["run", "build"]],
    ["npx", ["vitest", "run", ...passed, ...files]],
  ] as const) {
    const { status } = spawnSync(command, args, { stdio: "inherit" });
    if (status !== 0) {
      process.exitCode = status ?? 1;
      break;
    }
  }
}

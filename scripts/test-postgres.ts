import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { clusterServers, GIVEN_CLUSTER, SUITES_ON_CLUSTER } from "../test/services/cluster-databases.ts";
import { GIVEN_SERVER } from "../test/services/postgres.ts";

// Every suite that runs on PostgreSQL, against a server that a variable names; with --cluster those of the worlds and the
// kernel and erasure, against a cluster. The others are about what a single server is: its roles, its lines, its poolers.
// A second run has the worlds there whose tests name no engine.

const ASKS_FOR_POSTGRES = /\bENGINES\b|"postgres"|openBehindProxy|PostgreSQL/;
const NAMES_NO_ENGINE = "src/worlds/building/**/*.test.ts";
const ON_CLUSTER_TOO = ["test/reliability/erase.test.ts"];

const [first, ...rest] = process.argv.slice(2);
const isCluster = first === "--cluster";
const passed = isCluster || first === undefined ? rest : [first, ...rest];
if (isCluster) process.env[SUITES_ON_CLUSTER] = "yes";
const server = isCluster ? clusterServers()[0] : process.env[GIVEN_SERVER];

if (server === undefined || server === "") {
  process.stderr.write(
    isCluster
      ? `skipped: name the servers of a Citus cluster with ${GIVEN_CLUSTER}=postgres://user@coordinator/db,postgres://user@worker/db,…; each with pgvector\n`
      : `skipped: name a server with ${GIVEN_SERVER}=postgres://user@host/postgres; PostgreSQL 15 or newer, with pgvector\n`,
  );
  process.exitCode = process.env.CI === "true" ? 1 : 0;
} else {
  const files = [...globSync("src/**/*.test.ts"), ...(isCluster ? ON_CLUSTER_TOO : globSync("test/**/*.test.ts"))]
    .filter((file) => !file.startsWith("test/long/") && ASKS_FOR_POSTGRES.test(readFileSync(file, "utf8")))
    .sort();
  const whole = globSync(NAMES_NO_ENGINE)
    .filter((file) => /\bopenTestBuilding\b/.test(readFileSync(file, "utf8")))
    .sort();
  process.stderr.write(`${files.length} and ${whole.length} suites on ${new URL(server).host}\n`);
  for (const [command, args, env] of [
    ["npm", ["run", "build"], {}],
    ["npx", ["vitest", "run", ...passed, ...files], {}],
    ["npx", ["vitest", "run", ...passed, ...whole], { BAILIWICK_TEST_ENGINE: "postgres" }],
  ] as const) {
    const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    // What fails in the first run keeps nobody from seeing the second.
    if (status !== 0) process.exitCode = status ?? 1;
    if (status !== 0 && command === "npm") break;
  }
}

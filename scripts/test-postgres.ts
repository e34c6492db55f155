import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { GIVEN_SERVER } from "../test/services/postgres.ts";

// Every suite that runs on PostgreSQL, against a server that a variable names.

const ASKS_FOR_POSTGRES = /\bENGINES\b|"postgres"|openBehindProxy|PostgreSQL/;

const url = process.env[GIVEN_SERVER];
if (url === undefined || url === "") {
  process.stderr.write(
    `skipped: name a server with ${GIVEN_SERVER}=postgres://user@host/postgres; PostgreSQL 15 or newer, with pgvector\n`,
  );
  process.exitCode = process.env.CI === "true" ? 1 : 0;
} else {
  const files = [...globSync("src/**/*.test.ts"), ...globSync("test/**/*.test.ts")]
    .filter((file) => !file.startsWith("test/long/") && ASKS_FOR_POSTGRES.test(readFileSync(file, "utf8")))
    .sort();
  process.stderr.write(`${files.length} suites on ${new URL(url).host}\n`);
  for (const [command, args] of [
    ["npm", ["run", "build"]],
    ["npx", ["vitest", "run", ...process.argv.slice(2), ...files]],
  ] as const) {
    const { status } = spawnSync(command, args, { stdio: "inherit" });
    if (status !== 0) {
      process.exitCode = status ?? 1;
      break;
    }
  }
}

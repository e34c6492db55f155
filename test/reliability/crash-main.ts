import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { parseArguments } from "../../src/apps/cli/parse-arguments.ts";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { requireServer } from "../../src/apps/server-names.ts";
import { readSettings } from "../../src/apps/settings.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { createLogger, openKernel } from "../../src/kernel/serve.ts";
import { serveStdio } from "../../src/kernel/transports/stdio/index.ts";
import { crashWorld } from "./crash-world.ts";

// `mcp SERVER --data DIR` as the command line runs it, except that this process may be told where to die:
// at the CRASH_HITS-th time it passes CRASH_POINT, counted from its CRASH_ANSWERS-th answer on.
const STDERR = 2;
const { CRASH_POINT, CRASH_ANSWERS = "0", CRASH_HITS = "1" } = process.env;
const { words, flags } = parseArguments(process.argv.slice(2));
const settings = readSettings(flags, {}, process.cwd());
const name = words[0] ?? "";
let answers = 0;
let hits = 0;
let waitedMs = 0;
const real = createRealEnv();

const kernel = openKernel({
  // The server with blobs is not of the product: a folder that it used is not one the product would open.
  worlds: name === "crash" ? [...WORLDS, crashWorld] : WORLDS,
  config: settings.worlds,
  variables: { MCP_ENABLE_MUTATION: true },
  env: {
    ...real,
    sleep(ms, signal) {
      waitedMs += ms;
      return real.sleep(ms, signal);
    },
    reached(point) {
      if (point === "before-answer") {
        answers += 1;
        if (answers === 1) writeSync(STDERR, `waited ${waitedMs} ms for its first answer\n`);
      }
      if (point !== CRASH_POINT || answers < Number(CRASH_ANSWERS)) return;
      hits += 1;
      if (hits < Number(CRASH_HITS)) return;
      writeSync(STDERR, `killed at ${point} after ${answers} answers\n`);
      process.kill(process.pid, "SIGKILL");
    },
  },
  log: createLogger("warn"),
  version: "0.0.0-crash",
  folder: settings.folder,
  databaseUrl: settings.databaseUrl,
});
const serving = serveStdio(kernel.parts, await kernel.server(requireServer(kernel, name)), process);
// A process that is killed leaves nothing behind for the next to load faster.
flushCompileCache();
writeSync(STDERR, "ready\n");
await serving.closed;
await kernel.close();
process.stdin.destroy();

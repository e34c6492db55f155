#!/usr/bin/env node
// The door. Plain JavaScript in the syntax of Node 18, so that any Node can at least say what is wrong.
import { existsSync } from "node:fs";
import module from "node:module";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const NODE_MAJOR_MIN = 22;
const MAIN = new URL("../dist/main.js", import.meta.url);
const BUNDLED_NODE = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
);

function fail(reason) {
  process.stderr.write(`bailiwick: ${reason}\n`);
  process.exit(1);
}

function failTooOld() {
  fail(`Node.js ${process.versions.node} is too old; install Node.js ${NODE_MAJOR_MIN} or newer.`);
}

async function runOnBundledNode() {
  const { spawn } = await import("node:child_process");
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(BUNDLED_NODE, args, { stdio: "inherit" });
  child.on("error", failTooOld);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Ctrl-C at a terminal reaches both processes; passed on, the second would count as "stop at once".
      if (signal !== "SIGINT" || !isatty(0)) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (!existsSync(MAIN)) {
  fail(`not built yet; run \`npm run build\` in ${fileURLToPath(new URL("..", import.meta.url))}`);
} else if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  module.enableCompileCache?.();
  await import(MAIN.href);
} else if (existsSync(BUNDLED_NODE) && process.execPath !== BUNDLED_NODE) {
  await runOnBundledNode();
} else {
  failTooOld();
}

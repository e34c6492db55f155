import { protocol } from "./reserve-stdout.ts";

// Loaded only after stdout is reserved: what a dependency prints while it loads must not reach a client.
const { createRealEnv } = await import("../real-env.ts");
const { run } = await import("./run.ts");

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second signal means now.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

// Whatever comes from where nobody waits for it: one line, and never a stack that tells a person nothing.
process.on("uncaughtException", (error) => {
  // Whoever reads our output has read enough, such as `head`: there is nobody left to tell.
  if ("code" in error && error.code === "EPIPE") process.exit(1);
  process.stderr.write(
    `bailiwick: this is a fault of ours: ${error instanceof Error ? error.message : String(error)}.\n`,
  );
  if (process.env.MCP_LOG_VERBOSE === "1" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

process.exitCode = await run(process.argv.slice(2), {
  env: createRealEnv(),
  environment: process.env,
  workingFolder: process.cwd(),
  stdin: process.stdin,
  stdout: protocol,
  print: (line) => void protocol.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { redraw: (line: string) => void process.stderr.write(`\r\u001b[K${line}`) }),
  isTyped: process.stdin.isTTY === true,
  stop: stop.signal,
});
// A client that keeps its end of a pipe open must not keep a finished process alive.
process.stdin.destroy();

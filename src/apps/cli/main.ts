import { createRealEnv } from "../real-env.ts";
import { run } from "./run.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second signal means now.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  });
}

// Over stdio, stdout belongs to the protocol alone: whatever else prints there is sent to stderr instead.
const protocol = process.argv[2] === "mcp" ? reserveStdout() : process.stdout;

process.exitCode = await run(process.argv.slice(2), {
  env: createRealEnv(),
  environment: process.env,
  workingFolder: process.cwd(),
  stdin: process.stdin,
  stdout: protocol,
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
  stop: stop.signal,
});
// A client that keeps its end of a pipe open must not keep a finished process alive.
process.stdin.destroy();

function reserveStdout(): NodeJS.WriteStream {
  const reserved = Object.create(process.stdout, {
    write: { value: process.stdout.write.bind(process.stdout) },
  }) as NodeJS.WriteStream;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return reserved;
}

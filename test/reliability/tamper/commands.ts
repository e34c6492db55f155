import { Readable, Writable } from "node:stream";
import { run } from "../../../src/apps/cli/run.ts";
import { createRealEnv } from "../../../src/apps/real-env.ts";

/** What a command came to: its exit code, and all it said. */
export interface Said {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs a command line as its process would, in this one. */
export async function runHere(args: readonly string[], workingFolder: string): Promise<Said> {
  const lines: string[] = [];
  const code = await run(args, {
    env: createRealEnv(),
    environment: {},
    workingFolder,
    stdin: Readable.from([]),
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    print: (line) => void lines.push(line),
    warn: (line) => void lines.push(line),
    stop: new AbortController().signal,
  });
  return { code, lines };
}

import type { Readable, Writable } from "node:stream";
import type { Env } from "../../kernel/serve.ts";

/** All that a command may touch of the process it runs in. */
export interface Terminal {
  readonly env: Env;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** A line for the person at the keyboard. */
  print(line: string): void;
  /** A line about progress or trouble. */
  warn(line: string): void;
  /** Replaces the line last drawn; absent where stderr is no terminal. */
  redraw?(line: string): void;
  /** Whether a person types what comes in. */
  readonly isTyped?: boolean;
  /** Aborts when the process is asked to stop. */
  readonly stop: AbortSignal;
}

import { z } from "zod";
import { KernelError } from "../../kernel/index.ts";

/** What this world is given by whoever starts it. */
export interface TruthHost {
  /** The data folder. */
  readonly folder: string;
  /** The `truth` key of the configuration file. */
  readonly config: unknown;
  /** Folders below which `file_path` may be read; none given means the working folder and `import/` of the data folder, for callers on this machine only. */
  readonly filesRoots?: readonly string[];
  /** What relative paths start from. */
  readonly workingFolder: string;
  /** The most one message may hold, where the operator says so. */
  readonly messageMib?: number;
}

const Config = z.strictObject({});

/** Refuses settings that this world does not have. */
export function checkConfig(config: unknown): void {
  if (Config.safeParse(config ?? {}).success) return;
  throw new KernelError("invalid_arguments", "The setting truth has no keys of its own");
}

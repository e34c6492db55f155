import { resolve } from "node:path";
import { z } from "zod";
import { KernelError } from "../../kernel/index.ts";

/** What the operator said by variables and flags. */
export interface InstructionsEnvironment {
  readonly instructionsDir?: string | undefined;
  readonly mutation: boolean;
  readonly logVerbose: boolean;
  readonly logMutation: boolean;
  readonly trailingNewline: boolean;
  readonly features: readonly string[];
  readonly alwaysReload: boolean;
  readonly readOnly: boolean;
  readonly version: string;
}

/** What this world is given by whoever starts it. */
export interface InstructionsOptions {
  /** The data folder. */
  readonly folder: string;
  /** The `instructions` key of the configuration file. */
  readonly config: unknown;
  readonly environment: InstructionsEnvironment;
}

const Config = z.strictObject({ folder: z.string().min(1).optional() });

/** Where the instructions are: the variable beats the configuration beats the data folder. */
export function instructionsFolder({ folder, config, environment }: InstructionsOptions): string {
  const parsed = Config.safeParse(config ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = ["instructions", ...(issue?.path.map(String) ?? [])].join(".");
    throw new KernelError("invalid_arguments", `The setting ${path} is wrong: ${issue?.message ?? "not understood"}`);
  }
  if (environment.instructionsDir !== undefined) return resolve(environment.instructionsDir);
  return resolve(folder, parsed.data.folder ?? "instructions");
}

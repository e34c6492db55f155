import { resolve } from "node:path";
import { z } from "zod";
import type { VariableKind, WorldHost } from "../../kernel/index.ts";

/** The `instructions` key of the configuration. */
export const Config = z.strictObject({
  folder: z.string().min(1).optional(),
  /** Whose the folder is, and who else may read it; where neither is said, everybody may. */
  owner: z.string().min(1).optional(),
  readers: z.array(z.string().min(1)).optional(),
});

/** Where nobody signs in, whoever calls is the operator, to whom the files belong anyway. */
const OPERATOR = "local";

/** Whether a user may know what the folder holds. */
export function mayRead({ config }: Pick<WorldHost, "config">, user: string): boolean {
  const { owner, readers } = config as z.output<typeof Config>;
  if (user === OPERATOR || (owner === undefined && readers === undefined)) return true;
  return owner === user || readers?.includes(user) === true;
}

/** The variables that the contract names. */
export const VARIABLES = {
  INSTRUCTIONS_DIR: "path",
  INSTRUCTIONS_ALWAYS_RELOAD: "switch",
  MCP_ENABLE_MUTATION: "switch",
  MCP_LOG_VERBOSE: "switch",
  MCP_LOG_MUTATION: "switch",
  GOV_HASH_TRAILING_NEWLINE: "switch",
  INDEX_FEATURES: "list",
} as const satisfies Record<string, VariableKind>;

/** What the operator said by variables and flags. */
export interface InstructionsEnvironment {
  readonly mutation: boolean;
  readonly logVerbose: boolean;
  readonly logMutation: boolean;
  readonly trailingNewline: boolean;
  readonly features: readonly string[];
  readonly alwaysReload: boolean;
  readonly readOnly: boolean;
  readonly version: string;
}

/** Reads them. Verbose logging includes that of mutations. */
export function readEnvironment({ variables, readOnly, version }: WorldHost): InstructionsEnvironment {
  const isOn = (name: keyof typeof VARIABLES) => variables[name] === true;
  return {
    mutation: isOn("MCP_ENABLE_MUTATION"),
    logVerbose: isOn("MCP_LOG_VERBOSE"),
    logMutation: isOn("MCP_LOG_MUTATION") || isOn("MCP_LOG_VERBOSE"),
    trailingNewline: isOn("GOV_HASH_TRAILING_NEWLINE"),
    alwaysReload: isOn("INSTRUCTIONS_ALWAYS_RELOAD"),
    features: variables.INDEX_FEATURES as readonly string[],
    readOnly,
    version,
  };
}

/** Where the instructions are: the variable beats the configuration beats the data folder. */
export function instructionsFolder({ folder, config, variables }: WorldHost): string {
  const named = variables.INSTRUCTIONS_DIR as string | undefined;
  return named === undefined
    ? resolve(folder, (config as z.output<typeof Config>).folder ?? "instructions")
    : resolve(named);
}

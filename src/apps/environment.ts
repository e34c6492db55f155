import { delimiter, resolve } from "node:path";
import { type ConfigValues, checkConfig } from "./config.ts";
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

const VARIABLES = ["BAILIWICK_DATA", "BAILIWICK_DATABASE_URL", "BAILIWICK_LOG_LEVEL", "BAILIWICK_FILES_ROOTS"];

/** The settings that the product's own variables give. */
export function configFromEnvironment(environment: NodeJS.ProcessEnv): ConfigValues {
  const stray = Object.keys(environment).find((key) => key.startsWith("BAILIWICK_") && !VARIABLES.includes(key));
  if (stray !== undefined) throw new UsageError(`unknown environment variable ${stray}${suggestion(stray, VARIABLES)}`);
  const {
    BAILIWICK_DATA: data,
    BAILIWICK_DATABASE_URL: database,
    BAILIWICK_LOG_LEVEL: log_level,
    BAILIWICK_FILES_ROOTS: roots,
  } = environment;
  const raw = {
    ...(data && { data }),
    ...(database && { database }),
    ...(log_level && { log_level }),
    ...(roots && { files: { roots: roots.split(delimiter).filter((root) => root !== "") } }),
  };
  return checkConfig(raw, (key) => `the environment variable for ${key}`);
}

/** What the variables of the instruction server's contract say. */
export interface InstructionSwitches {
  readonly instructionsDir: string | undefined;
  readonly mutation: boolean;
  readonly logVerbose: boolean;
  readonly logMutation: boolean;
  readonly trailingNewline: boolean;
  readonly alwaysReload: boolean;
  readonly features: readonly string[];
}

export const NOTHING_SWITCHED_ON: InstructionSwitches = {
  instructionsDir: undefined,
  mutation: false,
  logVerbose: false,
  logMutation: false,
  trailingNewline: false,
  alwaysReload: false,
  features: [],
};

/** Reads them. Verbose logging includes that of mutations. */
export function readInstructionSwitches(environment: NodeJS.ProcessEnv, workingFolder: string): InstructionSwitches {
  const isOn = (name: string) => readSwitch(environment, name);
  const folder = environment.INSTRUCTIONS_DIR;
  const logVerbose = isOn("MCP_LOG_VERBOSE");
  return {
    instructionsDir: folder ? resolve(workingFolder, folder) : undefined,
    mutation: isOn("MCP_ENABLE_MUTATION"),
    logVerbose,
    logMutation: isOn("MCP_LOG_MUTATION") || logVerbose,
    trailingNewline: isOn("GOV_HASH_TRAILING_NEWLINE"),
    alwaysReload: isOn("INSTRUCTIONS_ALWAYS_RELOAD"),
    features: (environment.INDEX_FEATURES ?? "")
      .split(",")
      .map((feature) => feature.trim())
      .filter((feature) => feature !== ""),
  };
}

/** A switch that means something else than it says would be worse than none: what is not understood is refused. */
function readSwitch(environment: NodeJS.ProcessEnv, name: string): boolean {
  switch (environment[name]) {
    case "1":
    case "true":
      return true;
    case undefined:
    case "":
    case "0":
    case "false":
      return false;
    default:
      throw new UsageError(`the environment variable ${name} is wrong: 1 or true turns it on, 0 or false off`);
  }
}

import { delimiter, resolve } from "node:path";
import { suggestion, type VariableValue } from "../kernel/serve.ts";
import { type ConfigValues, checkConfig } from "./config.ts";
import { UsageError } from "./usage-error.ts";
import { WORLDS } from "./worlds.ts";

/** The variables that worlds declare, by how they are written. */
const OF_WORLDS = WORLDS.flatMap((world) => Object.entries(world.variables ?? {}));

const VARIABLES = [
  "BAILIWICK_DATA",
  "BAILIWICK_DATABASE_URL",
  "BAILIWICK_LOG_LEVEL",
  "BAILIWICK_FILES_ROOTS",
  "BAILIWICK_UPSTREAM_SECRET",
  ...OF_WORLDS.map(([name]) => name),
];

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

/** Said by flags where a client is told how to start a server. */
const SAID_OTHERWISE = ["BAILIWICK_DATA", "BAILIWICK_DATABASE_URL"];
/** Of whom a server without a browser acts for. */
const IDENTITY = ["NEOTOMA_CONNECTION_ID", "NEOTOMA_SESSION_TOKEN"];

/** The variables of ours that are set, as a process that starts elsewhere needs them: paths from the root. */
export function variablesOf(
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
  filesRoots: readonly string[] | undefined,
): Record<string, string> {
  const paths = new Set(OF_WORLDS.filter(([, kind]) => kind === "path").map(([name]) => name));
  const carried = [...VARIABLES, ...IDENTITY].filter((name) => !SAID_OTHERWISE.includes(name)).sort();
  return Object.fromEntries(
    carried.flatMap((name) => {
      const value = environment[name];
      if (value === undefined || value === "") return [];
      if (name === "BAILIWICK_FILES_ROOTS") return [[name, (filesRoots ?? []).join(delimiter)]];
      return [[name, paths.has(name) ? resolve(workingFolder, value) : value]];
    }),
  );
}

export type Variables = Readonly<Record<string, VariableValue>>;

/** What the variables say that the worlds' contracts name. */
export function readVariables(environment: NodeJS.ProcessEnv, workingFolder: string): Variables {
  return Object.fromEntries(
    OF_WORLDS.map(([name, kind]) => {
      const given = environment[name];
      if (kind === "switch") return [name, readSwitch(environment, name)];
      if (kind === "path") return [name, given ? resolve(workingFolder, given) : undefined];
      return [name, splitWords(given ?? "")];
    }),
  );
}

function splitWords(given: string): string[] {
  return given
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
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

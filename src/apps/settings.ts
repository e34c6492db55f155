import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { type EmbedderChoice, LOG_LEVELS, type LogLevel } from "../kernel/serve.ts";
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

const CONFIG_FILE = "bailiwick.config.json";

const Limits = z.strictObject({
  calls_per_minute: z.int().min(0),
  writes_per_minute: z.int().min(0),
  calls_in_flight: z.int().min(0),
});

/** Which model understands meaning. */
const Embedder = z.discriminatedUnion("provider", [
  z.strictObject({ provider: z.literal("bundled") }),
  z.strictObject({ provider: z.literal("none") }),
  z.strictObject({ provider: z.literal("path"), folder: z.string() }),
  z.strictObject({
    provider: z.literal("openai"),
    url: z.url(),
    model: z.string(),
    api_key: z.string().optional(),
    dimensions: z.int().min(1).max(8192),
  }),
]);

const Config = z.strictObject({
  data: z.string(),
  database: z.string(),
  port: z.int().min(0).max(65_535),
  host: z.string(),
  servers: z.array(z.string()),
  auth: z.literal("none"),
  read_only: z.boolean(),
  legacy_sse: z.boolean(),
  log_level: z.enum(LOG_LEVELS),
  /** Names this server is also reached by, for the check of the Host header. */
  allowed_hosts: z.array(z.string()),
  limits: Limits.partial(),
  embedder: Embedder,
  /** Each world checks its own part. */
  notebook: z.record(z.string(), z.unknown()),
});

type ConfigValues = Partial<z.infer<typeof Config>>;

/** What holds for this process, after flags, environment and file. */
export interface Settings {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly servers: readonly string[] | undefined;
  readonly readOnly: boolean;
  /** Set by commands that only look at what is there. */
  readonly mustExist?: boolean;
  readonly legacySse: boolean;
  readonly logLevel: LogLevel | undefined;
  readonly allowedHosts: readonly string[];
  /** What the configuration says to each world, by the world's name. */
  readonly worlds: Readonly<Record<string, unknown>>;
  readonly embedder: EmbedderChoice | "none" | undefined;
  readonly limits: { callsPerMinute?: number; writesPerMinute?: number; callsInFlight?: number };
}

type Flags = Readonly<Record<string, string | boolean>>;

/** Works out the settings. Flag beats environment beats file; nothing unknown is ever ignored. */
export function readSettings(flags: Flags, environment: NodeJS.ProcessEnv, workingFolder: string): Settings {
  const file = readConfig(flags, workingFolder);
  const given = fromFlags(flags);
  const variables = fromEnvironment(environment);
  const values: ConfigValues = { ...file, ...variables, ...given };
  const { calls_per_minute, writes_per_minute, calls_in_flight } = values.limits ?? {};
  return {
    folder: resolve(workingFolder, values.data ?? "bailiwick-data"),
    databaseUrl: values.database,
    port: values.port ?? 7777,
    host: values.host ?? "127.0.0.1",
    servers: values.servers,
    readOnly: values.read_only ?? false,
    legacySse: values.legacy_sse ?? false,
    logLevel: values.log_level,
    allowedHosts: values.allowed_hosts ?? [],
    worlds: { notebook: values.notebook },
    embedder: toChoice(values.embedder),
    limits: {
      ...(calls_per_minute !== undefined && { callsPerMinute: calls_per_minute }),
      ...(writes_per_minute !== undefined && { writesPerMinute: writes_per_minute }),
      ...(calls_in_flight !== undefined && { callsInFlight: calls_in_flight }),
    },
  };
}

function toChoice(given: z.infer<typeof Embedder> | undefined): EmbedderChoice | "none" | undefined {
  if (given?.provider === "none") return "none";
  if (given?.provider !== "openai") return given;
  const { api_key, ...rest } = given;
  return { ...rest, ...(api_key !== undefined && { apiKey: api_key }) };
}

function fromFlags(flags: Flags): ConfigValues {
  const raw: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const key = flag.replaceAll("-", "_");
    if (!(key in Config.shape)) continue;
    if (key === "port") raw[key] = Number(value);
    else if (key === "servers")
      raw[key] = String(value)
        .split(",")
        .filter((name) => name !== "");
    else raw[key] = value;
  }
  return check(raw, (key) => `--${key.replaceAll("_", "-")}`);
}

const VARIABLES = ["BAILIWICK_DATA", "BAILIWICK_DATABASE_URL", "BAILIWICK_LOG_LEVEL"];

function fromEnvironment(environment: NodeJS.ProcessEnv): ConfigValues {
  const stray = Object.keys(environment).find((key) => key.startsWith("BAILIWICK_") && !VARIABLES.includes(key));
  if (stray !== undefined) throw new UsageError(`unknown environment variable ${stray}${suggestion(stray, VARIABLES)}`);
  const { BAILIWICK_DATA: data, BAILIWICK_DATABASE_URL: database, BAILIWICK_LOG_LEVEL: log_level } = environment;
  const raw = { ...(data && { data }), ...(database && { database }), ...(log_level && { log_level }) };
  return check(raw, (key) => `the environment variable for ${key}`);
}

function readConfig(flags: Flags, workingFolder: string): ConfigValues {
  const named = flags.config;
  const path = resolve(workingFolder, typeof named === "string" ? named : CONFIG_FILE);
  if (named === undefined && !existsSync(path)) return {};
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(
      `the configuration file ${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new UsageError(`${path} must hold a JSON object`);
  return check(json as Record<string, unknown>, (key) => `${key} in ${path}`);
}

/** The kept values are exactly those given: a default must never overrule what another source says. */
function check(raw: Record<string, unknown>, nameOf: (key: string) => string): ConfigValues {
  const parsed = Config.partial().safeParse(raw);
  if (parsed.success) return parsed.data as ConfigValues;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const known = issue.path[0] === "limits" ? Object.keys(Limits.shape) : Object.keys(Config.shape);
    throw new UsageError(`unknown setting ${nameOf(key)}${suggestion(key, known)}`);
  }
  const path = issue?.path.map(String) ?? [];
  const values = issue?.code === "invalid_value" ? issue.values.map(String) : [];
  const near = suggestion(String(path[0] === undefined ? "" : raw[path[0]]), values);
  throw new UsageError(`${nameOf(path.join("."))} is wrong: ${issue?.message ?? "not understood"}${near}`);
}

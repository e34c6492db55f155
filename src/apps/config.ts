import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isJsonObject, issueWords, LOG_LEVELS, suggestion } from "../kernel/serve.ts";
import { AUTH_KEYS, Auth } from "./auth-settings.ts";
import { problemWords } from "./file-problem.ts";
import type { Flags } from "./flags.ts";
import { UsageError } from "./usage-error.ts";
import { WORLDS } from "./worlds.ts";

/** Read where it lies in the working folder and no other is named. */
export const CONFIG_FILE = "bailiwick.config.json";

/** What a user's calls are counted against, by name. */
export const BUDGETS = WORLDS.flatMap((world) => (world.budgets ?? []).map(({ name }) => name));

const PerMinute = z.int().min(0);

/** What is said of one agent or person; the kernel reads the rest of it. */
const Said = z.union([
  z.looseObject({ agent: z.string().min(1), user: z.string().min(1).optional() }),
  z.looseObject({ person: z.string().min(1) }),
]);

const Limits = z.strictObject({
  calls_per_minute: z.int().min(0),
  writes_per_minute: z.int().min(0),
  calls_in_flight: z.int().min(0),
  /** Calls at once in one process, whoever makes them. */
  calls_in_flight_in_all: z.int().min(0),
  /** Calls a minute over all processes; 0 is off. */
  user_calls_per_minute: PerMinute,
  agent_calls_per_minute: PerMinute,
  /** Of one user, by `tool` or `server/tool`. */
  tool_calls_per_minute: z.record(z.string(), PerMinute),
  /** Calls of one user, by what the worlds count; 0 is off. */
  ...Object.fromEntries(BUDGETS.map((name) => [`${name}_per_minute`, z.int().min(0)])),
  /** The largest message where files travel inside messages. */
  message_mib: z.number().positive().max(1024),
  /** What all large messages over HTTP may hold together while they are worked on. */
  bodies_mib: z.number().positive(),
  /** What one message may hold, and each of its objects, however few bytes that takes. */
  message_values: z.int().positive(),
  object_keys: z.int().positive(),
});

/** As the Host header has it: an IPv6 address stands in brackets. */
const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i;
const ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const Files = z.strictObject({ roots: z.array(z.string().min(1)) });

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
  /** Who may call, and how they sign in; a word alone is its `mode`. */
  auth: Auth.partial(),
  /** Listening where other machines reach it, though nobody signs in. */
  insecure_allow_network: z.boolean(),
  read_only: z.boolean(),
  legacy_sse: z.boolean(),
  log_level: z.enum(LOG_LEVELS),
  /** Names this server is also reached by, for the check of the Host header. */
  allowed_hosts: z.array(z.string().regex(HOST_NAME, "names and addresses without a port, such as box.lan")),
  /** Origins of pages elsewhere that may call this server, for the check of the Origin header. */
  allowed_origins: z.array(z.string().regex(ORIGIN, "origins such as https://app.example or http://box.lan:8080")),
  /** Under which address others reach this server: the base of links it gives out. */
  public_url: z.url({ protocol: /^https?$/ }),
  /** The folders that tools may read files from. */
  files: Files.partial(),
  limits: Limits.partial(),
  /** What agents and people may do; `bailiwick permissions` shows and changes it. */
  permissions: z.array(Said),
  embedder: Embedder,
  /** Each world checks its own part. */
  ...Object.fromEntries(WORLDS.map(({ name }) => [name, z.record(z.string(), z.unknown())])),
});

/** The settings that one source gives. */
export type ConfigValues = Partial<z.infer<typeof Config>>;

/** What may stand inside a key that is itself an object. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  limits: Object.keys(Limits.shape),
  files: Object.keys(Files.shape),
  ...AUTH_KEYS,
};

/** The configuration file: the one that is named, or the one in the working folder where there is one. */
export function readConfig(flags: Flags, workingFolder: string): ConfigValues {
  const named = flags.config;
  const path = resolve(workingFolder, typeof named === "string" ? named : CONFIG_FILE);
  if (named === undefined && !existsSync(path)) return {};
  const json = jsonIn(path);
  if (!isJsonObject(json)) throw new UsageError(`${path} must hold a JSON object`);
  return checkConfig(json, (key) => `${key} in ${path}`);
}

function jsonIn(path: string): unknown {
  try {
    // Editors on Windows may put a mark before the first letter.
    return JSON.parse(readFileSync(path, "utf8").replace(/^\u{feff}/u, ""));
  } catch (error) {
    const why = problemWords(Object(error).code) ?? (error instanceof Error ? error.message : String(error));
    throw new UsageError(`the configuration file ${path} cannot be read: ${why}`);
  }
}

/** Settings whose flag takes a list with commas. */
const LISTS = new Set(["servers", "allowed_hosts", "allowed_origins"]);

/** The flags that are settings; those of one command alone are left to it. */
export function configFromFlags(flags: Flags): ConfigValues {
  const raw: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const key = flag.replaceAll("-", "_");
    if (key === "files_root") raw.files = { roots: value };
    if (!(key in Config.shape)) continue;
    if (key === "port") raw[key] = Number(value);
    else if (LISTS.has(key))
      raw[key] = String(value)
        .split(",")
        .filter((name) => name !== "");
    else raw[key] = value;
  }
  return checkConfig(raw, (key) => `--${key.replace(/^auth\.mode$/, "auth").replaceAll("_", "-")}`);
}

/** The kept values are exactly those given: a default must never overrule what another source says. */
export function checkConfig(raw: Record<string, unknown>, nameOf: (key: string) => string): ConfigValues {
  const given = typeof raw.auth === "string" ? { ...raw, auth: { mode: raw.auth } } : raw;
  const parsed = Config.partial().safeParse(given);
  if (parsed.success) return parsed.data as ConfigValues;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const inside = issue.path.filter((part) => typeof part === "string").join(".");
    const known = INNER[inside] ?? INNER[String(issue.path[0])] ?? Object.keys(Config.shape);
    throw new UsageError(`unknown setting ${nameOf(key)}${suggestion(key, known)}`);
  }
  const path = issue?.path.map(String) ?? [];
  const values = issue?.code === "invalid_value" ? issue.values.map(String) : [];
  const wrong = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], given);
  const near = suggestion(String(wrong ?? ""), values);
  throw new UsageError(`${nameOf(path.join("."))} is wrong: ${issueWords(issue)}${near}`);
}

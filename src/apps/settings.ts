import { resolve } from "node:path";
import type { EmbedderChoice, LogLevel, SaidOf } from "../kernel/serve.ts";
import { type AuthSettings, toAuthSettings } from "./auth-settings.ts";
import { BUDGETS, type ConfigValues, configFromFlags, readConfig } from "./config.ts";
import { configFromEnvironment, readVariables, type Variables } from "./environment.ts";
import type { Flags } from "./flags.ts";
import { WORLDS } from "./worlds.ts";

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
  /** Set by the command that fills a database from another. */
  readonly isCopy?: boolean;
  readonly legacySse: boolean;
  readonly logLevel: LogLevel | undefined;
  /** Who may call, where it was said: everyone, or who has signed in. */
  readonly auth: "none" | "oauth" | undefined;
  readonly signIn: AuthSettings;
  /** Whom a process without a browser acts for, by a connection or, deprecated, by a copied token. */
  readonly connectionId: string | undefined;
  readonly sessionToken: string | undefined;
  readonly insecureAllowNetwork: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** The base of links that are given out; the running server's own address unless said. */
  readonly publicUrl: string | undefined;
  /** The folders that tools may read files from; the transport's own default unless said. */
  readonly filesRoots: readonly string[] | undefined;
  /** What the configuration says to each world, by the world's name. */
  readonly worlds: Readonly<Record<string, unknown>>;
  /** What the variables say that the worlds declare. */
  readonly variables: Variables;
  readonly embedder: EmbedderChoice | "none" | undefined;
  readonly limits: LimitSettings;
  /** What the configuration says of agents and people. */
  readonly permissions: readonly SaidOf[];
}

interface LimitSettings {
  readonly callsPerMinute?: number;
  readonly writesPerMinute?: number;
  readonly callsInFlight?: number;
  readonly callsInFlightInAll?: number;
  readonly userCallsPerMinute?: number;
  readonly agentCallsPerMinute?: number;
  readonly toolCallsPerMinute?: Readonly<Record<string, number>>;
  /** Calls a minute per user, by the budget's name. */
  readonly budgets: Readonly<Record<string, number>>;
  readonly messageMib?: number;
  readonly bodiesMib?: number;
  readonly message: { readonly valuesMax?: number; readonly keysMax?: number };
}

/** Works out the settings. Flag beats environment beats file; nothing unknown is ever ignored. */
export function readSettings(flags: Flags, environment: NodeJS.ProcessEnv, workingFolder: string): Settings {
  const file = readConfig(flags, workingFolder);
  const given = configFromFlags(flags);
  const variables = configFromEnvironment(environment);
  const values: ConfigValues = { ...file, ...variables, ...given };
  const auth = { ...file.auth, ...given.auth };
  return {
    folder: resolve(workingFolder, values.data ?? "bailiwick-data"),
    databaseUrl: values.database,
    port: values.port ?? 7777,
    host: values.host ?? "127.0.0.1",
    servers: values.servers,
    readOnly: values.read_only ?? false,
    legacySse: values.legacy_sse ?? false,
    logLevel: values.log_level,
    auth: auth.mode,
    signIn: toAuthSettings(auth, environment.BAILIWICK_UPSTREAM_SECRET || undefined),
    connectionId: environment.NEOTOMA_CONNECTION_ID || undefined,
    sessionToken: environment.NEOTOMA_SESSION_TOKEN || undefined,
    insecureAllowNetwork: values.insecure_allow_network ?? false,
    allowedHosts: values.allowed_hosts ?? [],
    allowedOrigins: values.allowed_origins ?? [],
    publicUrl: values.public_url,
    filesRoots: values.files?.roots?.map((root) => resolve(workingFolder, root)),
    worlds: Object.fromEntries(WORLDS.map(({ name }) => [name, (values as Readonly<Record<string, unknown>>)[name]])),
    variables: readVariables(environment, workingFolder),
    embedder: toChoice(values.embedder),
    limits: toLimits(values.limits ?? {}),
    permissions: (values.permissions ?? []).map(toSaid),
  };
}

function toSaid(said: NonNullable<ConfigValues["permissions"]>[number]): SaidOf {
  const { agent, user, person, ...record } = said as Readonly<Record<string, unknown>>;
  if (typeof person === "string") return { subject: { person }, record };
  return { subject: { agent: String(agent), ...(typeof user === "string" && { user }) }, record };
}

function toChoice(given: ConfigValues["embedder"]): EmbedderChoice | "none" | undefined {
  if (given?.provider === "none") return "none";
  if (given?.provider !== "openai") return given;
  const { api_key, ...rest } = given;
  return { ...rest, ...(api_key !== undefined && { apiKey: api_key }) };
}

function toLimits(given: NonNullable<ConfigValues["limits"]>): LimitSettings {
  const { calls_per_minute, writes_per_minute, calls_in_flight, message_mib, bodies_mib } = given;
  const { message_values, object_keys } = given;
  return {
    ...(calls_per_minute !== undefined && { callsPerMinute: calls_per_minute }),
    ...(writes_per_minute !== undefined && { writesPerMinute: writes_per_minute }),
    ...(calls_in_flight !== undefined && { callsInFlight: calls_in_flight }),
    ...(given.calls_in_flight_in_all !== undefined && { callsInFlightInAll: given.calls_in_flight_in_all }),
    ...(given.user_calls_per_minute !== undefined && { userCallsPerMinute: given.user_calls_per_minute }),
    ...(given.agent_calls_per_minute !== undefined && { agentCallsPerMinute: given.agent_calls_per_minute }),
    ...(given.tool_calls_per_minute !== undefined && { toolCallsPerMinute: given.tool_calls_per_minute }),
    ...(message_mib !== undefined && { messageMib: message_mib }),
    ...(bodies_mib !== undefined && { bodiesMib: bodies_mib }),
    message: {
      ...(message_values !== undefined && { valuesMax: message_values }),
      ...(object_keys !== undefined && { keysMax: object_keys }),
    },
    budgets: Object.fromEntries(
      BUDGETS.flatMap((name) => {
        const perMinute = (given as Readonly<Record<string, number | undefined>>)[`${name}_per_minute`];
        return perMinute === undefined ? [] : [[name, perMinute]];
      }),
    ),
  };
}

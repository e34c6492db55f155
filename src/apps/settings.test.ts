import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/kit/folder.ts";
import { readSettings } from "./settings.ts";
import { UsageError } from "./usage-error.ts";

function settingsOf(config: object, environment: NodeJS.ProcessEnv = {}, flags = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify(config));
  return { cwd, settings: readSettings(flags, environment, cwd) };
}

const OFF = {
  INSTRUCTIONS_DIR: undefined,
  INSTRUCTIONS_ALWAYS_RELOAD: false,
  MCP_ENABLE_MUTATION: false,
  MCP_LOG_VERBOSE: false,
  MCP_LOG_MUTATION: false,
  GOV_HASH_TRAILING_NEWLINE: false,
  INDEX_FEATURES: [],
};

test("nothing said means the defaults", () => {
  const { cwd, settings } = settingsOf({});

  expect(settings).toEqual({
    folder: join(cwd, "bailiwick-data"),
    databaseUrl: undefined,
    port: 7777,
    host: "127.0.0.1",
    servers: undefined,
    readOnly: false,
    legacySse: false,
    logLevel: undefined,
    auth: undefined,
    signIn: {
      clients: [],
      clientDocuments: true,
      clientHosts: undefined,
      registration: false,
      accessTokenSeconds: 300,
      refreshTokenDays: 30,
      metricsToken: undefined,
      upstream: undefined,
    },
    connectionId: undefined,
    sessionToken: undefined,
    insecureAllowNetwork: false,
    allowedHosts: [],
    allowedOrigins: [],
    publicUrl: undefined,
    filesRoots: undefined,
    worlds: {
      conformance: undefined,
      notebook: undefined,
      instructions: undefined,
      truth: undefined,
      graph: undefined,
    },
    variables: OFF,
    embedder: undefined,
    limits: { budgets: {}, message: {} },
    permissions: [],
  });
});

test("the file speaks to each world, names limits and the public address", () => {
  const { settings } = settingsOf({
    instructions: { a: 1 },
    truth: { b: 2 },
    public_url: "https://facts.example/base",
    limits: {
      store_per_minute: 5,
      retrieve_entities_per_minute: 0,
      message_mib: 72,
      calls_in_flight: 3,
      message_values: 9,
      object_keys: 8,
    },
  });

  expect(settings).toMatchObject({
    worlds: { notebook: undefined, instructions: { a: 1 }, truth: { b: 2 } },
    publicUrl: "https://facts.example/base",
    limits: {
      callsInFlight: 3,
      messageMib: 72,
      message: { valuesMax: 9, keysMax: 8 },
      budgets: { store: 5, retrieve_entities: 0 },
    },
  });
});

test("folders for files come from the flag, else the environment, else the file, and are made absolute", () => {
  const config = { files: { roots: ["of-file", "/abs"] } };
  const environment = { BAILIWICK_FILES_ROOTS: ["of-env", "", "/b"].join(delimiter) };
  const rootsOf = (...given: Parameters<typeof settingsOf>) => {
    const { cwd, settings } = settingsOf(...given);
    return settings.filesRoots?.map((root) => root.replace(`${cwd}/`, ""));
  };

  expect([
    rootsOf(config),
    rootsOf(config, environment),
    rootsOf(config, environment, { "files-root": ["of-flag", "c"] }),
  ]).toEqual([
    ["of-file", "/abs"],
    ["of-env", "/b"],
    ["of-flag", "c"],
  ]);
});

const SWITCHES = [
  "MCP_ENABLE_MUTATION",
  "MCP_LOG_MUTATION",
  "GOV_HASH_TRAILING_NEWLINE",
  "INSTRUCTIONS_ALWAYS_RELOAD",
  "MCP_LOG_VERBOSE",
];

test.each(SWITCHES)("%s is on for 1 and true, off for 0, false and nothing", (name) => {
  const states = ["1", "true", "0", "false", ""].map((value) => settingsOf({}, { [name]: value }).settings.variables);

  expect(states).toEqual([{ ...OFF, [name]: true }, { ...OFF, [name]: true }, OFF, OFF, OFF]);
});

test.each(SWITCHES)("%s with any other value is refused by its name", (name) => {
  for (const value of ["yes", "on", "TRUE", "2", " 1"]) {
    expect(() => settingsOf({}, { [name]: value })).toThrow(
      new UsageError(`the environment variable ${name} is wrong: 1 or true turns it on, 0 or false off`),
    );
  }
});

test("features are a list with commas, and the folder is found from the working folder", () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "mine"));
  const environment = { INDEX_FEATURES: "usage, risk,,", INSTRUCTIONS_DIR: "mine" };

  expect(readSettings({}, environment, cwd).variables).toEqual({
    ...OFF,
    INDEX_FEATURES: ["usage", "risk"],
    INSTRUCTIONS_DIR: join(cwd, "mine"),
  });
});

test.each([
  [{ files: { root: ["a"] } }, {}, /unknown setting root in .*did you mean roots\?/],
  [{ limits: { store_per_minut: 1 } }, {}, /did you mean store_per_minute\?/],
  [{ public_url: "ftp://x" }, {}, /public_url in .* is wrong/],
  [{ truth: [] }, {}, /truth in .* is wrong/],
  [{}, { BAILIWICK_FILES_ROOT: "x" }, /unknown environment variable BAILIWICK_FILES_ROOT; did you mean/],
])("%j with %j is refused", (config, environment, message) => {
  expect(() => settingsOf(config, environment)).toThrow(message);
});

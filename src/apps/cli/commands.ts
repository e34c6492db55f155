import { WORLDS } from "../worlds.ts";
import type { Command, Flag } from "./command.ts";
import { GOVERNANCE_COMMANDS } from "./governance-commands.ts";
import { HOME_COMMANDS } from "./home-commands.ts";
import { KEEPING_COMMANDS } from "./keeping-commands.ts";

/** Flags that every command takes. */
export const COMMON_FLAGS: Readonly<Record<string, Flag>> = {
  data: { type: "string", value: "DIR", help: "the data folder (BAILIWICK_DATA; default ./bailiwick-data)" },
  database: {
    type: "string",
    value: "URL",
    help: "postgres://… instead of SQLite in the data folder (BAILIWICK_DATABASE_URL)",
  },
  config: {
    type: "string",
    value: "FILE",
    help: "a configuration file (default bailiwick.config.json, where there is one)",
  },
  "read-only": { type: "boolean", help: "refuse every tool that writes" },
  "log-level": { type: "string", value: "LEVEL", help: "debug, info, warn or error, on stderr" },
  help: { type: "boolean", short: "h", help: "show this" },
};

/** The page for people, beside or instead of its usual place. */
const DASHBOARD_FLAGS = {
  dashboard: { type: "boolean", help: "show the dashboard, read-only; serve does so anyway" },
  "dashboard-port": { type: "string", value: "8787", help: "the port to try first; 0 takes a free one" },
  "dashboard-host": { type: "string", value: "127.0.0.1", help: "the address the dashboard listens on" },
  "dashboard-tries": { type: "string", value: "10", help: "how many ports after it to try where it is taken" },
  "no-dashboard": { type: "boolean", help: "no dashboard" },
} as const satisfies Record<string, Flag>;

const FILES_FLAGS = {
  "files-root": {
    type: "string",
    value: "DIR",
    repeatable: true,
    help: "a folder that tools may read files from; may be repeated (BAILIWICK_FILES_ROOTS)",
  },
} as const satisfies Record<string, Flag>;

/** Who may reach what listens; `serve` and any dashboard. */
const NETWORK_FLAGS = {
  auth: { type: "string", value: "none|oauth", help: "who may call: everyone (none), or who has signed in (oauth)" },
  "public-url": { type: "string", value: "URL", help: "under which address others reach it: of links, and of sign-in" },
  "insecure-allow-network": {
    type: "boolean",
    help: "with --auth none: listen where other machines reach it; whoever does may do everything",
  },
  "allowed-hosts": {
    type: "string",
    value: "a,b",
    help: "further names it is reached by; other Host headers are refused",
  },
  "allowed-origins": {
    type: "string",
    value: "https://a,https://b",
    help: "origins of pages elsewhere that may call it; others are refused",
  },
} as const satisfies Record<string, Flag>;

const SERVE_FLAGS = {
  port: { type: "string", value: "7777", help: "the port to listen on; 0 takes a free one" },
  host: { type: "string", value: "127.0.0.1", help: "the address to listen on; see --insecure-allow-network" },
  servers: { type: "string", value: "a,b", help: "only these servers" },
  "legacy-sse": { type: "boolean", help: "also serve /SERVER/sse for clients of 2024" },
  demo: { type: "boolean", help: "fill an empty data folder with a small demo first" },
} as const satisfies Record<string, Flag>;

/** What the importers of the worlds can be told. */
const IMPORT_FLAGS: Readonly<Record<string, Flag>> = Object.fromEntries(
  WORLDS.flatMap(({ importFlags = {} }) => Object.entries(importFlags)).map(([name, flag]) => [
    name,
    { ...flag, type: flag.value === undefined ? "boolean" : "string" },
  ]),
);

const KEY_FLAG: Flag = {
  type: "string",
  value: "KEY",
  help: "the public key to believe, or a file with it (default: the data folder's own)",
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: "serve",
    summary: "all MCP servers and the dashboard over HTTP",
    flags: { ...SERVE_FLAGS, ...NETWORK_FLAGS, ...DASHBOARD_FLAGS, ...FILES_FLAGS },
    words: [0, 0],
    examples: [
      "bailiwick serve",
      "bailiwick serve --port 8080 --servers home,truth",
      "bailiwick serve --host 0.0.0.0 --auth none --insecure-allow-network --allowed-hosts box.lan",
    ],
  },
  mcp: {
    usage: "mcp [SERVER]",
    summary: "one server over stdio: home unless said",
    flags: { ...DASHBOARD_FLAGS, ...NETWORK_FLAGS, ...FILES_FLAGS },
    words: [0, 1],
    examples: [
      "bailiwick mcp",
      "bailiwick mcp notebook --data ~/notes",
      "bailiwick mcp instructions --dashboard --dashboard-port=9000",
    ],
  },
  ...HOME_COMMANDS,
  import: {
    usage: "import KIND PATH",
    summary: "bring files into a world; `import` without a kind lists the kinds",
    flags: IMPORT_FLAGS,
    words: [0, 2],
    examples: ["bailiwick import notebook ~/notes", "bailiwick import notebook ~/notes --collection journal"],
  },
  export: {
    usage: "export KIND PATH",
    summary: "write out what a world knows; `export` without a kind lists the kinds",
    flags: {},
    words: [0, 2],
    examples: ["bailiwick export instructions ~/rules.json"],
  },
  demo: {
    usage: "demo",
    summary: "fill an empty data folder with a small demo",
    flags: {},
    words: [0, 0],
    examples: ["bailiwick demo --data ./try-it"],
  },
  verify: {
    usage: "verify",
    summary: "check log, blobs, rows, index and quotes; names the first bad thing, exit 1",
    flags: {
      full: { type: "boolean", help: "everything, not only what changed since the last time" },
      checkpoint: { type: "string", value: "FILE", help: "everything, and compared with a checkpoint kept elsewhere" },
      key: KEY_FLAG,
    },
    words: [0, 0],
    examples: ["bailiwick verify", "bailiwick verify --full", "bailiwick verify --checkpoint ~/safe/monday.json"],
  },
  checkpoint: {
    usage: "checkpoint [FILE]",
    summary: "sign the head of the log, to be kept elsewhere",
    flags: {
      user: { type: "string", value: "NAME", help: "only this user's log" },
      "rotate-key": { type: "boolean", help: "first make a new signing key; the log says so" },
    },
    words: [0, 1],
    examples: ["bailiwick checkpoint ~/safe/monday.json"],
  },
  prove: {
    usage: "prove [EVENT]",
    summary: "show an outsider one entry of the log, or that the log has only grown, without showing the rest",
    flags: {
      checkpoint: {
        type: "string",
        value: "FILE",
        help: "as that checkpoint saw it; without EVENT: growth since then",
      },
      user: { type: "string", value: "NAME", help: "whose log has grown (default: the local user's)" },
      out: { type: "string", value: "FILE", help: "write the proof there instead of printing it" },
    },
    words: [0, 1],
    examples: ["bailiwick prove 0190a0b0-0000-7000-8000-000000000001 --out proof.json"],
  },
  "verify-proof": {
    usage: "verify-proof FILE",
    summary: "check such a proof; needs no data folder",
    flags: {
      key: KEY_FLAG,
      checkpoint: {
        type: "string",
        value: "FILE",
        help: "the tree must be the one that checkpoint saw, or grown from it",
      },
    },
    words: [1, 1],
    examples: ["bailiwick verify-proof proof.json --key MCowBQYDK2VwAyEA…"],
  },
  links: {
    usage: "links revoke [FILE]",
    summary: "end the links to stored files that were given out so far: to one file, or to all of a user's",
    flags: { user: { type: "string", value: "NAME", help: "whose files (default: the local user's)" } },
    words: [1, 2],
    examples: [
      "bailiwick links revoke --user ada",
      "bailiwick links revoke 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    ],
  },
  erase: {
    usage: "erase [KIND ID]",
    summary: "forget something for good: an entity, source, memory, model or user; the log still verifies",
    flags: {
      user: { type: "string", value: "NAME", help: "whose it is (default: the local user's)" },
      "dry-run": { type: "boolean", help: "only tell what would go" },
      finish: { type: "boolean", help: "take out of the files what an interrupted erasure left there" },
    },
    words: [0, 2],
    examples: [
      "bailiwick erase source 0190a0b0-0000-7000-8000-000000000001 --dry-run",
      "bailiwick erase user ada",
      "bailiwick erase --finish",
    ],
  },
  users: {
    usage: "users [ACTION] [NAME]",
    summary: "who may sign in: list, add, invite, set-password, set-role, disable, enable, sign-out, remove",
    flags: {
      operator: { type: "boolean", help: "add, invite, set-role: may also invite others" },
      url: {
        type: "string",
        value: "URL",
        help: "invite: where the server is reached (default: --public-url, else this machine)",
      },
      port: SERVE_FLAGS.port,
      "public-url": NETWORK_FLAGS["public-url"],
    },
    words: [0, 2],
    examples: ["bailiwick users add ada --operator", "bailiwick users invite bob@example.com", "bailiwick users list"],
  },
  clients: {
    usage: "clients [ACTION] [ID]",
    summary: "programs that may ask people to sign in: list, add, remove",
    flags: {
      name: { type: "string", value: "NAME", help: "add: what people see when it asks" },
      redirect: {
        type: "string",
        value: "URL",
        repeatable: true,
        help: "add: where it takes the answer, to the letter; may be repeated",
      },
    },
    words: [0, 2],
    examples: ["bailiwick clients add my-editor --name 'My editor' --redirect http://127.0.0.1/callback"],
  },
  ...KEEPING_COMMANDS,
  ...GOVERNANCE_COMMANDS,
  replay: {
    usage: "replay",
    summary: "rebuild every projection from the log, print the state root, exit 1 if it differs",
    flags: {},
    words: [0, 0],
    examples: ["bailiwick replay"],
  },
  reindex: {
    usage: "reindex",
    summary: "make the search index what log and files say; calls may go on meanwhile",
    flags: { world: { type: "string", value: "NAME", help: "only the documents of this world" } },
    words: [0, 0],
    examples: ["bailiwick reindex", "bailiwick reindex --world truth"],
  },
  connect: {
    usage: "connect [CLIENT]",
    summary: "print the configuration for a client, or put it there; alone, list the clients it knows",
    flags: {
      servers: { type: "string", value: "a,b", help: "only these servers" },
      http: { type: "string", value: "URL", help: "for a running server, such as http://127.0.0.1:7777" },
      hooks: {
        type: "boolean",
        help: "claude-code, cursor, codex: also what makes an agent use it: hooks, rules, lines for AGENTS.md",
      },
      write: {
        type: "boolean",
        help: "put it into the client's file, after showing the change; with --hooks those into this folder",
      },
    },
    words: [0, 1],
    examples: [
      "bailiwick connect claude-code",
      "bailiwick connect claude-code --hooks",
      "bailiwick connect cursor --write --servers truth",
      "bailiwick connect cursor --http http://127.0.0.1:7777",
    ],
  },
  doctor: {
    usage: "doctor",
    summary: "what works here, what does not and why",
    flags: { port: SERVE_FLAGS.port, host: SERVE_FLAGS.host },
    words: [0, 0],
    examples: ["bailiwick doctor", "bailiwick doctor --database postgres://localhost/bailiwick"],
  },
};

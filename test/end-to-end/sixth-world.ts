import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const LIST = "src/apps/worlds.ts";

/** The smallest honest world: one server with one tool, one setting and one variable. */
const SIXTH: Readonly<Record<string, string>> = {
  "index.ts": `import { defineWorld } from "../../kernel/index.ts";
import { Config, VARIABLES } from "./config.ts";

/** Greetings, and nothing else. */
export const sixth = defineWorld({
  name: "sixth",
  servers: ["sixth"],
  config: Config,
  variables: VARIABLES,
  importFlags: { politely: { help: "bow first" } },
  migrations: [],
  load: async () => (await import("./world.ts")).sixthWorld,
});
`,
  "config.ts": `import { z } from "zod";
import type { VariableKind } from "../../kernel/index.ts";

/** The \`sixth\` key of the configuration. */
export const Config = z.strictObject({ greeting: z.string().min(1).default("Hello") });
export type SixthConfig = z.output<typeof Config>;

export const VARIABLES = { BAILIWICK_SIXTH_LOUD: "switch" } as const satisfies Record<string, VariableKind>;
`,
  "sixth.ts": `/** What the tools of this world work with. */
export interface Sixth {
  readonly greeting: string;
  readonly isLoud: boolean;
}
`,
  "world.ts": `import type { WorldCode } from "../../kernel/index.ts";
import type { SixthConfig } from "./config.ts";
import { sixthServer } from "./servers/sixth/index.ts";
import type { Sixth } from "./sixth.ts";

/** What runs of this world. */
export const sixthWorld: WorldCode<Sixth, Sixth> = {
  servers: [sixthServer],
  projections: [],
  start: ({ config, variables }) => ({
    greeting: (config as SixthConfig).greeting,
    isLoud: variables.BAILIWICK_SIXTH_LOUD === true,
  }),
  open: (sixth) => sixth,
  apply: async () => {},
};
`,
  "servers/sixth/index.ts": `import { defineServer } from "../../../../kernel/index.ts";
import type { Sixth } from "../../sixth.ts";
import { sayHello } from "./tools/say-hello.ts";

export const sixthServer = defineServer<Sixth>({
  name: "sixth",
  title: "Sixth",
  instructions: "Greets whoever is named.",
  tools: [sayHello],
});
`,
  "servers/sixth/tools/say-hello.ts": `import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Sixth } from "../../../sixth.ts";

export const sayHello = defineTool({
  name: "say_hello",
  title: "Say hello",
  description: "Greet somebody by name. It cannot fail, and keeps nothing.",
  effect: "read",
  input: z.object({ name: z.string().min(1).describe("Whom to greet") }),
  output: z.object({ said: z.string() }),
  run: ({ name }, { greeting, isLoud }: Sixth) => ({ said: \`\${greeting}, \${name}\${isLoud ? "!" : "."}\` }),
});
`,
};

/** The sources of the product with a world more. */
export interface Extended {
  readonly folder: string;
  /** The lines of the list of worlds that are new, and those that are gone. */
  readonly listed: { readonly added: readonly string[]; readonly removed: readonly string[] };
  start(args: readonly string[], options: { cwd: string; env: Record<string, string> }): ReturnType<typeof spawn>;
  /** Paths of sources that differ from the product's. */
  differences(): string[];
}

/** Copies the sources and does what somebody does who brings a world: its folder, and its name in the list. */
export function addSixthWorld(folder: string): Extended {
  const isTest = (path: string) => path.endsWith(".test.ts");
  cpSync(join(REPOSITORY, "src"), join(folder, "src"), { recursive: true, filter: (path) => !isTest(path) });
  for (const name of ["package.json", "tsconfig.json"]) cpSync(join(REPOSITORY, name), join(folder, name));
  symlinkSync(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries(SIXTH)) {
    const file = join(folder, "src/worlds/sixth", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const before = readFileSync(join(folder, LIST), "utf8");
  const after = before
    .replace(/\n\n/, '\nimport { sixth } from "../worlds/sixth/index.ts";\n\n')
    .replace(/\];\n$/, ", sixth];\n");
  writeFileSync(join(folder, LIST), after);
  return {
    folder,
    listed: { added: linesOnlyIn(after, before), removed: linesOnlyIn(before, after) },
    start: (args, options) =>
      spawn(process.execPath, [join(folder, "src/apps/cli/main.ts"), ...args], {
        ...options,
        stdio: ["pipe", "pipe", "pipe"],
      }),
    differences() {
      const product = sourcesIn(REPOSITORY);
      const extended = sourcesIn(folder);
      return [...new Set([...product.keys(), ...extended.keys()])]
        .filter((path) => !isTest(path) && product.get(path) !== extended.get(path))
        .sort();
    },
  };
}

function linesOnlyIn(one: string, other: string): string[] {
  const known = new Set(other.split("\n"));
  return one.split("\n").filter((line) => !known.has(line));
}

function sourcesIn(folder: string): Map<string, string> {
  const entries = readdirSync(join(folder, "src"), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length).replace(/^\//, ""), readFileSync(path, "utf8")]));
}

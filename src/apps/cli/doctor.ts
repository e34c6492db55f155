import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { KernelError } from "../../kernel/serve.ts";
import { dashboardIsBuilt } from "../server/index.ts";
import type { Settings } from "../settings.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const NODE_MAJOR_MIN = 22;

interface Check {
  readonly name: string;
  run(settings: Settings, terminal: Terminal): Promise<string>;
}

const CHECKS: readonly Check[] = [
  {
    name: "node",
    async run() {
      const version = process.versions.node;
      if (Number.parseInt(version, 10) < NODE_MAJOR_MIN)
        throw new Error(`${version} is too old; ${NODE_MAJOR_MIN} is needed`);
      return version;
    },
  },
  {
    name: "data folder",
    async run({ folder }) {
      const probe = await mkdtemp(join(folder, "doctor-"));
      try {
        const file = await open(join(probe, "probe"), "w");
        await file.write("probe");
        await file.sync();
        await file.close();
      } finally {
        await rm(probe, { recursive: true });
      }
      return `${folder} takes durable writes`;
    },
  },
  {
    name: "database",
    run: (settings, terminal) =>
      withKernel(settings, terminal, async (kernel) => {
        const { dialect } = await kernel.parts.database();
        const { entries } = await kernel.verify();
        return `${dialect}, ${entries} log entries`;
      }),
  },
  {
    name: "port",
    run: ({ host, port }) =>
      new Promise((resolve, reject) => {
        const server = createServer();
        server.once("error", (error: NodeJS.ErrnoException) =>
          reject(new Error(`${host}:${port}: ${error.code ?? error.message}`)),
        );
        server.listen(port, host, () => server.close(() => resolve(`${host}:${port} is free`)));
      }),
  },
  {
    name: "dashboard",
    async run() {
      if (!dashboardIsBuilt()) throw new Error("not built; run `npm run build`");
      return "built";
    },
  },
];

/** Tries each part for real and says what works, what does not, and why. */
export async function doctor(_words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  let broken = 0;
  // The database check makes the folder; the folder check needs it.
  const order = [...CHECKS].sort((a, b) => Number(a.name === "data folder") - Number(b.name === "data folder"));
  for (const check of order) {
    try {
      terminal.print(`ok   ${check.name}: ${await check.run(settings, terminal)}`);
    } catch (error) {
      broken += 1;
      const hint = error instanceof KernelError ? ` (${error.kind.hint})` : "";
      terminal.print(`no   ${check.name}: ${error instanceof Error ? error.message : String(error)}${hint}`);
    }
  }
  return broken === 0 ? 0 : 1;
}

import { existsSync, statSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { KernelError } from "../../kernel/serve.ts";
import { plainProblem } from "../file-problem.ts";
import { dashboardIsBuilt } from "../server/index.ts";
import type { Settings } from "../settings.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";
import { linesOf } from "./verify.ts";

const NODE_MAJOR_MIN = 22;
const ASK_MS = 2000;

interface Check {
  readonly name: string;
  /** Answers with what works, in a few words; throws with what does not. */
  run(settings: Settings, terminal: Terminal): Promise<string>;
}

const CHECKS: readonly Check[] = [
  { name: "node", run: async () => checkNode() },
  { name: "data folder", run: ({ folder }) => checkFolder(folder) },
  { name: "database", run: checkDatabase },
  { name: "tenants", run: checkTenants },
  { name: "model", run: checkModel },
  { name: "port", run: checkPort },
  {
    name: "dashboard",
    async run() {
      if (!dashboardIsBuilt()) throw new Error("not built; run `npm run build`");
      return "built";
    },
  },
];

/** Tries each part for real and says what works, what does not, and why. Nothing is left behind. */
export async function doctor(_words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  let broken = 0;
  for (const check of CHECKS) {
    try {
      terminal.print(`ok   ${check.name}: ${await check.run(settings, terminal)}`);
    } catch (error) {
      broken += 1;
      const hint = error instanceof KernelError ? ` (${error.kind.hint})` : "";
      const reason = plainProblem(error) ?? (error instanceof Error ? error.message : String(error));
      terminal.print(`no   ${check.name}: ${reason}${hint}`);
    }
  }
  return broken === 0 ? 0 : 1;
}

function checkNode(): string {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) < NODE_MAJOR_MIN) {
    throw new Error(`${version} is too old; ${NODE_MAJOR_MIN} is needed`);
  }
  return version;
}

/** Writes for real and takes it away again: in the folder, or where it would be made. */
async function checkFolder(folder: string): Promise<string> {
  const isThere = existsSync(folder);
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  if (!statSync(place).isDirectory()) throw new Error(`${place} is a file, not a folder; choose another with --data`);
  const probe = await mkdtemp(join(place, ".doctor-"));
  try {
    const file = await open(join(probe, "probe"), "w");
    await file.write("probe");
    await file.sync();
    await file.close();
  } finally {
    await rm(probe, { recursive: true });
  }
  return isThere ? `${folder} takes durable writes` : `${folder} is not there yet; the first write can make it`;
}

/** For looking alone: no table is made, nothing is brought up to date, nothing is noted. */
function looking(settings: Settings): Settings {
  return { ...settings, mustExist: true, readOnly: true };
}

/** What there is to say of a database that is not there yet, or that the next start brings up to date. */
const NOT_BROKEN: Readonly<Record<string, string>> = {
  storage_missing: "none yet; the first write makes it",
  schema_older: "made by an older version; the next start brings it up to date",
};

async function unlessNotBroken(work: Promise<string>): Promise<string> {
  return work.catch((error) => {
    const said = error instanceof KernelError ? NOT_BROKEN[error.code] : undefined;
    if (said === undefined) throw error;
    return said;
  });
}

function checkDatabase(settings: Settings, terminal: Terminal): Promise<string> {
  return unlessNotBroken(
    withKernel(looking(settings), terminal, async (kernel) => {
      const engine = await kernel.parts.database();
      const damage = await engine.check();
      if (damage.length > 0) throw new KernelError("storage_corrupt", `The database is damaged: ${damage[0]}`);
      const found = await kernel.verify();
      const [wrong] = linesOf(found);
      if (wrong !== undefined) throw new KernelError("storage_corrupt", wrong);
      return `${engine.dialect}, sound, ${found.entries} log entries`;
    }),
  );
}

function checkTenants(settings: Settings, terminal: Terminal): Promise<string> {
  return unlessNotBroken(
    withKernel(looking(settings), terminal, async (kernel) => {
      const engine = await kernel.parts.database();
      const [gap] = await engine.gaps();
      if (gap !== undefined) throw new Error(gap);
      return engine.dialect === "sqlite"
        ? "one file of this installation; our own code keeps users apart"
        : "row-level security binds the database user, and every table has its policy";
    }),
  );
}

/** Makes a vector. */
function checkModel(settings: Settings, terminal: Terminal): Promise<string> {
  if (settings.embedder === "none") return Promise.resolve("turned off by the configuration; search goes by words");
  return withKernel(looking(settings), terminal, async (kernel) => {
    const made = await kernel.parts.embed(["a probe"], terminal.stop);
    if ("absent" in made) throw new Error(`${made.absent}; search goes by words alone`);
    return `${made.model} understands`;
  });
}

async function checkPort({ host, port }: Settings, terminal: Terminal): Promise<string> {
  const code = await listenOnce(host, port);
  if (code === undefined) return `${host}:${port} is free`;
  if (code !== "EADDRINUSE") throw new Error(`${host}:${port}: ${code}`);
  const running = await askHealth(host, port, terminal);
  if (running === undefined) throw new Error(`${host}:${port} is taken by another program; choose another with --port`);
  if (running.status !== "ok")
    throw new Error(`a Bailiwick ${running.version} runs at ${host}:${port} and is not well`);
  return `a Bailiwick ${running.version} already serves at ${host}:${port}, and is well`;
}

function listenOnce(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

async function askHealth(
  host: string,
  port: number,
  { env }: Terminal,
): Promise<{ status: string; version: string } | undefined> {
  const over = new AbortController();
  // Ended with the asking: the clock must not keep the process.
  const waited = env.sleep(ASK_MS, over.signal).then(() => over.abort());
  try {
    const name = host.includes(":") ? `[${host}]` : host;
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: over.signal });
    const { status, version } = (await answer.json()) as { status?: unknown; version?: unknown };
    return typeof status === "string" && typeof version === "string" ? { status, version } : undefined;
  } catch {
    // Whatever listens there is none of ours.
    return undefined;
  } finally {
    over.abort();
    await waited.catch(() => {});
  }
}

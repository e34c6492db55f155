import { existsSync } from "node:fs";
import { link, mkdir, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type Kernel, KernelError } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { productVersion } from "../version.ts";
import { copyFolder, copyOne, filesBelow } from "./archive/copy-folder.ts";
import { writeArchive } from "./archive/write-archive.ts";
import { counted } from "./counted.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";
import { linesOf } from "./verify.ts";

/** The database is copied by its engine; how far it was verified is found out anew where it is restored. */
const LEFT_OUT = /^(?:bailiwick\.db(?:-wal|-shm|-journal)?|verified\.json)$/;
/** It says how long the logs were at least: taken before the logs are, it never says too much. */
const WITNESS = "witness.json";

/** Writes everything into one file, as it is at one moment, while others go on; verified before it is called a backup. */
export async function backup([file = ""]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const target = resolve(terminal.workingFolder, file);
  if (existsSync(target)) throw new UsageError(`${target} is there already; choose another name`);
  if (!existsSync(dirname(target))) throw new UsageError(`there is no folder ${dirname(target)}`);
  if (isInside(settings.folder, target)) throw new UsageError("a backup inside the data folder is lost with it");
  if (settings.readOnly && settings.databaseUrl !== undefined) {
    throw new UsageError(
      "leave out --read-only: files are copied while nobody can change them, so the server must be told",
    );
  }
  const id = terminal.env.id();
  const [making, packed] = [`${target}.making-${id}`, `${target}.packed-${id}`];
  try {
    await mkdir(making, { mode: 0o700 });
    const copied = await withKernel(lookingOnly(settings), terminal, (kernel) =>
      copyEverything(kernel, settings.folder, making, terminal),
    );
    const logs = await verifyCopy({ ...settings, folder: making, databaseUrl: undefined }, copied, terminal);
    const bar = createProgressBar(terminal);
    const about = {
      format: "bailiwick-backup-1",
      version: productVersion(),
      at: copied.at,
      engine: copied.engine,
      logs,
    } as const;
    const { files } = await writeArchive(packed, making, await filesBelow(making), about, (done, total) =>
      bar.show(done, total, "files packed"),
    ).finally(bar.end);
    // Not renamed: a file that came there meanwhile is not ours to replace.
    await link(packed, target);
    const entries = Object.values(logs).reduce((sum, log) => sum + log.entries, 0);
    const bytes = Object.values(files).reduce((sum, { bytes: size }) => sum + size, 0);
    terminal.print(
      `backed up: ${counted(entries, "entries")}, ${counted(Object.keys(files).length, "files")}, ${Math.ceil(bytes / 1024)} KiB, verified; ${target}`,
    );
    for (const remark of copied.remarks) terminal.warn(`note: ${remark}`);
    terminal.warn("note: it holds the keys of the data folder: keep it where only you can read it");
    return 0;
  } finally {
    await rm(making, { recursive: true, force: true });
    await rm(packed, { force: true });
  }
}

/** What a copy is of, and what is left to do. */
interface Copied {
  readonly engine: "sqlite" | "postgres";
  readonly at: number;
  /** For people. */
  readonly remarks: readonly string[];
  readonly isIndexed: boolean;
}

async function copyEverything(kernel: Kernel, folder: string, making: string, terminal: Terminal): Promise<Copied> {
  const engine = await kernel.parts.database();
  const remarks: string[] = [];
  const { stop: signal, env } = terminal;
  await copyOne(join(folder, WITNESS), join(making, WITNESS));
  const inside = new Set<string>();
  for (const [name, root] of Object.entries(kernel.sharedFolders)) {
    if (isInside(folder, root)) inside.add(relative(folder, root));
    else if (existsSync(root)) remarks.push(`the folder of ${name} is elsewhere and not in it: ${root}`);
  }
  let at = env.now();
  // Files that change with calls are copied while nobody can change them, so that they are what the log says they are.
  const held = async () => {
    at = env.now();
    for (const path of inside) await copyFolder(join(folder, path), join(making, path), { signal });
  };
  const bar = createProgressBar(terminal);
  const { isIndexed } = await engine.copy(making, { held, progress: bar.show, signal }).finally(bar.end);
  const isLeftOut = (path: string) => LEFT_OUT.test(path) || path === WITNESS || inside.has(path);
  const links = await copyFolder(folder, making, { isLeftOut, signal });
  remarks.push(...links.map((path) => `a link is not in it, nor what it leads to: ${path}`));
  return { engine: engine.dialect, at, remarks, isIndexed };
}

/** Opens the copy as its own data folder, which also finishes what calls had begun, and looks at all of it. */
async function verifyCopy(settings: Settings, { engine, isIndexed }: Copied, terminal: Terminal) {
  const bar = createProgressBar(terminal);
  return withKernel({ ...settings, readOnly: false, mustExist: true }, terminal, async (kernel) => {
    if (!isIndexed) await kernel.reindex({ progress: bar.show, signal: terminal.stop });
    const wrong = linesOf(await kernel.verify({ full: true, progress: bar.show, signal: terminal.stop }));
    for (const line of wrong.slice(0, 10)) terminal.warn(line);
    if (wrong.length > 0) {
      throw new KernelError("backup_damaged", "The copy does not verify, so it is no backup", { engine });
    }
    const { logs } = await kernel.status();
    return Object.fromEntries([...logs].map(([tenant, { seq, hash }]) => [tenant, { entries: seq, head: hash }]));
  }).finally(bar.end);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

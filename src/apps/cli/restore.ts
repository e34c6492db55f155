import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { KernelError } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { readArchive } from "./archive/read-archive.ts";
import { counted } from "./counted.ts";
import { isEmpty } from "./demo.ts";
import { fillFrom } from "./migrate.ts";
import { withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";
import { linesOf } from "./verify.ts";

/** Makes a data folder of a backup, in a place where there is none, and verifies it before it gets its name. */
export async function restore([file = ""]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const source = resolve(terminal.workingFolder, file);
  const { folder } = settings;
  if (!isEmpty(folder)) throw new UsageError(`${folder} is not empty; choose another folder with --data`);
  const making = join(dirname(folder), `.${basename(folder)}.restoring-${terminal.env.id()}`);
  const bar = createProgressBar(terminal);
  try {
    await mkdir(making, { recursive: true, mode: 0o700 });
    const manifest = await readArchive(source, making, (done, total) =>
      bar.show(done, total, "bytes unpacked"),
    ).finally(bar.end);
    const { at, version } = manifest;
    const unpacked = { ...settings, folder: making, databaseUrl: undefined };
    const entries =
      settings.databaseUrl === undefined
        ? await verifyRestored(unpacked, terminal)
        : await bringToServer(unpacked, settings.databaseUrl, terminal);
    await rmdir(folder).catch(() => {});
    await rename(making, folder);
    terminal.print(
      `restored: ${counted(entries, "entries")}, ${counted(Object.keys(manifest.files).length, "files")}, verified; ${folder}`,
    );
    terminal.print(`as it was at ${new Date(at).toISOString()}, made by version ${version}`);
    return 0;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** What a backup holds is a database file, of whichever engine it was made: a server is filled from it, and then it goes. */
async function bringToServer(unpacked: Settings, databaseUrl: string, terminal: Terminal): Promise<number> {
  // As it was, and nothing of the configuration with it.
  const asItWas = { ...unpacked, readOnly: false, permissions: [], embedder: "none" as const };
  const { entries } = await withKernel({ ...asItWas, mustExist: true }, terminal, (source) =>
    withKernel({ ...asItWas, databaseUrl, isCopy: true }, terminal, (target) => fillFrom(source, target, terminal)),
  );
  for (const end of ["", "-wal", "-shm"]) await rm(join(unpacked.folder, `bailiwick.db${end}`), { force: true });
  return entries;
}

async function verifyRestored(settings: Settings, terminal: Terminal): Promise<number> {
  const bar = createProgressBar(terminal);
  return withKernel({ ...settings, readOnly: false, mustExist: true }, terminal, async (kernel) => {
    const found = await kernel.verify({ full: true, progress: bar.show, signal: terminal.stop });
    const wrong = linesOf(found);
    for (const line of wrong.slice(0, 10)) terminal.warn(line);
    if (wrong.length > 0) throw new KernelError("backup_damaged", "What was restored does not verify");
    return found.entries;
  }).finally(bar.end);
}

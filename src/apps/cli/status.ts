import { statSync } from "node:fs";
import { join } from "node:path";
import type { Kernel, KernelStatus } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { productVersion } from "../version.ts";
import { counted } from "./counted.ts";
import { readLastCheckpoint } from "./last-checkpoint.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** How often it is looked whether vectors still wait. */
const LOOK_MS = 500;

type Checkpoint = Awaited<ReturnType<typeof readLastCheckpoint>>;

/** Tells what is there: worlds and how much each holds, the log, the index, the last checkpoint. */
export async function status(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  return withKernel(lookingOnly(settings), terminal, async (kernel) => {
    const found = flags.wait === true ? await waitForVectors(kernel, terminal) : await kernel.status();
    const checkpoint = await readLastCheckpoint(kernel);
    if (flags.json === true) {
      terminal.print(JSON.stringify(asJson(found, checkpoint, settings), undefined, 2));
    } else {
      for (const line of asLines(found, checkpoint, settings)) terminal.print(line);
    }
    return flags.wait === true && found.search.waiting > 0 ? 1 : 0;
  });
}

/** Until everything can be found by meaning, or nobody can make that so. */
async function waitForVectors(kernel: Kernel, terminal: Terminal): Promise<KernelStatus> {
  const bar = createProgressBar(terminal);
  try {
    for (;;) {
      const found = await kernel.status();
      const { waiting, documents, noModel } = found.search;
      if (waiting === 0 || noModel !== undefined || terminal.stop.aborted) return found;
      bar.show(documents - waiting, documents, "texts can be found by meaning");
      kernel.makeVectors();
      await terminal.env.sleep(LOOK_MS, terminal.stop);
    }
  } finally {
    bar.end();
  }
}

function asJson(found: KernelStatus, checkpoint: Checkpoint, settings: Settings) {
  const { dialect, logs, worlds, search } = found;
  return {
    version: productVersion(),
    data: settings.folder,
    engine: dialect,
    logs: Object.fromEntries([...logs].map(([tenant, { seq, hash }]) => [tenant, { entries: seq, head: hash }])),
    worlds,
    search: {
      documents: search.documents,
      waiting_vectors: search.waiting,
      ...(search.noModel !== undefined && { no_model: search.noModel }),
    },
    last_checkpoint:
      checkpoint === undefined
        ? null
        : { at: new Date(checkpoint.at).toISOString(), new_entries: newSince(logs, checkpoint) },
  };
}

function asLines(found: KernelStatus, checkpoint: Checkpoint, settings: Settings): string[] {
  const { dialect, logs, worlds, search } = found;
  const size = dialect === "sqlite" ? `, ${mib(join(settings.folder, "bailiwick.db"))}` : "";
  const lines = [`data folder  ${settings.folder} (${dialect}${size})`];
  for (const [world, counts] of Object.entries(worlds)) {
    const parts = Object.entries(counts).map(([what, count]) => counted(Number(count), what));
    if (parts.length > 0) lines.push(`${world.padEnd(12)} ${parts.join(", ")}`);
  }
  for (const [tenant, { seq, hash }] of logs) {
    lines.push(`log          ${plain(tenant)}: ${counted(seq, "entries")}, head ${hash.slice(0, 16)}…`);
  }
  if (logs.size === 0) lines.push("log          empty");
  lines.push(`search       ${counted(search.documents, "texts")} by words, ${meaningOf(search)}`);
  const after = checkpoint === undefined ? 0 : newSince(logs, checkpoint);
  lines.push(
    checkpoint === undefined
      ? "checkpoint   none yet; `bailiwick checkpoint FILE` makes one to be kept elsewhere"
      : `checkpoint   ${new Date(checkpoint.at).toISOString()}, ${counted(after, "entries")} since`,
  );
  return lines;
}

function meaningOf({ documents, waiting, noModel }: KernelStatus["search"]): string {
  if (waiting === 0) return "all of them by meaning";
  const waits = `${waiting} ${waiting === 1 ? "waits" : "wait"}`;
  if (noModel !== undefined) return `${documents - waiting} by meaning; ${waits}: ${noModel}`;
  return `${documents - waiting} by meaning; ${waits}: a running server makes them, or \`bailiwick status --wait\``;
}

/** How many entries the last checkpoint has not seen. */
function newSince(logs: KernelStatus["logs"], checkpoint: NonNullable<Checkpoint>): number {
  const seen = "logs" in checkpoint ? checkpoint.logs : {};
  return [...logs].reduce((sum, [tenant, { seq }]) => sum + seq - (seen[tenant]?.size ?? 0), 0);
}

function mib(file: string): string {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

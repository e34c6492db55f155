import { type Kernel, KernelError } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { counted } from "./counted.ts";
import { withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";
import { linesOf } from "./verify.ts";

const ENGINES = ["sqlite", "postgres"] as const;
type Engine = (typeof ENGINES)[number];

/** What a shell expects of a command that Ctrl-C ended. */
const STOPPED = 130;

/** Brings everything from one engine to the other. The files of the data folder stay where they are and serve both. */
export async function migrate(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const [from, to] = [engineIn(flags, "from"), engineIn(flags, "to")];
  if (from === to) throw new UsageError("--from and --to name the same engine; there is nothing to bring over");
  if (settings.databaseUrl === undefined) throw new UsageError("name the PostgreSQL database with --database");
  if (settings.readOnly) throw new UsageError("--read-only cannot be kept: the other database is written");
  const sideOf = (engine: Engine): Settings => ({
    ...settings,
    databaseUrl: engine === "postgres" ? settings.databaseUrl : undefined,
    // What is brought over is brought over as it is: nothing of the configuration is taken into it.
    permissions: [],
    embedder: "none",
  });
  try {
    return await withKernel({ ...sideOf(from), mustExist: true }, terminal, (source) =>
      withKernel({ ...sideOf(to), isCopy: true }, terminal, (target) => bringOver(source, target, to, terminal)),
    );
  } catch (error) {
    if (!terminal.stop.aborted) throw error;
    terminal.warn("stopped: what was brought over stays; run it again for the rest");
    return STOPPED;
  }
}

function engineIn(flags: Flags, flag: "from" | "to"): Engine {
  const engine = ENGINES.find((name) => name === flags[flag]);
  if (engine === undefined) throw new UsageError(`--${flag} needs one of: ${ENGINES.join(", ")}`);
  return engine;
}

/** Makes an empty database what another is, and says so of it only after it was found to be the same. */
export async function fillFrom(source: Kernel, target: Kernel, terminal: Terminal) {
  const bar = createProgressBar(terminal);
  const { stop: signal } = terminal;
  const copied = await target.copyFrom(source, { progress: bar.show, signal }).finally(bar.end);
  const { documents } = await target.reindex({ progress: bar.show, signal }).finally(bar.end);
  const entries = await requireSame(source, target, terminal);
  await target.finishCopy();
  return { copied, documents, entries };
}

async function bringOver(source: Kernel, target: Kernel, to: Engine, terminal: Terminal): Promise<number> {
  const { copied, documents, entries } = await fillFrom(source, target, terminal);
  terminal.print(
    `migrated to ${to}: ${counted(entries, "entries")}, ${counted(copied, "rows")}, ${counted(documents, "texts")} indexed; verified`,
  );
  terminal.print("the same state roots and log heads on both; the database it came from is as it was");
  terminal.print(
    to === "postgres"
      ? "from now on start with the same --data and this --database; then move bailiwick.db away"
      : "from now on start with the same --data and without --database",
  );
  return 0;
}

/** Nothing counts as brought over before it is known to be the same, and to verify by itself. */
async function requireSame(source: Kernel, target: Kernel, terminal: Terminal): Promise<number> {
  const bar = createProgressBar(terminal);
  const found = await target.verify({ full: true, progress: bar.show, signal: terminal.stop }).finally(bar.end);
  const wrong = linesOf(found);
  for (const line of wrong.slice(0, 10)) terminal.warn(line);
  if (wrong.length > 0) throw new KernelError("storage_corrupt", "What was brought over does not verify");
  const [before, after] = [await standingOf(source), await standingOf(target)];
  if (before === after) return found.entries;
  throw new KernelError(
    "conflict",
    "The database was written to while it was brought over: stop who writes, run it again",
  );
}

async function standingOf(kernel: Kernel): Promise<string> {
  const [{ root, worlds }, { logs }] = [await kernel.stateRoot(), await kernel.status()];
  return JSON.stringify([root, worlds, [...logs]]);
}

import { type EraseReport, type Kernel, KernelError } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const FINISH = "run `bailiwick erase --finish`";

/** Forgets something for good, and prints the receipt. */
export async function erase(
  [kind, id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (settings.readOnly) throw new UsageError("erase writes; leave out --read-only");
  const dryRun = flags["dry-run"] === true;
  const onlyFinish = flags.finish === true;
  if (onlyFinish ? kind !== undefined || dryRun : id === undefined) {
    throw new UsageError("usage: bailiwick erase KIND ID, or bailiwick erase --finish");
  }
  const user = typeof flags.user === "string" ? flags.user : undefined;
  return withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    if (onlyFinish) return takeOut(kernel, terminal);
    const report = await kernel.erase({ kind: kind ?? "", id: id ?? "" }, { user, dryRun }).catch(async (error) => {
      if ((await kernel.scrubsDue()) > 0) terminal.warn(`note: an earlier erasure was not finished: ${FINISH}`);
      throw error;
    });
    for (const note of report.notes) terminal.print(`note: ${note}`);
    terminal.print(`${dryRun ? "would erase" : "erased"}: ${whatOf(report)}`);
    if (dryRun) return 0;
    const { seq, id: receipt, hash } = report.receipt;
    // Before the files are cleaned, which may fail or be ended: the erasure itself is done.
    terminal.print(`receipt: entry ${seq} id ${receipt} hash ${hash}`);
    return takeOut(kernel, terminal);
  });
}

/** Takes the words out of the database's files; what keeps it from that is told with what to do. */
async function takeOut(kernel: Kernel, terminal: Terminal): Promise<number> {
  try {
    const left = await kernel.scrub();
    for (const line of left) terminal.warn(line);
    if (left.length === 0) terminal.print("clean: the database's files hold nothing of what was erased");
    return left.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    terminal.warn(`the database's files still hold what was erased: ${error.message}. Then ${FINISH}`);
    return 1;
  }
}

function whatOf({ entries, rows, blobs }: EraseReport): string {
  return `${entries} log entries lose words, ${rows} rows and ${blobs.length} blobs go`;
}

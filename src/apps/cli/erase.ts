import type { EraseReport } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Forgets something for good, and prints the receipt. */
export async function erase(
  [kind, id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (settings.readOnly) throw new UsageError("erase writes; leave out --read-only");
  const dryRun = flags["dry-run"] === true;
  const user = typeof flags.user === "string" ? flags.user : undefined;
  const { report, left } = await withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => ({
    report: await kernel.erase({ kind: kind ?? "", id: id ?? "" }, { user, dryRun }),
    left: dryRun ? [] : await kernel.scrub(),
  }));
  for (const note of report.notes) terminal.print(`note: ${note}`);
  terminal.print(`${dryRun ? "would erase" : "erased"}: ${whatOf(report)}`);
  if (dryRun) return 0;
  const { seq, id: receipt, hash } = report.receipt;
  terminal.print(`receipt: entry ${seq} id ${receipt} hash ${hash}`);
  for (const line of left) terminal.warn(line);
  return left.length === 0 ? 0 : 1;
}

function whatOf({ entries, rows, blobs }: EraseReport): string {
  return `${entries} log entries lose words, ${rows} rows and ${blobs.length} blobs go`;
}

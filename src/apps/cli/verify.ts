import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type AnyCheckpoint, readCheckpoint, type Verification } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { counted } from "./counted.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** Checks what changed since the last time, or everything, and names what is wrong. */
export async function verify(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (flags.key !== undefined && flags.checkpoint === undefined) {
    throw new UsageError("--key is what a checkpoint is believed by: give it together with --checkpoint FILE");
  }
  const checkpoint = await checkpointIn(flags.checkpoint, terminal);
  const key = await keyIn(flags.key, terminal);
  const bar = createProgressBar(terminal);
  const found = await withKernel(lookingOnly(settings), terminal, (kernel) =>
    kernel.verify({ full: flags.full === true, checkpoint, key, progress: bar.show }),
  ).finally(bar.end);
  const wrong = linesOf(found);
  for (const line of wrong) terminal.print(line);
  if (wrong.length === 0) terminal.print(goodLine(found, checkpoint));
  for (const remark of found.remarks) terminal.warn(`note: ${remark}`);
  return wrong.length === 0 ? 0 : 1;
}

/** What is wrong, a line each. */
export function linesOf({ bad, damage, findings }: Verification): string[] {
  return [
    ...(bad === undefined ? [] : [`bad entry: tenant ${bad.tenant} seq ${bad.seq} id ${bad.id}: ${bad.reason}`]),
    ...damage.map((line) => `bad database: ${line}`),
    ...findings.map(({ what, reason }) => `bad ${what}: ${reason}`),
  ];
}

function goodLine(found: Verification, checkpoint: AnyCheckpoint | undefined): string {
  const { entries, checked, tenants, blobs, full } = found;
  const what = `ok: ${counted(entries, "entries")} of ${counted(tenants, "tenants")}, ${counted(blobs, "blobs")}`;
  const against =
    checkpoint === undefined ? "" : `, as the checkpoint of ${new Date(checkpoint.at).toISOString()} saw it`;
  if (full) return `${what}${against}; tables, index and quotes follow from them`;
  return checked === entries
    ? `${what}; tables, index and quotes were not compared: verify --full does`
    : `${what}; ${counted(checked, "entries")} ${checked === 1 ? "was" : "were"} new since the last time, the rest was not looked at again`;
}

/** The checkpoint in a file that a flag names. */
export async function checkpointIn(file: unknown, terminal: Terminal): Promise<AnyCheckpoint | undefined> {
  if (typeof file !== "string") return undefined;
  const path = resolve(terminal.workingFolder, file);
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`the checkpoint file ${path} cannot be read`);
  });
  return readCheckpoint(text);
}

/** A public key as a flag gives it: itself, or the name of the file it stands in. */
export async function keyIn(key: unknown, terminal: Terminal): Promise<string | undefined> {
  if (typeof key !== "string") return undefined;
  return readFile(resolve(terminal.workingFolder, key), "utf8").catch(() => key);
}

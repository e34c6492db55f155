import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readCheckpoint } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { lookingOnly, withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Checks everything that can be checked and names the first thing that is wrong. */
export async function verify(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const file = flags.checkpoint;
  const checkpoint =
    typeof file === "string" ? readCheckpoint(await readText(resolve(terminal.workingFolder, file))) : undefined;
  const found = await withKernel(lookingOnly(settings), terminal, (kernel) => kernel.verify(checkpoint));
  if (found.bad !== undefined) {
    const { tenant, seq, id, reason } = found.bad;
    terminal.print(`bad entry: tenant ${tenant} seq ${seq} id ${id}: ${reason}`);
  }
  for (const line of found.damage) terminal.print(`bad database: ${line}`);
  for (const sha256 of found.badBlobs) terminal.print(`bad blob: ${sha256}: its content does not match its name`);
  const bad = found.bad !== undefined || found.damage.length > 0 || found.badBlobs.length > 0;
  if (!bad) {
    const against =
      checkpoint === undefined ? "" : `, as the checkpoint of ${new Date(checkpoint.at).toISOString()} saw it`;
    terminal.print(
      `ok: ${count(found.entries, "entry", "entries")} of ${count(found.tenants, "tenant", "tenants")}, ${count(found.blobs, "blob", "blobs")}${against}`,
    );
  }
  return bad ? 1 : 0;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new UsageError(`the checkpoint file ${path} cannot be read`);
  }
}

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { LOCAL_USER } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";
import { checkpointIn } from "./verify.ts";

/** Writes what shows an outsider that an entry stands in the log, or that the log has only grown since a checkpoint. */
export async function prove(
  [id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const checkpoint = await checkpointIn(flags.checkpoint, terminal);
  if (checkpoint !== undefined && !("logs" in checkpoint)) {
    throw new UsageError("that checkpoint is of the first format, which has no tree to prove with: make a new one");
  }
  const user = typeof flags.user === "string" ? flags.user : LOCAL_USER;
  const proof = await withKernel({ ...settings, mustExist: true }, terminal, (kernel) => {
    if (id !== undefined) return kernel.prove(id, checkpoint);
    if (checkpoint === undefined) throw new UsageError("prove takes the id of an entry, or --checkpoint FILE, or both");
    return kernel.proveGrowth(checkpoint, user);
  });
  const text = JSON.stringify(proof, undefined, 2);
  if (typeof flags.out !== "string") {
    terminal.print(text);
    return 0;
  }
  await writeFile(resolve(terminal.workingFolder, flags.out), `${text}\n`);
  terminal.print(`written to ${flags.out}; check it with: bailiwick verify-proof ${flags.out} --key KEY`);
  return 0;
}

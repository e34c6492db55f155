import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { lastCheckpointFile } from "./last-checkpoint.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Signs the heads of all logs, or of one user's, and writes them to a file or to stdout. */
export async function checkpoint(
  [file]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const user = typeof flags.user === "string" ? flags.user : undefined;
  const signed = await withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    if (flags["rotate-key"] === true) {
      const { from, to } = await kernel.rotateKey();
      terminal.warn(`signed with a new key from now on: ${to} (until now ${from})`);
    }
    const made = await kernel.checkpoint(user);
    if (!settings.readOnly) await writeFile(lastCheckpointFile(kernel), JSON.stringify(made), { mode: 0o600 });
    return made;
  });
  if (file === undefined) {
    terminal.print(JSON.stringify(signed, undefined, 2));
    return 0;
  }
  await writeFile(resolve(terminal.workingFolder, file), `${JSON.stringify(signed, undefined, 2)}\n`);
  for (const [tenant, { size, root }] of Object.entries(signed.logs)) {
    terminal.print(`checkpoint: tenant ${tenant} entries ${size} root ${root}`);
  }
  terminal.print(`key: ${signed.key}`);
  terminal.print(`written to ${file}; keep it, and the key, where whoever runs this server cannot change them`);
  return 0;
}

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Settings } from "../settings.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Signs the heads of all logs and writes them to a file, or to stdout. */
export async function checkpoint([file]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const signed = await withKernel({ ...settings, mustExist: true }, terminal, (kernel) => kernel.checkpoint());
  const text = JSON.stringify(signed, undefined, 2);
  if (file === undefined) {
    terminal.print(text);
    return 0;
  }
  await writeFile(resolve(terminal.workingFolder, file), `${text}\n`);
  for (const [tenant, { seq, hash }] of Object.entries(signed.tenants)) {
    terminal.print(`checkpoint: tenant ${tenant} seq ${seq} hash ${hash}`);
  }
  terminal.print(`written to ${file}; keep it where whoever runs this server cannot change it`);
  return 0;
}

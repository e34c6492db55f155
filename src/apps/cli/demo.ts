import { existsSync, readdirSync } from "node:fs";
import type { Kernel } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { createImportHost } from "./import-host.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Fills an empty data folder, and no other. */
export async function demo(_words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  if (settings.readOnly) throw new UsageError("demo writes; leave out --read-only");
  if (!isEmpty(settings.folder))
    throw new UsageError(`${settings.folder} is not empty; choose another folder with --data`);
  await withKernel(settings, terminal, (kernel) => fillDemo(kernel, terminal));
  return 0;
}

export function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Every world that has a demo makes it. */
export async function fillDemo(kernel: Kernel, terminal: Terminal): Promise<void> {
  // First of all: where no database can be made there is nothing to fill.
  await kernel.parts.database();
  const { host, end } = createImportHost(kernel, terminal, "demo");
  for (const world of await kernel.worlds()) {
    if (world.demo !== undefined) terminal.print(`demo: ${await world.demo(host)}`);
  }
  end();
}

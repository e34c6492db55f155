import { writeFile } from "node:fs/promises";
import { type ImportHost, KernelError } from "../../../kernel/index.ts";
import { codeOf } from "../files/read-file.ts";
import type { Lifetime } from "../instructions.ts";

/** Writes the whole catalog into one JSON file that `import instructions` takes back. Never over a file that is there. */
export async function exportInstructions({ catalog }: Lifetime, path: string, host: ImportHost): Promise<string> {
  await catalog.refresh(host.env.now());
  const items = catalog.entries.all();
  try {
    await writeFile(path, `${JSON.stringify({ items }, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new KernelError("conflict", "There is a file at this path already", { path });
    if (codeOf(error) === "ENOENT") throw new KernelError("not_found", "There is no such folder to write to", { path });
    throw error;
  }
  return `instructions: ${items.length} ${items.length === 1 ? "entry" : "entries"} in ${path}`;
}

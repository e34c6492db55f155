import type { ImportHost } from "../../../kernel/index.ts";
import { writeExport } from "../files/write-export.ts";
import type { Lifetime } from "../instructions.ts";

/** Writes the whole catalog into one JSON file that `import instructions` takes back. */
export async function exportInstructions({ catalog }: Lifetime, path: string, host: ImportHost): Promise<string> {
  await catalog.refresh(host.env.now());
  const items = catalog.entries.all();
  await writeExport(path, `${JSON.stringify({ items }, null, 2)}\n`);
  return `instructions: ${items.length} ${items.length === 1 ? "entry" : "entries"} in ${path}`;
}

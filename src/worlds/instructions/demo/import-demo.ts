import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ImportHost } from "../../../kernel/index.ts";
import { writeFiles } from "../files/write-files.ts";
import type { House } from "../instructions.ts";
import { entryText } from "../model/enrich.ts";
import { GATES_FILE, OWNERS_FILE } from "../model/names.ts";
import { planImport } from "../model/plan-import.ts";
import { DEMO_ENTRIES, DEMO_GATES, DEMO_OWNERS } from "./content.ts";

const NEVER = new AbortController().signal;

/** Puts the demo instructions into a folder that has none. Nothing of a person's own is touched. */
export async function importDemo({ catalog }: House, { env, derive }: ImportHost): Promise<string> {
  const nowMs = env.now();
  return derive(async () => {
    await catalog.refresh(nowMs);
    if (catalog.entries.files.size === 0) {
      const writing = { folder: catalog.folder, newName: env.id, nowMs, signal: NEVER };
      const beside = { [OWNERS_FILE]: DEMO_OWNERS, [GATES_FILE]: DEMO_GATES };
      const missing = Object.entries(beside).filter(([file]) => !existsSync(join(catalog.folder, file)));
      await writeFiles(
        writing,
        missing.map(([file, content]) => ({ file, make: () => entryText(content) })),
      );
      // Read again first: who owns the entries is written into them.
      await catalog.refresh(nowMs);
      const { savings } = planImport(DEMO_ENTRIES, "skip", catalog.entries, nowMs);
      await writeFiles(
        writing,
        [...savings.values()].map(({ edit }) => edit),
      );
      await catalog.refresh(nowMs);
    }
    const count = catalog.entries.all().length;
    return `instructions: ${count} ${count === 1 ? "entry" : "entries"} in ${catalog.folder}`;
  });
}

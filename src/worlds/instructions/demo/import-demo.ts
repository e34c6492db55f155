import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ImportHost } from "../../../kernel/index.ts";
import { writeFiles } from "../files/write-files.ts";
import type { Lifetime } from "../instructions.ts";
import { entryText } from "../model/entry-text.ts";
import { GATES_FILE, OWNERS_FILE } from "../model/names.ts";
import { planImport } from "../model/plan-import.ts";
import { DEMO_ENTRIES, DEMO_GATES, DEMO_OWNERS } from "./content.ts";

/** Puts the demo instructions into a folder that has none. Nothing of a person's own is touched. */
export async function importDemo({ catalog }: Lifetime, { env, installation }: ImportHost): Promise<string> {
  const { folder } = catalog;
  const nowMs = env.now();
  await catalog.refresh(nowMs);
  if (catalog.entries.files.size === 0) {
    const beside = { [OWNERS_FILE]: DEMO_OWNERS, [GATES_FILE]: DEMO_GATES };
    const missing = Object.entries(beside).filter(([file]) => !existsSync(join(folder, file)));
    const rules = missing.map(([file, content]) => ({ file, make: () => entryText(content) }));
    await installation.derive(({ files }) => writeFiles({ folder, files, nowMs }, rules));
    // Read again first: who owns the entries is written into them.
    await catalog.refresh(nowMs);
    const { savings } = planImport(DEMO_ENTRIES, "skip", catalog.entries, nowMs);
    const edits = [...savings.values()].map(({ edit }) => edit);
    await installation.derive(({ files }) => writeFiles({ folder, files, nowMs }, edits));
    await catalog.refresh(nowMs);
  }
  const count = catalog.entries.all().length;
  return `instructions: ${count} ${count === 1 ? "entry" : "entries"} in ${folder}`;
}

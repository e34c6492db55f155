import type { ImportHost } from "../../../kernel/index.ts";
import { putFile } from "../files/write-collection.ts";
import type { Lifetime } from "../notebook.ts";
import { indexAndReport } from "../write/import-notebook.ts";
import { DEMO_COLLECTION, DEMO_FILES } from "./content.ts";

/** Puts the demo collection where it is not yet. Nothing of a person's own is touched. */
export async function importDemo(lifetime: Lifetime, host: ImportHost): Promise<string> {
  const { notebook_storage } = lifetime.config;
  if (notebook_storage.type !== "filesystem") return "notebook: no demo, the notebooks are kept elsewhere";
  if (!(await lifetime.library.has(DEMO_COLLECTION))) {
    for (const { path, text, at } of DEMO_FILES) {
      const file = { path: `${DEMO_COLLECTION}/${path}`, bytes: text, modifiedAt: Date.parse(at) };
      await putFile(notebook_storage.path, file, host.env);
    }
  }
  return indexAndReport(lifetime, DEMO_COLLECTION, host);
}

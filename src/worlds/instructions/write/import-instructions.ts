import { batchesOf, type ImportHost, type Json, KernelError } from "../../../kernel/index.ts";
import { findEntries } from "../files/find-entries.ts";
import { writeFiles } from "../files/write-files.ts";
import type { Lifetime } from "../instructions.ts";
import { CHANGED, type Change } from "../model/changes.ts";
import { INSTRUCTIONS_ROOT } from "../model/names.ts";
import { planImport } from "../model/plan-import.ts";

/** An entry of the log stays small enough to be read. */
const CHANGES_PER_ENTRY = 500;

/** Brings entries in from a folder or a JSON file: one entry, a list, or what instructions/export answered. */
export async function importInstructions({ catalog }: Lifetime, path: string, host: ImportHost): Promise<string> {
  const { env } = host;
  const found = findEntries(path, (file, reason) => host.print(`not imported: ${file} (${reason})`));
  if (found.length === 0) throw new KernelError("not_found", "There is no instruction to import", { path });
  const mode = host.options.overwrite === undefined ? "skip" : "overwrite";
  const nowMs = env.now();
  return host.derive(async ({ files, record }) => {
    await files.begin(INSTRUCTIONS_ROOT);
    await catalog.refresh(nowMs);
    const plan = planImport(found, mode, catalog.entries, nowMs);
    for (const { id, error } of plan.errors) host.print(`not imported: ${JSON.stringify(id)} (${error})`);
    const { imported, overwritten, skipped, errors } = plan;
    const told = `${overwritten} overwritten, ${skipped} skipped, ${errors.length} not usable`;
    if (host.options["dry-run"] !== undefined) {
      return `instructions: ${imported} would be imported, ${told}; nothing was written`;
    }
    const progress = (done: number, total: number) => host.progress(done, total, "written");
    const savings = [...plan.savings.values()];
    const changes = savings.map(
      ({ id, sourceHash }): Change => ({
        id,
        before: catalog.entries.get(id)?.sourceHash ?? null,
        after: sourceHash,
      }),
    );
    for (const some of batchesOf(changes, CHANGES_PER_ENTRY)) {
      await record("instructions", "import", { kind: CHANGED, payload: { changes: some as unknown as Json } });
    }
    const edits = savings.map(({ edit }) => edit);
    const written = await writeFiles({ folder: catalog.folder, files, nowMs, progress }, edits);
    progress(written.length, written.length);
    return `instructions: ${imported} imported, ${told}`;
  });
}

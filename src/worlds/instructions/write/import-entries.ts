import { AnsweredRefusal } from "../../../kernel/index.ts";
import type { Instructions } from "../instructions.ts";
import type { Change } from "../model/changes.ts";
import { type ImportMode, planImport } from "../model/plan-import.ts";
import { beginWrite, makeChanges } from "./make-changes.ts";

/** Writes many entries at once; those that cannot be used are told and the others are written. */
export async function importEntries(
  instructions: Instructions,
  given: readonly Readonly<Record<string, unknown>>[],
  mode: ImportMode,
) {
  const entries = await beginWrite(instructions);
  if (given.length === 0) throw new AnsweredRefusal("invalid_arguments", "no entries", { error: "no entries" });
  const plan = planImport(given, mode, entries, instructions.scope.env.now());
  const savings = [...plan.savings.values()];
  const changes = savings.map(
    ({ id, sourceHash }): Change => ({ id, before: entries.get(id)?.sourceHash ?? null, after: sourceHash }),
  );
  const hash = await makeChanges(
    instructions,
    changes,
    savings.map(({ edit }) => edit),
  );
  return { plan, hash };
}

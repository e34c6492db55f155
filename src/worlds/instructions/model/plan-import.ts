import type { Entries } from "./entries.ts";
import { fileOf } from "./names.ts";
import { prepareSaving, type Saving } from "./prepare-saving.ts";

type Ready = Exclude<Saving, { error: string }>;

/** What becomes of entries that are there already. */
export type ImportMode = "skip" | "overwrite";

export interface ImportPlan {
  readonly imported: number;
  readonly skipped: number;
  readonly overwritten: number;
  readonly errors: { id: string; error: string }[];
  /** What is to be written, by id; of two entries with one id the later counts. */
  readonly savings: ReadonlyMap<string, Ready>;
}

const ID_CHARS_SHOWN = 200;

/** Sorts entries into those to write, those to leave and those that cannot be used. */
export function planImport(
  given: readonly Readonly<Record<string, unknown>>[],
  mode: ImportMode,
  entries: Entries,
  nowMs: number,
): ImportPlan {
  const savings = new Map<string, Ready>();
  const errors: { id: string; error: string }[] = [];
  let [imported, skipped, overwritten] = [0, 0, 0];
  for (const one of given) {
    const saving = prepareSaving(one, entries, nowMs);
    if ("error" in saving) {
      errors.push({ id: typeof one.id === "string" ? one.id.slice(0, ID_CHARS_SHOWN) : "", error: saving.error });
      continue;
    }
    const exists = savings.has(saving.id) || entries.files.has(fileOf(saving.id));
    if (exists && mode === "skip") {
      skipped += 1;
      continue;
    }
    if (exists) overwritten += 1;
    else imported += 1;
    savings.set(saving.id, saving);
  }
  return { imported, skipped, overwritten, errors, savings };
}

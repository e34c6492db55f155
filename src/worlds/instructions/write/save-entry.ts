import { AnsweredRefusal } from "../../../kernel/index.ts";
import type { Instructions } from "../instructions.ts";
import type { Change } from "../model/changes.ts";
import { fileOf } from "../model/names.ts";
import { prepareSaving } from "../model/prepare-saving.ts";
import { beginWrite, makeChanges } from "./make-changes.ts";

const ID_CHARS_SHOWN = 200;

/** What was given of an entry, and more that its author may have added. */
export interface GivenEntry {
  readonly id?: string | undefined;
  readonly body?: string | undefined;
  readonly [more: string]: unknown;
}

export interface SaveOptions {
  readonly overwrite: boolean;
  /** Fills in all that is required but id and body. */
  readonly lax: boolean;
}

/** Writes one entry as a file. What cannot be written is refused in the contract's words: `{error, id}`. */
export async function saveEntry(instructions: Instructions, given: GivenEntry, { overwrite, lax }: SaveOptions) {
  const entries = await beginWrite(instructions);
  const id = (given.id ?? "").slice(0, ID_CHARS_SHOWN);
  if (!given.id || !given.body) throw notSaved("missing required id/body", id);
  const whole = lax ? { ...laxDefaults(given.id), ...given } : given;
  const saving = prepareSaving(whole, entries, instructions.scope.env.now());
  if ("error" in saving) throw notSaved(saving.error, id);
  const known = entries.files.get(fileOf(saving.id));
  if (known !== undefined && !overwrite) {
    return { id, hash: entries.hash(), skipped: true, created: false, overwritten: false };
  }
  const changes: Change[] = [{ id, before: known?.entry?.sourceHash ?? null, after: saving.sourceHash }];
  const hash = await makeChanges(instructions, changes, [saving.edit]);
  return {
    id,
    hash,
    skipped: false,
    created: known === undefined,
    overwritten: known !== undefined,
  };
}

function notSaved(error: string, id: string): AnsweredRefusal {
  return new AnsweredRefusal("invalid_arguments", error, { error, id });
}

function laxDefaults(id: string) {
  return { title: id, priority: 50, audience: "all", requirement: "optional", categories: [] };
}

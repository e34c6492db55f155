import type { Instructions } from "../instructions.ts";
import { fileOf, isWritableId } from "../model/names.ts";
import { beginWrite, makeChanges } from "./make-changes.ts";

const NOT_A_FILE = new Set(["a directory", "not a regular file"]);

/** Deletes the files of ids, and tells which have none and which cannot be deleted. */
export async function removeEntries(instructions: Instructions, ids: readonly string[]) {
  const entries = await beginWrite(instructions);
  const asked = [...new Set(ids)];
  const fileFor = (id: string) => (isWritableId(id) ? entries.files.get(fileOf(id)) : undefined);
  const missing = asked.filter((id) => fileFor(id) === undefined);
  const errors = asked
    .filter((id) => NOT_A_FILE.has(fileFor(id)?.reason ?? ""))
    .map((id) => ({ id, error: `its file is ${fileFor(id)?.reason}` }));
  const failed = new Set([...missing, ...errors.map(({ id }) => id)]);
  const removed = asked.filter((id) => !failed.has(id));
  await makeChanges(
    instructions,
    removed.map((id) => ({ id, before: entries.get(id)?.sourceHash ?? null, after: null })),
    removed.map((id) => ({ file: fileOf(id), make: () => null })),
  );
  return { removed, missing, errors };
}

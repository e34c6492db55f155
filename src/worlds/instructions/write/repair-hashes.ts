import type { Instructions } from "../instructions.ts";
import type { Entries } from "../model/entries.ts";
import { fileOf } from "../model/names.ts";
import { bodyHash } from "../model/normalise.ts";
import { rewriteFile } from "../model/rewrite.ts";
import { makeChanges } from "./make-changes.ts";

/** Writes the right hash into every file whose stored one does not fit its body; answers with their ids. */
export async function repairHashes(instructions: Instructions, entries: Entries): Promise<string[]> {
  const changes = entries.all().flatMap(({ id, body, sourceHash }) => {
    const after = bodyHash(body);
    return after === sourceHash ? [] : [{ id, before: sourceHash, after }];
  });
  await makeChanges(
    instructions,
    changes,
    changes.map(({ id }) => rewriteFile(fileOf(id), ({ body }) => ({ sourceHash: bodyHash(body.trim()) }))),
  );
  return changes.map(({ id }) => id);
}

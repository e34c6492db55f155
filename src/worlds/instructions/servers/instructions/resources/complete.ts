import type { CompletionTarget } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { readEntries } from "../../../read/read-entries.ts";
import { ENTRY } from "./uris.ts";

/** Ids that begin as typed. */
export async function complete(
  target: CompletionTarget,
  argument: string,
  typed: string,
  instructions: Instructions,
): Promise<readonly string[]> {
  if (!("template" in target) || target.template !== `${ENTRY}{id}` || argument !== "id") return [];
  const entries = await readEntries(instructions);
  return entries.all().flatMap(({ id }) => (id.startsWith(typed.toLowerCase()) ? [id] : []));
}

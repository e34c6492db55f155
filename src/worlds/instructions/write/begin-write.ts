import type { Instructions } from "../instructions.ts";
import type { Entries } from "../model/entries.ts";
import { currentEntries } from "../read/read-entries.ts";
import { recall } from "../read/settle.ts";

/** The entries for who changes files. The call holds the write lock, so no other process writes until it ends. */
export async function beginWrite(instructions: Instructions): Promise<Entries> {
  const entries = await currentEntries(instructions);
  await recall(instructions);
  return entries;
}

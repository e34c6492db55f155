import type { Instructions } from "../instructions.ts";
import type { Entries } from "../model/entries.ts";
import { settle } from "./settle.ts";

/** The entries as the files say now; what must not move later is remembered. */
export async function readEntries(instructions: Instructions): Promise<Entries> {
  const entries = await currentEntries(instructions);
  await settle(instructions);
  return entries;
}

/** The entries as the files say now, for who only needs to know which there are. */
export async function currentEntries({ catalog, scope }: Instructions): Promise<Entries> {
  await catalog.refresh(scope.env.now());
  return catalog.entries;
}

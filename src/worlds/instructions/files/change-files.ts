import type { Env } from "../../../kernel/index.ts";
import type { Edit } from "../model/entry-file.ts";
import { mayHoldEntry } from "../model/names.ts";
import type { Catalog } from "./catalog.ts";
import { writeFiles } from "./write-files.ts";

export interface Changing {
  readonly env: Env;
  readonly nowMs: number;
  /** What is begun without one is finished. */
  readonly signal?: AbortSignal;
  progress?(done: number, total: number): void;
}

const NEVER = new AbortController().signal;

/**
 * Changes files of the folder and takes over what they say then: the only way this world changes instructions.
 * The caller holds the write lock of the data folder. Answers with how many files changed.
 */
export async function changeFiles(
  catalog: Catalog,
  { env, nowMs, signal = NEVER, ...more }: Changing,
  edits: readonly Edit[],
): Promise<number> {
  const written = await writeFiles({ folder: catalog.folder, newName: env.id, nowMs, signal, ...more }, edits);
  await catalog.reread(written.filter(mayHoldEntry), nowMs);
  return written.length;
}

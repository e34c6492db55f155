import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type AnyCheckpoint, type Kernel, readCheckpoint } from "../../kernel/serve.ts";

/** A copy of the last checkpoint, so that people can be told of it. It proves nothing: that is for the one kept elsewhere. */
const FILE = "last-checkpoint.json";

export function lastCheckpointFile({ keysFolder }: Pick<Kernel, "keysFolder">): string {
  return join(keysFolder, FILE);
}

/** The last checkpoint that was made of this folder, or nothing where none was. */
export async function readLastCheckpoint(kernel: Kernel): Promise<AnyCheckpoint | undefined> {
  const text = await readFile(lastCheckpointFile(kernel), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : readCheckpoint(text);
}

import { readFile, stat, writeFile } from "node:fs/promises";
import { KernelError } from "../../../kernel/index.ts";

/** The original reads its file whole at every call; none that it can live with comes near this. */
const BYTES_MAX = 256 * 1024 * 1024;

export async function readMemoryFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw new KernelError("not_found", "There is no such file to import", { path }, { cause: error });
  });
  if (!found.isFile()) throw new KernelError("invalid_arguments", "A memory is imported from one file", { path });
  if (found.size > BYTES_MAX) {
    throw new KernelError("too_large", "The file is too large to be a memory", { path, bytes_max: BYTES_MAX });
  }
  return readFile(path, "utf8");
}

/** Never over a file that is there. */
export async function writeMemoryFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === "EEXIST") throw new KernelError("conflict", "There is a file at this path already", { path });
    if (code === "ENOENT") throw new KernelError("not_found", "There is no such folder to write to", { path });
    throw new KernelError("storage_unwritable", "The file cannot be written there", { path }, { cause: error });
  }
}

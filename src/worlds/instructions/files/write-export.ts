import { writeFile } from "node:fs/promises";
import { KernelError } from "../../../kernel/index.ts";
import { codeOf } from "./read-file.ts";

/** Writes a file where a person wants it, and never over one that is there. */
export async function writeExport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new KernelError("conflict", "There is a file at this path already", { path });
    if (codeOf(error) === "ENOENT") throw new KernelError("not_found", "There is no such folder to write to", { path });
    throw new KernelError("storage_unwritable", "The file cannot be written there", { path }, { cause: error });
  }
}

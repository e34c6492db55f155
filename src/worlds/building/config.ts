import { join } from "node:path";
import type { WorldHost } from "../../kernel/index.ts";

/** The folder for what is drawn and exported, as the kernel knows it: its files commit with the calls that make them. */
export const EXPORTS_ROOT = "exports";

export function exportsFolder({ folder }: Pick<WorldHost, "folder">): string {
  return join(folder, EXPORTS_ROOT);
}

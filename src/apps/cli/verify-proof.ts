import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { checkProof } from "../check-proof/index.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import type { Terminal } from "./terminal.ts";
import { keyIn } from "./verify.ts";

/** Checks a proof that somebody was given. No data folder is looked at: the proof and the key must do. */
export async function verifyProof(
  [file]: readonly string[],
  _settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const key = await keyIn(flags.key, terminal);
  if (key === undefined) throw new UsageError("verify-proof needs --key: the key that the log's owner told you");
  const proof = await textIn(file ?? "", terminal);
  const checkpoint = typeof flags.checkpoint === "string" ? await textIn(flags.checkpoint, terminal) : undefined;
  const checked = checkProof(proof, { key, checkpoint });
  terminal.print("shown" in checked ? `ok: ${checked.shown}` : `bad proof: ${checked.refused}`);
  return "shown" in checked ? 0 : 1;
}

async function textIn(file: string, terminal: Terminal): Promise<string> {
  const path = resolve(terminal.workingFolder, file);
  return readFile(path, "utf8").catch(() => {
    throw new UsageError(`the file ${path} cannot be read`);
  });
}

import { LOCAL_USER } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** As `storage_path` has it, or the hash alone. */
const FILE = /^(?:[^/]+\/)?([0-9a-f]{64})$/;

/** Ends links that were given out. */
export async function links(
  [verb, file]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (settings.readOnly) throw new UsageError("links revoke writes; leave out --read-only");
  if (verb !== "revoke") throw new UsageError("usage: bailiwick links revoke [FILE] [--user NAME]");
  const sha256 = file === undefined ? undefined : FILE.exec(file)?.[1];
  if (file !== undefined && sha256 === undefined) {
    throw new UsageError("a file is named by its storage_path or by the 64 hex digits of its SHA-256");
  }
  const user = typeof flags.user === "string" ? flags.user : LOCAL_USER;
  return withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    await kernel.revokeLinks(user, sha256);
    terminal.print(`revoked: every link to ${sha256 ?? "a file"} that ${user} was given so far`);
    return 0;
  });
}

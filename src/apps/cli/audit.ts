import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { AuditFilter, AuditLine } from "../../kernel/serve.ts";
import { AUDIT_CSV_HEAD, auditCsvOf } from "../audit-csv.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { lookingOnly, withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Who did what, when, why and under which approval; refusals too. */
export async function audit(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (flags.json === true && flags.csv === true) throw new UsageError("--json or --csv, not both");
  const filter = filterIn(flags);
  return withKernel(lookingOnly(settings), terminal, async (kernel) => {
    if (flags.json === true) {
      const exported = await kernel.exportAudit(filter);
      return write(JSON.stringify(exported, undefined, 2), terminal, flags);
    }
    const lines: string[] = flags.csv === true ? [AUDIT_CSV_HEAD] : [];
    for await (const line of kernel.audit(filter)) lines.push(flags.csv === true ? auditCsvOf(line) : textOf(line));
    if (lines.length === 0) lines.push("nothing was done or refused");
    return write(lines.join("\n"), terminal, flags);
  });
}

function filterIn(flags: Flags): AuditFilter {
  const text = (flag: string) => (typeof flags[flag] === "string" ? flags[flag] : undefined);
  const since = text("since");
  const sinceMs = since === undefined ? undefined : Date.parse(since);
  if (sinceMs !== undefined && Number.isNaN(sinceMs)) {
    throw new UsageError("--since takes a time such as 2026-03-01 or 2026-03-01T12:00:00Z");
  }
  return { user: text("user"), agent: text("agent"), tool: text("tool"), approval: text("approval"), since: sinceMs };
}

async function write(text: string, terminal: Terminal, { out, json }: Flags): Promise<number> {
  if (typeof out !== "string") {
    terminal.print(text);
    return 0;
  }
  await writeFile(resolve(terminal.workingFolder, out), `${text}\n`);
  terminal.print(`written to ${out}${json === true ? `; check it with: bailiwick verify-proof ${out} --key KEY` : ""}`);
  return 0;
}

function textOf(line: AuditLine): string {
  const { at, user, agent, server, tool, kind, outcome, reasoning, approval_id } = line;
  const who = agent === null ? user : `${agent} for ${user}`;
  const why = reasoning === null ? "" : `  because: ${reasoning}`;
  const under = approval_id === null ? "" : `  approval ${approval_id}`;
  const what = outcome === "done" ? kind : outcome;
  return plain(`${at}  ${who}  ${server}/${tool}  ${what}${under}${why}`);
}

import type { AuditLine } from "../kernel/serve.ts";
import { plain } from "./plain-text.ts";

const COLUMNS = [
  "at",
  "user",
  "agent",
  "client",
  "server",
  "tool",
  "kind",
  "outcome",
  "reasoning",
  "approval_id",
  "seq",
  "id",
  "hash",
] as const;

export const AUDIT_CSV_HEAD = COLUMNS.join(",");

/** One entry as a line of CSV. A field that a spreadsheet would take for a formula is set apart. */
export function auditCsvOf(line: AuditLine): string {
  return COLUMNS.map((column) => {
    const value = line[column];
    const text = value === null ? "" : plain(value);
    const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
    return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }).join(",");
}

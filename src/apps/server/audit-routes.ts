import { pipeline } from "node:stream/promises";
import { type AuditFilter, type AuditLine, type Json, KernelError } from "../../kernel/serve.ts";
import { AUDIT_CSV_HEAD, auditCsvOf } from "../audit-csv.ts";
import type { Wish } from "./wish.ts";

const LINES_SHOWN = 200;

/** `GET /api/audit`: the newest entries that fit. `GET …/download`: all of them, as a file. */
export async function answerAudit({ kernel, person, request, response, url, rest }: Wish): Promise<Json | undefined> {
  if (request.method !== "GET") throw new KernelError("method_not_allowed", "The log is only read here");
  const asked = filterIn(url.searchParams);
  // What others did is for operators.
  const filter = person.isOperator ? asked : { ...asked, user: person.name };
  if (rest === "") return newest(kernel.audit(filter));
  if (rest !== "download") throw new KernelError("not_found", "There is nothing at this path");
  const format = url.searchParams.get("format");
  if (format !== "csv" && format !== "json") throw new KernelError("invalid_arguments", "The format is csv or json");
  const exported = format === "json" ? JSON.stringify(await kernel.exportAudit(filter), undefined, 2) : undefined;
  response.writeHead(200, {
    "content-type": format === "json" ? "application/json" : "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="audit.${format}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  if (exported !== undefined) response.end(exported);
  else await pipeline(csvLines(kernel.audit(filter)), response);
  return undefined;
}

async function* csvLines(lines: AsyncIterable<AuditLine>): AsyncIterable<string> {
  yield `${AUDIT_CSV_HEAD}\n`;
  for await (const line of lines) yield `${auditCsvOf(line)}\n`;
}

/** The logs come one after the other, each from its beginning: of all that fits, the newest are kept. */
async function newest(lines: AsyncIterable<AuditLine>): Promise<Json> {
  let kept: AuditLine[] = [];
  let count = 0;
  const cut = () => {
    kept = kept.sort((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1)).slice(0, LINES_SHOWN);
  };
  for await (const line of lines) {
    count += 1;
    if (kept.push(line) >= 2 * LINES_SHOWN) cut();
  }
  cut();
  return { count, lines: kept };
}

function filterIn(query: URLSearchParams): AuditFilter {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const since = text("since");
  const sinceMs = since === undefined ? undefined : Date.parse(since);
  if (sinceMs !== undefined && Number.isNaN(sinceMs)) {
    throw new KernelError("invalid_arguments", "The time must be one such as 2026-03-01 or 2026-03-01T12:00:00Z");
  }
  return { user: text("user"), agent: text("agent"), tool: text("tool"), approval: text("approval"), since: sinceMs };
}

import { type Event, REFUSED } from "../event.ts";
import { allHeads, type EventRow, everyTenant, rowsAfter, toEvent } from "../events/index.ts";
import { INSTALLATION } from "../installation.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import { leavesOf, type ProveParts, signedHead } from "./prove.ts";

const ROWS_PER_STEP = 500;
const HASH_HEX = 64;

/** Which entries are asked for; all that is said must fit. */
export interface AuditFilter {
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  /** A tool, or `server/tool`; the tool that an approval is about counts too. */
  readonly tool?: string | undefined;
  readonly since?: number | undefined;
  readonly approval?: string | undefined;
}

/** One entry for a person's eye. */
export interface AuditLine extends JsonObject {
  readonly at: string;
  readonly user: string;
  readonly agent: string | null;
  readonly client: string | null;
  readonly server: string;
  readonly tool: string;
  readonly kind: string;
  /** `done`, or why it was refused. */
  readonly outcome: string;
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  readonly seq: number;
  readonly id: string;
  readonly hash: string;
}

export async function* auditLines(sql: Sql, filter: AuditFilter): AsyncIterable<AuditLine> {
  for await (const row of rowsFor(sql, filter)) yield lineOf(toEvent(row));
}

/**
 * Entries with all that a stranger needs to check them: signed heads of the logs they are from, and the hashes of every
 * entry of those, which tell nothing else. What each says matches its hash, and its hash stands where it should.
 */
export async function exportAudit(parts: ProveParts, filter: AuditFilter): Promise<JsonObject> {
  const { sql } = parts;
  const entries: Json[] = [];
  const tenants = new Set<string>();
  for await (const row of rowsFor(sql, filter)) {
    const { payload, reasoning, erased_by, ...entry } = toEvent(row);
    tenants.add(row.tenant_id);
    entries.push({
      entry: entry as unknown as Json,
      body: erased_by === undefined ? { salt: row.salt, payload, reasoning } : null,
      ...(erased_by !== undefined && { erased_by }),
    });
  }
  const heads = await allHeads(sql);
  const logs: JsonObject[] = [];
  for (const tenant of [...tenants].sort()) {
    const leaves = await leavesOf(sql, tenant, heads.get(tenant)?.seq ?? 0);
    const hex = leaves.toString("hex");
    const hashes = Array.from({ length: hex.length / HASH_HEX }, (_, at) =>
      hex.slice(at * HASH_HEX, (at + 1) * HASH_HEX),
    );
    logs.push({ head: await signedHead(parts, tenant, leaves), hashes });
  }
  return { format: "bailiwick-audit-1", asked: asked(filter), logs, entries };
}

function asked({ since, ...words }: AuditFilter): JsonObject {
  const said = Object.entries({ ...words, since }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as JsonObject;
}

async function* rowsFor(sql: Sql, filter: AuditFilter): AsyncIterable<EventRow> {
  const of = filter.user === undefined ? await everyTenant(sql) : [filter.user, INSTALLATION];
  for (const tenant of of) {
    for (let after = 0; ; ) {
      const rows = await rowsAfter(sql, tenant, after, ROWS_PER_STEP);
      for (const row of rows) if (fits(toEvent(row), filter)) yield row;
      if (rows.length < ROWS_PER_STEP) break;
      after = rows.at(-1)?.seq ?? after;
    }
  }
}

function fits(event: Event, { user, agent, tool, since, approval }: AuditFilter): boolean {
  const { actor, at, approval_id } = event;
  const said = (event.payload ?? {}) as { approval_id?: Json; server?: Json; tool?: Json; agent?: Json };
  if (user !== undefined && event.tenant !== user && actor.user !== user) return false;
  if (agent !== undefined && actor.agent !== agent) return false;
  if (since !== undefined && at < since) return false;
  if (approval !== undefined && approval_id !== approval && said.approval_id !== approval) return false;
  if (tool === undefined) return true;
  const names = [event.tool, `${event.server}/${event.tool}`, said.tool, `${said.server}/${said.tool}`];
  return names.includes(tool);
}

function lineOf({ at, actor, server, tool, kind, payload, reasoning, approval_id, seq, id, hash }: Event): AuditLine {
  const said = (payload ?? {}) as { code?: string; reason?: string; approval_id?: string };
  return {
    at: new Date(at).toISOString(),
    user: actor.user,
    agent: actor.agent,
    client: actor.client,
    server,
    tool,
    kind,
    outcome: kind === REFUSED ? refusal(said) : "done",
    reasoning,
    approval_id: approval_id ?? said.approval_id ?? null,
    seq,
    id,
    hash,
  };
}

/** Why, as far as it was said: a wrong password has no reason to tell, and what was erased has none left. */
function refusal({ code, reason }: { readonly code?: string; readonly reason?: string }): string {
  const [why, more] = code === undefined ? [reason] : [code, reason];
  if (why === undefined) return "refused";
  return more === undefined ? `refused: ${why}` : `refused: ${why} (${more})`;
}

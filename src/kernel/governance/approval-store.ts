import { canonicalJson } from "../canonical-json.ts";
import { KernelError } from "../errors.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Approval, ApprovalRequest, StoredState } from "./approval.ts";
import { areAsked } from "./check-approvals.ts";

interface ApprovalRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly state: StoredState;
  readonly agent: string;
  readonly request: string;
  readonly arguments: string | null;
  readonly requested_at: number;
  readonly expires_at: number;
  readonly declined_at: number | null;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly decided_in: string | null;
  readonly reason: string | null;
  readonly used_at: number | null;
}

/** Who asks, and for what: an approval counts for exactly this. */
export interface AskedCall {
  readonly tenant: string;
  readonly agent: string;
  readonly argumentsHash: string;
}

export interface NewApproval {
  readonly tenant: string;
  readonly agent: string;
  readonly request: ApprovalRequest;
  readonly reasoning: string | null;
  readonly at: number;
}

export async function insertApproval(sql: Sql, { tenant, agent, request, reasoning, at }: NewApproval): Promise<void> {
  const { approval_id: id, server, tool, arguments_hash, expires_at } = request;
  const shown = canonicalJson({ ...request, reasoning });
  await sql.run(query`insert into approval
    (tenant_id, id, state, server, tool, agent, arguments_hash, request, requested_at, expires_at)
    values (${tenant}, ${id}, 'pending', ${server}, ${tool}, ${agent}, ${arguments_hash}, ${shown}, ${at}, ${expires_at})`);
}

/** Keeps what a person must see to decide, and forgets what nobody will decide on any more. */
export async function keepArguments(sql: Sql, tenant: string, id: string, text: string, now: number): Promise<void> {
  await sql.run(query`update approval set arguments = ${text} where tenant_id = ${tenant} and id = ${id}`);
  await sql.run(query`update approval set arguments = null
    where tenant_id = ${tenant} and state = 'pending' and expires_at <= ${now} and arguments is not null`);
}

export async function noteDeclined(sql: Sql, tenant: string, id: string, at: number): Promise<void> {
  await sql.run(query`update approval set declined_at = ${at} where tenant_id = ${tenant} and id = ${id}`);
}

export interface StoredDecision {
  readonly state: "approved" | "rejected";
  readonly at: number;
  readonly by: string;
  readonly in: string;
  readonly reason: string | null;
}

/** True where it was still to be decided: of several who decide at once, one does. */
export async function decideApproval(sql: Sql, tenant: string, id: string, decision: StoredDecision): Promise<boolean> {
  const { state, at, by, reason } = decision;
  const changed = await sql.change(query`update approval set state = ${state}, decided_at = ${at}, decided_by = ${by},
    decided_in = ${decision.in}, reason = ${reason}, arguments = null where tenant_id = ${tenant} and id = ${id} and state = 'pending'`);
  return changed === 1;
}

/** True where it was approved and is used up now: of several uses at once, one does. */
export async function useApproval(sql: Sql, tenant: string, id: string, at: number): Promise<boolean> {
  const changed = await sql.change(query`update approval set state = 'used', used_at = ${at}
    where tenant_id = ${tenant} and id = ${id} and state = 'approved'`);
  return changed === 1;
}

export async function approvalWithId(sql: Sql, tenant: string, id: string, now: number): Promise<Approval | undefined> {
  const row = await sql.first<ApprovalRow>(query`select * from approval where tenant_id = ${tenant} and id = ${id}`);
  return row && toApproval(row, now);
}

/** The newest approval of this very call that may still be given or used. */
export async function openApprovalOf(
  sql: Sql,
  { tenant, agent, argumentsHash }: AskedCall,
  state: "pending" | "approved",
  now: number,
): Promise<Approval | undefined> {
  const row = await sql.first<ApprovalRow>(query`select * from approval where tenant_id = ${tenant}
    and arguments_hash = ${argumentsHash} and agent = ${agent} and state = ${state} and expires_at > ${now}
    order by requested_at desc, id desc limit 1`);
  return row && toApproval(row, now);
}

export async function countPending(sql: Sql, tenant: string, agent: string, now: number): Promise<number> {
  const row = await sql.first<{ n: number }>(query`select count(*) as n from approval
    where tenant_id = ${tenant} and state = 'pending' and agent = ${agent} and expires_at > ${now}`);
  return Number(row?.n ?? 0);
}

/** Of all users or of one, newest first. */
export async function listApprovals(
  sql: Sql,
  { tenant, limit, now }: { tenant?: string | undefined; limit: number; now: number },
): Promise<Approval[]> {
  const of = tenant === undefined ? query`` : query`where tenant_id = ${tenant}`;
  const rows = await sql.all<ApprovalRow>(
    query`select * from approval ${of} order by requested_at desc, id desc limit ${limit}`,
  );
  return rows.map((row) => toApproval(row, now));
}

/** Whoever's it is: for people who decide. */
export async function findApproval(sql: Sql, id: string, now: number): Promise<Approval | undefined> {
  const row = await sql.first<ApprovalRow>(query`select * from approval where id = ${id}`);
  return row && toApproval(row, now);
}

function toApproval(row: ApprovalRow, now: number): Approval {
  const { reasoning, ...request } = JSON.parse(row.request) as ApprovalRequest & { reasoning: string | null };
  // A person decides on what they are shown: it must be what the approval is bound to.
  if (row.arguments !== null && !areAsked(request as ApprovalRequest, row.arguments)) {
    throw new KernelError(
      "row_altered",
      "An approval was changed outside Bailiwick: it shows what was not asked for.",
      {
        table: "approval",
        id: row.id,
      },
    );
  }
  const mayExpire = row.state === "pending" || row.state === "approved";
  return {
    id: row.id,
    state: mayExpire && row.expires_at <= now ? "expired" : row.state,
    user: row.tenant_id,
    agent: row.agent,
    request: request as ApprovalRequest,
    arguments: row.arguments,
    reasoning,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    declinedAt: row.declined_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    decidedIn: row.decided_in,
    reason: row.reason,
    usedAt: row.used_at,
  };
}

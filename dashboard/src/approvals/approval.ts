import { fetchJson, readCount, readList, readObject, readOptional, readText, sendJson } from "../read-json.ts";

export interface Approval {
  readonly id: string;
  readonly state: string;
  readonly user: string;
  readonly agent: string;
  readonly server: string;
  readonly tool: string;
  readonly trigger: string;
  readonly affectedCount: number;
  readonly affectedIds: readonly string[];
  readonly wouldRecord: readonly string[];
  readonly reasoning: string;
  /** In JSON; empty where they are not kept. */
  readonly arguments: string;
  readonly argumentsHash: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly declinedAt: string;
  readonly decidedAt: string;
  readonly decidedBy: string;
  readonly decidedIn: string;
  readonly reason: string;
}

export interface Approvals {
  /** How many wait in all. */
  readonly waitingCount: number;
  readonly waiting: readonly Approval[];
  readonly decided: readonly Approval[];
}

export async function fetchApprovals(): Promise<Approvals> {
  const { waiting_count, waiting, decided } = readObject(await fetchJson("/api/approvals"));
  return {
    waitingCount: readCount(waiting_count),
    waiting: readList(waiting).map(readApproval),
    decided: readList(decided).map(readApproval),
  };
}

export async function decide(id: string, decision: "approve" | "reject", reason: string): Promise<void> {
  await sendJson(`/api/approvals/${encodeURIComponent(id)}`, { decision, ...(reason !== "" && { reason }) });
}

function readApproval(value: unknown): Approval {
  const given = readObject(value);
  return {
    id: readText(given.id),
    state: readText(given.state),
    user: readText(given.user),
    agent: readText(given.agent),
    server: readText(given.server),
    tool: readText(given.tool),
    trigger: readText(given.trigger),
    affectedCount: readCount(given.affected_count),
    affectedIds: readList(given.affected_ids).map(readText),
    wouldRecord: readList(given.would_record).map(readText),
    reasoning: readOptional(given.reasoning),
    arguments: readOptional(given.arguments),
    argumentsHash: readText(given.arguments_hash),
    requestedAt: readText(given.requested_at),
    expiresAt: readText(given.expires_at),
    declinedAt: readOptional(given.declined_at),
    decidedAt: readOptional(given.decided_at),
    decidedBy: readOptional(given.decided_by),
    decidedIn: readOptional(given.decided_in),
    reason: readOptional(given.reason),
  };
}

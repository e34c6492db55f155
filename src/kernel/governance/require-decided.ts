import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import { bodyHash, type EventRow, entryHash, rowsOfApproval, toEvent } from "../events/index.ts";
import type { Sql } from "../sql.ts";
import type { Approval, ApprovalRequest } from "./approval.ts";
import { APPROVAL_DECIDED, APPROVAL_REQUESTED, APPROVAL_USED, type ApprovalDecided } from "./entries.ts";

/**
 * A row that says "approved" is not enough: the log must have the question of this agent with these arguments and this end,
 * the yes of this person to it, and no use. Few calls use an approval, so that each can be looked up.
 */
export async function requireDecided(
  sql: Sql,
  { id, user, agent, request, decidedBy, expiresAt }: Approval,
): Promise<void> {
  const entries = (await rowsOfApproval(sql, user, id)).filter(isWhole).map(toEvent);
  const asked = entries.some(
    ({ kind, payload, actor }) =>
      kind === APPROVAL_REQUESTED &&
      actor.agent === agent &&
      (payload as ApprovalRequest).arguments_hash === request.arguments_hash &&
      (payload as ApprovalRequest).expires_at === expiresAt,
  );
  const approved = entries.some((entry) => saysYes(entry) && entry.actor.user === decidedBy);
  if (asked && approved && !entries.some(({ kind }) => kind === APPROVAL_USED)) return;
  throw new KernelError("row_altered", "An approval was changed outside Bailiwick: the log does not say so.", {
    table: "approval",
    id,
    approval_id: id,
  });
}

/** Agents decide nothing. */
function saysYes({ kind, payload, actor }: Event): boolean {
  return kind === APPROVAL_DECIDED && actor.agent === null && (payload as ApprovalDecided).decision === "approved";
}

/** An entry that was edited says nothing. */
function isWhole(row: EventRow): boolean {
  return row.body_hash === bodyHash(row.salt, row.payload, row.reasoning) && row.hash === entryHash(row);
}

import { z } from "zod";
import { type Approval, type Json, KernelError } from "../../kernel/serve.ts";
import { readJson } from "./read-body.ts";
import type { Wish } from "./wish.ts";

/** More than a person decides at a sitting; the rest is counted. */
const WAITING_SHOWN = 50;
const DECIDED_SHOWN = 100;

const Decision = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: z.string().max(2000).optional(),
});

/** `GET /api/approvals`: what waits, and what was decided. `POST /api/approvals/ID`: a person's decision. */
export async function answerApprovals(wish: Wish): Promise<Json> {
  const { request, rest } = wish;
  if (request.method === "POST" && rest !== "") return decide(wish);
  if (request.method !== "GET" || rest !== "") throw new KernelError("not_found", "There is nothing at this path");
  return list(wish);
}

async function list({ kernel, person }: Wish): Promise<Json> {
  const all = await kernel.governance.approvals.list({ user: person.isOperator ? undefined : person.name });
  const waiting = all.filter(({ state }) => state === "pending");
  const soonest = [...waiting].sort((a, b) => a.expiresAt - b.expiresAt);
  return {
    waiting_count: waiting.length,
    waiting: soonest.slice(0, WAITING_SHOWN).map(shown),
    decided: all
      .filter(({ state }) => state !== "pending")
      .slice(0, DECIDED_SHOWN)
      .map(shown),
  };
}

async function decide({ kernel, person, request, rest: id }: Wish): Promise<Json> {
  const { decision, reason } = await readJson(request, Decision);
  const { approvals } = kernel.governance;
  const found = await approvals.find(id);
  // What waits for another user is not there for whoever may not see it.
  if (found === undefined || !(person.isOperator || found.user === person.name)) {
    throw new KernelError("not_found", "There is no approval with this id", { approval_id: id });
  }
  const said = reason?.trim() ?? "";
  const decided = await approvals.decide(id, {
    approve: decision === "approve",
    by: { user: person.name, agent: null, client: "dashboard" },
    in: "dashboard",
    ...(said !== "" && { reason: said }),
  });
  return shown(decided);
}

function shown(approval: Approval): Json {
  const { server, tool, trigger, affected_count, affected_ids, would_record, arguments_hash } = approval.request;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: approval.id,
    state: approval.state,
    user: approval.user,
    agent: approval.agent,
    server,
    tool,
    trigger,
    affected_count,
    affected_ids,
    would_record,
    reasoning: approval.reasoning,
    arguments: approval.arguments,
    arguments_hash,
    requested_at: iso(approval.requestedAt),
    expires_at: iso(approval.expiresAt),
    declined_at: iso(approval.declinedAt),
    decided_at: iso(approval.decidedAt),
    decided_by: approval.decidedBy,
    decided_in: approval.decidedIn,
    reason: approval.reason,
    used_at: iso(approval.usedAt),
  };
}

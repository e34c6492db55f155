import { type InputRequiredResult, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { z } from "zod";
import { KernelError } from "../errors.ts";
import { type Approval, tellApproval } from "../governance/index.ts";
import { type ApprovalNeeded, governedOf } from "./govern.ts";
import type { CallParts } from "./parts.ts";
import type { Checked } from "./stages.ts";

const ANSWER = "approval";

const Form = z.object({
  approve: z.boolean().describe("Whether this very call may be done, once"),
  reason: z.string().max(1000).optional().describe("Why, for the log"),
});

/** What the client carries to its next try, sealed: which question it answers. */
const State = z.object({ approval_id: z.string() });

/** Asks a person: in the client where it can ask, otherwise by a refusal that names what waits for them. */
export async function askApproval(
  parts: CallParts,
  call: Checked,
  { needs, wouldRecord }: ApprovalNeeded,
): Promise<InputRequiredResult> {
  const { bound, rules } = call;
  const governed = governedOf(call);
  const approval = await parts.governance.approvals.request(
    governed,
    {
      server: bound.server.name,
      tool: bound.tool.name,
      arguments_hash: governed.argumentsHash,
      trigger: needs.trigger,
      affected_count: needs.affectedCount,
      affected_ids: needs.affectedIds,
      would_record: wouldRecord,
    },
    rules.approvalMs,
  );
  if (mayAskInClient(call, approval)) {
    return inputRequired({
      inputRequests: { [ANSWER]: inputRequired.elicit({ message: questionOf(approval), requestedSchema: Form }) },
      requestState: await call.request.client.mintState({ approval_id: approval.id }),
    });
  }
  throw waiting(approval);
}

/** A client that turned the question away is not asked again: it may do so by itself, and nobody saw it. */
function mayAskInClient({ rules, request }: Checked, approval: Approval): boolean {
  const { elicitation } = request.client.capabilities;
  const hasForms = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
  const canAsk = request.form === "tool" && request.client.mcp !== undefined && hasForms;
  return canAsk && rules.approveInClient && approval.declinedAt === null;
}

function waiting(approval: Approval): KernelError {
  return new KernelError("approval_required", "A person must approve this call before it is done", {
    ...tellApproval(approval),
    how_to_approve: `bailiwick approvals approve ${approval.id}`,
  });
}

/** Ids, counts and names only: what a stranger may have written must not talk to the person who decides. */
function questionOf({ request, agent, expiresAt }: Approval): string {
  const { server, tool, trigger, affected_count, affected_ids, would_record } = request;
  return [
    `The agent ${JSON.stringify(agent)} wants to call ${tool} on ${server} (${trigger.replace("_", " ")}).`,
    `It would touch ${affected_count} and record ${would_record.join(", ") || "nothing"}.`,
    ...(affected_ids.length > 0 ? [`Affected: ${affected_ids.join(", ")}.`] : []),
    `Approve it once? It can be decided until ${new Date(expiresAt).toISOString()}.`,
  ].join("\n");
}

/** Takes what the person at the client answered, where this call brings the answer to a question of its own. */
export async function settleAnswer(parts: CallParts, call: Checked): Promise<void> {
  const mcp = call.request.client.mcp?.mcpReq;
  const answer = inputResponse(mcp?.inputResponses, ANSWER);
  if (answer.kind !== "elicit" || !call.rules.approveInClient) return;
  const state = State.safeParse(mcp?.requestState());
  if (!state.success) return;
  const { approvals } = parts.governance;
  const { caller } = call;
  const approval = await approvals.ofCaller(caller, state.data.approval_id);
  const governed = governedOf(call);
  // An answer to another question is none to this one: then it is asked.
  if (approval?.request.arguments_hash !== governed.argumentsHash) return;
  const said = answer.action === "accept" ? Form.safeParse(answer.content) : undefined;
  if (said?.success !== true) {
    if (approval.state === "pending" && approval.declinedAt === null) await approvals.decline(governed, approval.id);
    return;
  }
  if (approval.state !== "pending") {
    throw new KernelError("approval_invalid", "This question was answered already", {
      approval_id: approval.id,
      reason: approval.state,
    });
  }
  await approvals.decide(approval.id, {
    approve: said.data.approve,
    by: { user: caller.actor.user, agent: null, client: caller.actor.client },
    in: "client",
    reason: said.data.reason,
  });
  if (said.data.approve) return;
  throw new KernelError("approval_invalid", "A person said no to this call", {
    approval_id: approval.id,
    reason: "rejected",
    ...(said.data.reason !== undefined && { said: said.data.reason }),
  });
}

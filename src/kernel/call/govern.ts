import { canonicalJson, hashOf } from "../canonical-json.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import {
  countSession,
  type GovernedCall,
  judge,
  mayAsk,
  type NeedsApproval,
  type RanCall,
  type RecordedStep,
} from "../governance/index.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { CallParts } from "./parts.ts";
import type { Checked, Permitted } from "./stages.ts";

/** A call that ran, was undone, and waits for a person. */
export class ApprovalNeeded extends KernelError {
  readonly needs: NeedsApproval;
  readonly wouldRecord: readonly string[];

  constructor(needs: NeedsApproval, events: readonly Event[]) {
    super("approval_required", "A person must approve this call before it is done");
    this.needs = needs;
    this.wouldRecord = [...new Set(events.map(({ kind }) => kind))];
  }
}

/**
 * Begins a write: uses up the approval it names, or the one that was given for it. Its entries carry that one and no
 * other: what a caller merely claims never stands in the log.
 */
export async function beginGoverned(parts: CallParts, call: Permitted, sql: Sql): Promise<Permitted> {
  const { approvalId } = call.common;
  const granted =
    call.mode === "apply" && (approvalId !== null || mayAsk(call.rules, { ...ranOf(call), steps: [] }))
      ? await parts.governance.approvals.use(sql, governedOf(call), approvalId)
      : null;
  return { ...call, common: { ...call.common, approvalId: granted } };
}

/** Looks at what a write recorded before it is kept; answers with why a person would be asked, for a rehearsal. */
export async function endGoverned(
  parts: CallParts,
  call: Permitted,
  events: readonly Event[],
  sql: Sql,
): Promise<NeedsApproval | undefined> {
  const ran: RanCall = { ...ranOf(call), steps: events.map((event) => stepOf(parts, event, sql)) };
  const needs = await judge(call.rules, ran);
  if (call.mode !== "apply") return needs;
  await countSession(sql, parts.env, call.rules, ran);
  if (needs !== undefined && call.common.approvalId === null) throw new ApprovalNeeded(needs, events);
  return needs;
}

function ranOf({ caller, bound }: Checked): Omit<RanCall, "steps"> {
  const { server, tool } = bound;
  return { caller, server: server.name, tool: tool.name, effect: tool.effect, gates: server.gates };
}

function stepOf(parts: CallParts, event: Event, sql: Sql): RecordedStep {
  const bound = parts.registry.get(event.server)?.tools.get(event.tool);
  if (bound === undefined) throw new KernelError("internal", "An entry was recorded by a tool that is not known");
  const { tool, server, world } = bound;
  return {
    kind: event.kind,
    server: server.name,
    tool: tool.name,
    effect: tool.effect,
    needs: tool.needs,
    gates: server.gates,
    touched: async () => world.touches?.(event, sql) ?? {},
  };
}

/** What an approval is bound to: who asks, and server, tool and arguments, without those that only say how to call. */
export function governedOf({ caller, bound, common, request }: Checked): GovernedCall {
  const own = (isJsonObject(request.arguments) ? { ...request.arguments } : {}) as Record<string, Json>;
  for (const name of bound.common) delete own[name];
  const server = bound.server.name;
  return {
    caller,
    server,
    argumentsHash: hashOf({ server, tool: bound.tool.name, arguments: own }),
    argumentsText: canonicalJson(own),
    reasoning: common.reasoning,
  };
}

import type { Caller } from "../caller.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { type Actor, type Event, GOVERNANCE_SERVER, REFUSED } from "../event.ts";
import { appendEvent } from "../events/index.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import { APPROVAL_ADDRESS, type Approval, type ApprovalRequest, type Decision } from "./approval.ts";
import {
  type AskedCall,
  approvalWithId,
  countPending,
  findApproval,
  keepArguments,
  listApprovals,
  openApprovalOf,
} from "./approval-store.ts";
import {
  APPROVAL_DECIDED,
  APPROVAL_DECLINED,
  APPROVAL_REQUESTED,
  APPROVAL_USED,
  type ApprovalDecided,
  applyEntry,
} from "./entries.ts";
import { requireDecided } from "./require-decided.ts";
import { mayApprove, type Records } from "./rules.ts";

/** So many questions of one agent may wait for people at a time. */
const PENDING_MAX = 100;
const LISTED_MAX = 1000;
/** More than a person reads; what is longer they know by its hash and by what it would record. */
const ARGUMENTS_CHARS_MAX = 64 * 1024;

/** The call that asks, or is about to use what it asked for. */
export interface GovernedCall {
  readonly caller: Caller;
  readonly server: string;
  /** Of server, tool and arguments. */
  readonly argumentsHash: string;
  /** What it is done with, in JSON. */
  readonly argumentsText: string;
  readonly reasoning: string | null;
}

export interface Approvals {
  /** The approval that waits for a person to decide on this call: one that waits already, or a new one. */
  request(
    call: GovernedCall,
    asked: Omit<ApprovalRequest, "approval_id" | "expires_at">,
    lifeMs: number,
  ): Promise<Approval>;
  /** Uses up, in the transaction of the call itself, the approval it names or the one that was given for it. */
  use(sql: Sql, call: GovernedCall, id: string | null): Promise<string | null>;
  decide(id: string, decision: Decision): Promise<Approval>;
  /** The person at the client turned away: it waits for somebody else. */
  decline(call: GovernedCall, id: string): Promise<void>;
  list(options?: { readonly user?: string | undefined; readonly limit?: number }): Promise<Approval[]>;
  find(id: string): Promise<Approval | undefined>;
  /** As its own agent sees it. */
  ofCaller(caller: Caller, id: string): Promise<Approval | undefined>;
}

export interface ApprovalParts {
  readonly env: Env;
  database(): Promise<Database>;
  records(): Records;
  /** What the operator said by now, in whatever process. */
  refresh(): Promise<void>;
  committed(tenant: string): void;
}

export function createApprovals(parts: ApprovalParts): Approvals {
  const { env, database, committed } = parts;

  async function record(sql: Sql, tenant: string, actor: Actor, entry: Entry): Promise<Event> {
    const { approval_id } = entry.payload as { approval_id: string };
    const origin = { tenant, server: GOVERNANCE_SERVER, tool: "approvals", actor, approvalId: approval_id };
    const event = await appendEvent(sql, env, origin, entry);
    await applyEntry(event, sql);
    return event;
  }

  async function request(
    call: GovernedCall,
    asked: Omit<ApprovalRequest, "approval_id" | "expires_at">,
    lifeMs: number,
  ): Promise<Approval> {
    const { tenant, actor } = call.caller;
    const engine = await database();
    const approval = await engine.write(tenant, async (sql) => {
      const now = env.now();
      const waiting = await openApprovalOf(sql, askedOf(call), "pending", now);
      if (waiting !== undefined) return waiting;
      if ((await countPending(sql, tenant, agentOf(call.caller), now)) >= PENDING_MAX) {
        throw new KernelError("rate_limited", "Too many calls of this agent wait for approval already", {
          limit: PENDING_MAX,
          retry_after_seconds: 60,
        });
      }
      const payload = { ...asked, approval_id: env.id(), expires_at: now + lifeMs } as ApprovalRequest;
      const entry = {
        kind: APPROVAL_REQUESTED,
        payload,
        ...(call.reasoning !== null && { reasoning: call.reasoning }),
      };
      await record(sql, tenant, actor, entry);
      if (call.argumentsText.length <= ARGUMENTS_CHARS_MAX) {
        await keepArguments(sql, tenant, payload.approval_id, call.argumentsText, now);
      }
      return approvalWithId(sql, tenant, payload.approval_id, now);
    });
    committed(tenant);
    if (approval === undefined) throw new KernelError("internal", "An approval was not kept");
    return approval;
  }

  async function use(sql: Sql, call: GovernedCall, id: string | null): Promise<string | null> {
    const { tenant, actor } = call.caller;
    const now = env.now();
    const approval =
      id === null
        ? await openApprovalOf(sql, askedOf(call), "approved", now)
        : await approvalWithId(sql, tenant, id, now);
    if (id === null && approval === undefined) return null;
    const reason = whyNot(approval, call);
    // Who may not know it is told the same as of one that never was.
    if (approval === undefined || reason !== undefined) throw doesNotCount(reason ?? "unknown", id);
    await requireDecided(sql, approval);
    const by = approval.decidedBy ?? "";
    if (!mayApprove(parts.records(), by, call.server)) throw doesNotCount("approver_demoted", id);
    await record(sql, tenant, actor, { kind: APPROVAL_USED, payload: { approval_id: approval.id } });
    return approval.id;
  }

  function whyNot(approval: Approval | undefined, call: GovernedCall): string | undefined {
    if (approval === undefined || approval.agent !== agentOf(call.caller)) return "unknown";
    if (approval.request.arguments_hash !== call.argumentsHash) return "other_arguments";
    return approval.state === "approved" ? undefined : approval.state;
  }

  function doesNotCount(reason: string, id: string | null): KernelError {
    const details = { reason, ...(id !== null && { approval_id: id }) };
    return new KernelError("approval_invalid", "This approval does not count for this call", details);
  }

  async function decide(id: string, decision: Decision): Promise<Approval> {
    const engine = await database();
    const found = await engine.read(EVERY_TENANT, (sql) => findApproval(sql, id, env.now()));
    if (found === undefined)
      throw new KernelError("not_found", "There is no approval with this id", { approval_id: id });
    await parts.refresh();
    const { user: tenant } = found;
    const decided = await engine.write(tenant, async (sql) => {
      const approval = await approvalWithId(sql, tenant, id, env.now());
      const refusal = mayNotDecide(approval, decision);
      if (refusal !== undefined) {
        await refuse(sql, tenant, id, decision, refusal);
        return refusal;
      }
      const payload: ApprovalDecided = {
        approval_id: id,
        decision: decision.approve ? "approved" : "rejected",
        in: decision.in,
        reason: decision.reason ?? null,
      };
      await record(sql, tenant, decision.by, { kind: APPROVAL_DECIDED, payload });
      return approvalWithId(sql, tenant, id, env.now());
    });
    committed(tenant);
    if (decided instanceof KernelError) throw decided;
    if (decided === undefined) throw new KernelError("internal", "A decision was not kept");
    return decided;
  }

  function mayNotDecide(approval: Approval | undefined, { by }: Decision): KernelError | undefined {
    if (approval === undefined) return new KernelError("not_found", "There is no approval with this id");
    if (by.agent !== null || by.user === approval.agent) {
      return new KernelError("forbidden", "Approvals are decided by people, never by an agent", {
        approval_id: approval.id,
      });
    }
    if (!mayApprove(parts.records(), by.user, approval.request.server)) {
      return new KernelError("forbidden", "The operator did not give this person APPROVE", { person: by.user });
    }
    if (approval.state === "pending") return undefined;
    return new KernelError("conflict", `The approval is ${approval.state} already`, {
      approval_id: approval.id,
      state: approval.state,
    });
  }

  /** A decision that does not count is told in the log too. */
  async function refuse(sql: Sql, tenant: string, id: string, { by }: Decision, { code }: KernelError): Promise<void> {
    const origin = { tenant, server: GOVERNANCE_SERVER, tool: "approvals", actor: by, approvalId: id };
    await appendEvent(sql, env, origin, { kind: REFUSED, payload: { code, approval_id: id } });
  }

  return {
    request,
    use,
    decide,
    async decline(call, id) {
      const { tenant, actor } = call.caller;
      await (await database()).write(tenant, async (sql) => {
        await record(sql, tenant, { ...actor, agent: null }, { kind: APPROVAL_DECLINED, payload: { approval_id: id } });
      });
      committed(tenant);
    },
    async list({ user, limit = LISTED_MAX } = {}) {
      return (await database()).read(user ?? EVERY_TENANT, (sql) =>
        listApprovals(sql, { tenant: user, limit, now: env.now() }),
      );
    },
    find: async (id) => (await database()).read(EVERY_TENANT, (sql) => findApproval(sql, id, env.now())),
    async ofCaller(caller, id) {
      const approval = await (await database()).read(caller.tenant, (sql) =>
        approvalWithId(sql, caller.tenant, id, env.now()),
      );
      return approval?.agent === agentOf(caller) ? approval : undefined;
    },
  };
}

interface Entry {
  readonly kind: string;
  readonly payload: JsonObject;
  readonly reasoning?: string;
}

function askedOf({ caller, argumentsHash }: GovernedCall): AskedCall {
  return { tenant: caller.tenant, agent: agentOf(caller), argumentsHash };
}

function agentOf({ actor }: Caller): string {
  return actor.agent ?? "";
}

/** What an agent is told about what it waits for. */
export function tellApproval({ id, state, request, expiresAt, reason }: Approval): JsonObject {
  return {
    approval_id: id,
    state,
    server: request.server,
    tool: request.tool,
    trigger: request.trigger,
    affected_count: request.affected_count,
    affected_ids: request.affected_ids,
    would_record: request.would_record,
    expires_at: new Date(expiresAt).toISOString(),
    resource: `${APPROVAL_ADDRESS}${id}`,
    ...(reason !== null && { reason }),
  };
}

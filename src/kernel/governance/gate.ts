import type { Caller } from "../caller.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Gates, Permission, Touched } from "../permission.ts";
import type { Sql } from "../sql.ts";
import type { Effect } from "../tool.ts";
import type { Trigger } from "./approval.ts";
import { type Rules, requirePermission } from "./rules.ts";
import { matchesAny } from "./scope.ts";
import { countOperation } from "./sessions.ts";

/** One entry that a call is about to leave, with the tool that recorded it. */
export interface RecordedStep {
  readonly kind: string;
  readonly server: string;
  readonly tool: string;
  readonly effect: Effect;
  readonly needs: readonly Permission[];
  readonly gates: Gates;
  touched(): Promise<Touched>;
}

/** A write that has run in a transaction which can still be undone. */
export interface RanCall {
  readonly caller: Caller;
  readonly server: string;
  readonly tool: string;
  readonly effect: Effect;
  readonly gates: Gates;
  readonly steps: readonly RecordedStep[];
}

/** Why a person must be asked, and what they are told about it. */
export interface NeedsApproval {
  readonly trigger: Trigger;
  readonly affectedCount: number;
  readonly affectedIds: readonly string[];
}

const IDS_SHOWN = 20;

/**
 * Looks at what a call really did, before it is committed: so what is checked is what is kept. Throws where the agent may
 * not; answers with why a person must be asked, if so.
 */
export async function judge(rules: Rules, call: RanCall): Promise<NeedsApproval | undefined> {
  const isAgent = call.caller.actor.agent !== null;
  const isLimited = rules.grants.length > 0;
  const elementsMax = rules.elementsMax ?? lowest(call, "elementsPerOperation");
  if (!isLimited && !isAgent) return undefined;
  if (!isLimited && elementsMax === undefined && !mayAsk(rules, call)) return undefined;
  let affectedCount = 0;
  const affectedIds: string[] = [];
  for (const step of call.steps) {
    const touched = await step.touched();
    if (isLimited) {
      const needs = touched.permission === undefined ? step.needs : [touched.permission];
      requirePermission(rules, needs, step.server, touched);
    }
    affectedCount += touched.elements ?? 1;
    if (affectedIds.length < IDS_SHOWN)
      affectedIds.push(...(touched.ids ?? []).slice(0, IDS_SHOWN - affectedIds.length));
  }
  if (isAgent && elementsMax !== undefined && elementsMax > 0 && affectedCount > elementsMax) {
    throw new KernelError("too_many_elements", "One call may not touch so much here", {
      affected_count: affectedCount,
      limit: elementsMax,
    });
  }
  const trigger = isAgent && mayAsk(rules, call) ? triggerOf(rules, call, affectedCount) : undefined;
  return trigger && { trigger, affectedCount, affectedIds };
}

/** Counts a change of an agent against its session, in the change's own transaction. */
export async function countSession(sql: Sql, env: Env, rules: Rules, call: RanCall): Promise<void> {
  if (call.caller.actor.agent === null || call.steps.length === 0) return;
  const limit = rules.operationsMax ?? lowest(call, "operationsPerSession");
  if (limit !== undefined && limit > 0) await countOperation(sql, call.caller, limit, env.now());
}

/** Whether a call of this kind could need an approval at all: most never do, and nothing is looked up for those. */
export function mayAsk(rules: Rules, { gates, steps, caller }: Pick<RanCall, "gates" | "steps" | "caller">): boolean {
  if (gates.approvals === "never" || caller.actor.agent === null) return false;
  return rules.requiresApproval.length > 0 || isOn(rules, gates, steps);
}

function isOn(rules: Rules, gates: Gates, steps: readonly RecordedStep[]): boolean {
  if (rules.approvals !== undefined) return rules.approvals === "on";
  return gates.approvals === "on" || steps.some((step) => step.gates.approvals === "on");
}

function triggerOf(rules: Rules, call: RanCall, affectedCount: number): Trigger | undefined {
  const listed = rules.requiresApproval;
  if (call.steps.some(({ kind }) => matchesAny(listed, kind))) return "listed_event";
  const tools = [call, ...call.steps].flatMap(({ server, tool }) => [tool, `${server}/${tool}`]);
  if (tools.some((tool) => matchesAny(listed, tool))) return "listed_tool";
  if (!isOn(rules, call.gates, call.steps)) return undefined;
  if ([call, ...call.steps].some(({ effect }) => effect === "destructive")) return "destructive";
  return affectedCount > rules.bulkOver ? "bulk" : undefined;
}

function lowest({ gates, steps }: RanCall, limit: "elementsPerOperation" | "operationsPerSession"): number | undefined {
  const said = [gates, ...steps.map((step) => step.gates)].flatMap((one) => one[limit] ?? []);
  return said.length === 0 ? undefined : Math.min(...said);
}

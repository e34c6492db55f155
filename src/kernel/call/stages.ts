import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Event, Via } from "../event.ts";
import { type AskedWrite, checkPermission, type Mode, permittedMode } from "../governance/index.ts";
import { authenticate as callerOf } from "../identity/index.ts";
import { isJsonObject } from "../json.ts";
import type { CallParts } from "./parts.ts";
import type { BoundTool } from "./registry.ts";
import type { CallRequest } from "./request.ts";
import { parseArguments } from "./validate.ts";
import { type Common, readCommon, requireReasoning } from "./write-arguments.ts";

// The brand is private to this file: a later stage's type can only come from the stage before it.
declare const stage: unique symbol;
type After<Name, Value> = Value & { readonly [stage]: Name };

interface Known {
  readonly request: CallRequest;
  readonly caller: Caller;
}
interface Found extends Known {
  readonly bound: BoundTool;
  readonly common: Common;
}
interface Checked extends Found {
  readonly input: unknown;
}

export type Authenticated = After<"authenticated", Known>;
export type Resolved = After<"resolved", Found>;
export type Validated = After<"validated", Checked>;
export type Authorized = After<"authorized", Checked>;
export type Limited = After<"limited", Checked & { readonly release: () => void }>;
export type Permitted = After<"permitted", Checked & { readonly mode: Mode; readonly via?: Via | undefined }>;

export function authenticate(request: CallRequest): Authenticated {
  return { request, caller: callerOf(request.connection) } as Authenticated;
}

export function resolveAlias(parts: CallParts, call: Authenticated): Resolved {
  const { server, name } = call.request;
  const bound = parts.registry.get(server)?.tools.get(name);
  if (bound === undefined)
    throw new KernelError("unknown_tool", "This server has no such tool", { tool: name.slice(0, 100) });
  if (bound.tool.name !== name) {
    parts.log.debug({ server, alias: name, tool: bound.tool.name }, "alias used");
    parts.metrics.aliasUsed(server, bound.tool.name);
  }
  const common = readCommon(bound, call.caller, call.request.arguments);
  return { ...call, caller: asAgent(call.caller, common), bound, common } as unknown as Resolved;
}

/** Several agents may share one client; the one that acts names itself. */
function asAgent(caller: Caller, { agentId }: Common): Caller {
  return agentId === null ? caller : { ...caller, actor: { ...caller.actor, agent: agentId } };
}

export function validate(call: Resolved): Validated {
  const input = parseArguments(call.bound, call.request.arguments);
  requireReasoning(call.bound, call.common);
  return { ...call, input } as unknown as Validated;
}

export function authorize(parts: CallParts, call: Validated): Authorized {
  const { tool, world } = call.bound;
  checkPermission(parts.policy, tool.effect);
  for (const name of tool.requires) {
    const refusal = world.unmet(name);
    if (refusal !== undefined) throw refusal;
  }
  return call as unknown as Authorized;
}

export function limit(parts: CallParts, call: Authorized): Limited {
  const writes = call.bound.tool.effect !== "read" && !call.common.dryRun;
  const release = parts.limiter.admit(call.caller.holder, writes);
  try {
    spendBudget(parts, call);
  } catch (error) {
    release();
    throw error;
  }
  return { ...call, release } as unknown as Limited;
}

/** A rehearsal uses nothing up. */
function spendBudget(parts: CallParts, { bound, common, caller }: Checked): void {
  if (bound.tool.budget !== undefined && !common.dryRun) parts.limiter.spend(caller.tenant, bound.tool.budget);
}

/** `rehearse` does the call, takes it back, and tells what it would have recorded. */
export async function permit(
  parts: CallParts,
  call: Limited,
  rehearse: (call: Permitted) => Promise<readonly Event[]>,
): Promise<Permitted> {
  // Most calls only read, and nobody is asked about those.
  if (call.bound.tool.effect === "read") return { ...call, mode: "read" } as unknown as Permitted;
  const rehearsal = { ...call, mode: "rehearse" } as unknown as Permitted;
  const asked = { ...askedOf(call), rehearse: () => rehearse(rehearsal) };
  const mode = await permittedMode(parts.policy, asked, call.common.dryRun);
  return { ...call, mode } as unknown as Permitted;
}

function askedOf({ caller, bound, input, common }: Checked): AskedWrite {
  const { reasoning, approvalId } = common;
  const { tool, server } = bound;
  return { caller, server: server.name, tool: tool.name, effect: tool.effect, input, reasoning, approvalId };
}

/**
 * The same line for a call that a running call makes: its caller, connection and mode are the outer call's.
 * The connection's own limits were counted at the outer call; what the inner tool costs its user counts here.
 */
export async function admitInner(
  parts: CallParts,
  outer: Permitted,
  request: Pick<CallRequest, "server" | "name" | "arguments">,
  via: Via,
): Promise<Permitted> {
  const checked = checkInner(parts, outer, request);
  const { common } = checked;
  const { effect } = checked.bound.tool;
  if (outer.mode === "read" && effect !== "read") {
    throw new KernelError("internal", "A tool that only reads called one that writes", {
      tool: outer.bound.tool.name,
      called: checked.bound.tool.name,
    });
  }
  if (outer.mode !== "rehearse") spendBudget(parts, checked);
  const mode = await permittedMode(parts.policy, askedOf(checked), common.dryRun);
  return { ...checked, mode, via } as unknown as Permitted;
}

/** May the inner call be made at all, and with these arguments? */
export function checkInner(
  parts: CallParts,
  outer: Permitted,
  request: Pick<CallRequest, "server" | "name" | "arguments">,
): Authorized {
  if (isJsonObject(request.arguments) && "dry_run" in request.arguments) {
    throw new KernelError("internal", "A call that a call makes follows its mode; dry_run is not its to say");
  }
  const known = { request: { ...outer.request, ...request, form: "tool" }, caller: outer.caller } as Authenticated;
  const resolved = resolveAlias(parts, known);
  const { effect } = resolved.bound.tool;
  const common = {
    dryRun: outer.mode === "rehearse" && effect !== "read",
    reasoning: resolved.common.reasoning ?? outer.common.reasoning,
    approvalId: resolved.common.approvalId ?? outer.common.approvalId,
    agentId: resolved.common.agentId ?? outer.common.agentId,
  };
  return authorize(parts, validate({ ...resolved, common } as unknown as Resolved));
}

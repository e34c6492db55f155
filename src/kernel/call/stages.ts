import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Via } from "../event.ts";
import { checkPermission, type Mode, type Rules, requirePermission } from "../governance/index.ts";
import { authenticate as callerOf, requireScope } from "../identity/index.ts";
import { isJsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { CallParts } from "./parts.ts";
import type { BoundTool } from "./registry.ts";
import type { CallRequest } from "./request.ts";
import { parseArguments } from "./validate.ts";
import { asNamedAgent, type Common, readCommon, requireReasoning } from "./write-arguments.ts";

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
  /** What the operator says of this caller. */
  readonly rules: Rules;
}
export interface Checked extends Found {
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
    parts.log.debug({ server, alias: name, canonical: bound.tool.name }, "Resolved tool alias to canonical name");
    parts.metrics.aliasUsed(server, bound.tool.name);
  }
  const caller = asNamedAgent(bound, call.caller, call.request.arguments);
  const rules = parts.governance.rulesOf(caller);
  const common = readCommon(bound, caller, call.request.arguments, rules.dryRun(server));
  return { ...call, caller, bound, common, rules } as unknown as Resolved;
}

export function validate(call: Resolved): Validated {
  const input = parseArguments(call.bound, call.request.arguments);
  requireReasoning(call.bound, call.common);
  return { ...call, input } as unknown as Validated;
}

export function authorize(parts: CallParts, call: Validated): Authorized {
  const { tool, server, world } = call.bound;
  requireScope(call.caller.scopes, server.name, tool.effect);
  checkPermission(parts.policy, tool.effect);
  // What a write touches is known when it has run, unless it leaves no entry and says so before; then it is looked at
  // again, and undone where it may not be.
  const told = tool.touches?.(call.input) ?? (tool.effect === "read" ? {} : "known later");
  const touched = tool.narrowsBy === undefined || told === "known later" ? told : { ...told, [tool.narrowsBy]: [] };
  requirePermission(call.rules, tool.needs, server.name, touched);
  for (const name of tool.requires) {
    const refusal = world.unmet(name);
    if (refusal !== undefined) throw refusal;
  }
  return call as unknown as Authorized;
}

export async function limit(parts: CallParts, call: Authorized): Promise<Limited> {
  const writes = call.bound.tool.effect !== "read" && !call.common.dryRun;
  const release = parts.limiter.admit(call.caller.holder, writes);
  try {
    await spend(parts, call);
  } catch (error) {
    release();
    throw error;
  }
  return { ...call, release } as unknown as Limited;
}

/** A rehearsal uses nothing up. Inside a write it is counted there. */
async function spend(parts: CallParts, { bound, common, caller, rules }: Checked, sql?: Sql): Promise<void> {
  if (common.dryRun) return;
  const { tool, server } = bound;
  const counted = {
    tenant: caller.tenant,
    agent: caller.actor.agent,
    server: server.name,
    tool: tool.name,
    isRead: tool.effect === "read",
    // Whoever sits at the command line brings in as much as they like: they would only wait for themselves.
    budget: caller.actor.agent === null ? undefined : tool.budget,
    agentPerMinute: rules.callsPerMinute,
  };
  await parts.limiter.spend(counted, sql);
}

/** How it runs. Whether a person must be asked shows when it has run and can still be undone. */
export function permit(call: Limited): Permitted {
  return { ...call, mode: modeOf(call) } as unknown as Permitted;
}

function modeOf({ bound, common }: Checked): Mode {
  if (bound.tool.effect === "read") return "read";
  return common.dryRun ? "rehearse" : "apply";
}

/** The same line for a read that a resource or a prompt makes, within the limits it was admitted under itself. */
export async function admitRead(parts: CallParts, request: CallRequest): Promise<Permitted> {
  const { scopes: _asked, ...caller } = callerOf(request.connection);
  const checked = authorize(parts, validate(resolveAlias(parts, { request, caller } as Authenticated)));
  if (checked.bound.tool.effect !== "read") throw new KernelError("internal", "A resource or prompt only reads");
  await spend(parts, checked);
  return { ...checked, mode: "read" } as unknown as Permitted;
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
  sql?: Sql,
): Promise<Permitted> {
  const checked = checkInner(parts, outer, request);
  const { effect } = checked.bound.tool;
  if (outer.mode === "read" && effect !== "read") {
    throw new KernelError("internal", "A tool that only reads called one that writes", {
      tool: outer.bound.tool.name,
      called: checked.bound.tool.name,
    });
  }
  if (outer.mode !== "rehearse") await spend(parts, checked, sql);
  return { ...checked, mode: modeOf(checked), via } as unknown as Permitted;
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
  // What the user allowed the program was asked at the outer call, for the server the program spoke to.
  const { scopes: _asked, ...caller } = outer.caller;
  const known = { request: { ...outer.request, ...request, form: "tool" }, caller } as Authenticated;
  const resolved = resolveAlias(parts, known);
  const { effect } = resolved.bound.tool;
  const common = {
    dryRun: outer.mode === "rehearse" && effect !== "read",
    reasoning: resolved.common.reasoning ?? outer.common.reasoning,
    approvalId: outer.common.approvalId,
    agentId: resolved.common.agentId ?? outer.common.agentId,
  };
  return authorize(parts, validate({ ...resolved, common } as unknown as Resolved));
}

import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import { checkPermission, type Mode, permittedMode } from "../governance/index.ts";
import { authenticate as callerOf } from "../identity/index.ts";
import type { CallParts } from "./parts.ts";
import type { BoundTool } from "./registry.ts";
import type { CallRequest } from "./request.ts";
import { parseArguments } from "./validate.ts";

// The brand is private to this file: a later stage's type can only come from the stage before it.
declare const stage: unique symbol;
type After<Name, Value> = Value & { readonly [stage]: Name };

export type Authenticated = After<"authenticated", { request: CallRequest; caller: Caller }>;
export type Resolved = After<"resolved", { request: CallRequest; caller: Caller; bound: BoundTool }>;
export type Validated = After<"validated", Omit<Resolved, typeof stage> & { input: unknown; dryRun: boolean }>;
export type Authorized = After<"authorized", Omit<Validated, typeof stage>>;
export type Limited = After<"limited", Omit<Validated, typeof stage> & { release: () => void }>;
export type Permitted = After<"permitted", Omit<Limited, typeof stage> & { mode: Mode }>;

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
  return { ...call, bound } as unknown as Resolved;
}

export function validate(call: Resolved): Validated {
  return { ...call, ...parseArguments(call.bound, call.request.arguments) } as unknown as Validated;
}

export function authorize(parts: CallParts, call: Validated): Authorized {
  checkPermission(parts.policy, call.caller, call.bound.tool.effect);
  return call as unknown as Authorized;
}

export function limit(parts: CallParts, call: Authorized): Limited {
  const writes = call.bound.tool.effect !== "read" && !call.dryRun;
  const release = parts.limiter.admit(call.caller.connection, writes);
  const { budget } = call.bound.tool;
  // A rehearsal uses nothing up.
  if (budget !== undefined && !call.dryRun) {
    try {
      parts.limiter.spend(call.caller.tenant, budget);
    } catch (error) {
      release();
      throw error;
    }
  }
  return { ...call, release } as unknown as Limited;
}

export function permit(call: Limited): Permitted {
  return { ...call, mode: permittedMode(call.bound.tool.effect, call.dryRun) } as unknown as Permitted;
}

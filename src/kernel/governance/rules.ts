import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Permission, Touched } from "../permission.ts";
import { keyOf, type PermissionRecord, type PermissionScope } from "./record.ts";
import { isNarrow, matchesAny, type Outside, outside } from "./scope.ts";

/** A call touches so many things before it is a bulk call. */
const BULK_OVER = 50;
const APPROVAL_MINUTES = 60;

type Grants = NonNullable<PermissionRecord["permissions"]>;

/** What holds for one caller, of all that the operator said. */
export interface Rules {
  /** Each must allow it: an agent that names itself anew gets no more, and nobody more than the person behind it. */
  readonly grants: readonly Grants[];
  readonly requiresApproval: readonly string[];
  readonly approvals: "on" | "off" | undefined;
  readonly approveInClient: boolean;
  readonly approvalMs: number;
  readonly bulkOver: number;
  readonly elementsMax: number | undefined;
  readonly operationsMax: number | undefined;
  readonly callsPerMinute: number | undefined;
  /** Of a server, where the operator said something about it. */
  dryRun(server: string): boolean | undefined;
}

/** The records by whom they speak of. */
export type Records = ReadonlyMap<string, PermissionRecord>;

export function recordKey(agent: string, user: string): string {
  return JSON.stringify([agent, user]);
}

/** Nothing was said: everything is as usual. */
const USUAL = rulesFrom([], undefined);

/** More callers than this and they are worked out anew: as many as are at work at a time. */
const KEPT_MAX = 4096;

/** The same as `rulesOf`, worked out once for each caller and set of records: every call asks. */
export function createRulesOf(): typeof rulesOf {
  let of: Records | undefined;
  const kept = new Map<string, Rules>();
  return (records, caller) => {
    if (records.size === 0) return USUAL;
    if (records !== of || kept.size >= KEPT_MAX) kept.clear();
    of = records;
    const { user, agent } = caller.actor;
    const key = JSON.stringify([user, agent, caller.connectedAs]);
    let rules = kept.get(key);
    if (rules === undefined) {
      rules = rulesOf(records, caller);
      kept.set(key, rules);
    }
    return rules;
  };
}

function rulesOf(records: Records, caller: Caller): Rules {
  const { user, agent } = caller.actor;
  const person = records.get(recordKey("", user));
  const names = new Set([agent, caller.connectedAs ?? null].filter((name) => name !== null));
  return rulesFrom(
    [...names].map((name) => recordOf(records, name, user)),
    person,
  );
}

/** What is said of this agent with this user, then of the agent, then of all: each fills in what the one before left out. */
function recordOf(records: Records, agent: string, user: string): PermissionRecord {
  const said = ["*", agent].flatMap((name) => [recordKey(name, ""), recordKey(name, user)]);
  const found = said.map((key) => records.get(key)).filter((record) => record !== undefined);
  return Object.assign({}, ...found) as PermissionRecord;
}

function rulesFrom(agents: readonly PermissionRecord[], person: PermissionRecord | undefined): Rules {
  const least = (field: "max_elements_per_operation" | "max_operations_per_session" | "calls_per_minute") =>
    lowest(agents.map((record) => record[field]));
  const triggers = agents.map(({ approvals }) => approvals);
  return {
    grants: [...agents, ...(person === undefined ? [] : [person])].flatMap(({ permissions }) => permissions ?? []),
    requiresApproval: agents.flatMap(({ requires_approval }) => requires_approval ?? []),
    approvals: triggers.includes("on") ? "on" : triggers.every((said) => said === "off") ? triggers[0] : undefined,
    approveInClient: agents.every(({ approve_in_client }) => approve_in_client !== false),
    approvalMs: (lowest(agents.map(({ approval_minutes }) => approval_minutes)) ?? APPROVAL_MINUTES) * 60_000,
    bulkOver: lowest(agents.map(({ bulk_over }) => bulk_over)) ?? BULK_OVER,
    elementsMax: least("max_elements_per_operation"),
    operationsMax: least("max_operations_per_session"),
    callsPerMinute: least("calls_per_minute"),
    dryRun(server) {
      const said = agents.map(({ dry_run }) => (typeof dry_run === "object" ? dry_run[server] : dry_run));
      return said.includes(true) ? true : said.includes(false) ? false : undefined;
    },
  };
}

function lowest(numbers: readonly (number | undefined)[]): number | undefined {
  const said = numbers.filter((number) => number !== undefined);
  return said.length === 0 ? undefined : Math.min(...said);
}

/** May the caller do this on the server at all, and to what it is known to touch? */
export function requirePermission(
  rules: Rules,
  needs: readonly Permission[],
  server: string,
  touched: Touched | "known later",
): void {
  for (const grants of rules.grants) {
    for (const need of needs) {
      const scope = grants[need];
      if (scope === undefined) {
        throw new KernelError("forbidden", `The operator did not give this agent ${need}`, {
          permission: need,
          server,
        });
      }
      if (scope.servers !== undefined && !matchesAny(scope.servers, server)) {
        throw outOfScope(need, { word: "servers", isKnown: true }, scope);
      }
      if (touched === "known later" || !isNarrow(scope)) continue;
      const found = outside(scope, touched);
      if (found !== undefined) throw outOfScope(need, found, scope);
    }
  }
}

/** Whether the caller may read what this says, of which the server is known to be allowed. */
export function coversRead({ grants }: Rules, touched: Touched): boolean {
  return grants.every(({ READ }) => READ !== undefined && outside(READ, touched) === undefined);
}

function outOfScope(permission: Permission, { word, isKnown }: Outside, scope: PermissionScope): KernelError {
  const allowed = scope[word as keyof PermissionScope] ?? [];
  const message = isKnown
    ? `This is outside the ${word} in which this agent has ${permission}`
    : `This agent has ${permission} only in some ${word}, and this call does not tell which it would touch`;
  return new KernelError("out_of_scope", message, {
    permission,
    limited_by: word,
    scope: { [word]: allowed as string[] },
  });
}

/** Whether a person may decide on approvals: everybody may until the operator says otherwise. */
export function mayApprove(records: Records, person: string, server: string): boolean {
  const { agent, for_user } = keyOf({ person });
  const permissions = records.get(recordKey(agent, for_user))?.permissions;
  if (permissions === undefined) return true;
  const scope = permissions.APPROVE;
  return scope !== undefined && (scope.servers === undefined || matchesAny(scope.servers, server));
}

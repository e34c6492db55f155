import { type Approval, type Kernel, KernelError } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { plain } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Who decides at the command line, unless they say who they are. */
const OPERATOR = "operator";

const USAGE = "usage: bailiwick approvals list | show ID | approve ID | reject ID";

/** Shows what waits for a person, and takes their decision. */
export async function approvals(
  [action = "list", id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const needsId = action !== "list";
  if (!["list", "show", "approve", "reject"].includes(action) || needsId !== (id !== undefined)) {
    throw new UsageError(USAGE);
  }
  if (settings.readOnly && (action === "approve" || action === "reject")) {
    throw new UsageError(`${action} writes; leave out --read-only`);
  }
  return withKernel({ ...settings, mustExist: true }, terminal, async (kernel) => {
    if (action === "list") return list(kernel, terminal, flags);
    const found = await kernel.governance.approvals.find(id ?? "");
    if (found === undefined) throw new KernelError("not_found", "There is no approval with this id", { id: id ?? "" });
    if (action === "show") return show(found, terminal, flags);
    const by = { user: typeof flags.as === "string" ? flags.as : OPERATOR, agent: null, client: "bailiwick" };
    const decided = await kernel.governance.approvals.decide(found.id, {
      approve: action === "approve",
      by,
      in: "command line",
      reason: typeof flags.reason === "string" ? flags.reason : undefined,
    });
    return show(decided, terminal, flags);
  });
}

async function list(kernel: Kernel, terminal: Terminal, flags: Flags): Promise<number> {
  const user = typeof flags.user === "string" ? flags.user : undefined;
  const all = await kernel.governance.approvals.list({ user });
  const shown = flags.all === true ? all : all.filter(({ state }) => state === "pending");
  if (flags.json === true) {
    terminal.print(JSON.stringify(shown, undefined, 2));
    return 0;
  }
  for (const approval of shown) terminal.print(lineOf(approval));
  if (shown.length === 0) terminal.print(flags.all === true ? "no approvals" : "nothing waits for a decision");
  return 0;
}

function lineOf({ id, state, user, agent, request, expiresAt }: Approval): string {
  const what = `${request.server}/${request.tool} (${request.trigger}, ${request.affected_count} affected)`;
  return `${id}  ${state}  ${plain(what)}  by ${plain(agent)} for ${plain(user)}  until ${iso(expiresAt)}`;
}

function show(approval: Approval, terminal: Terminal, flags: Flags): number {
  if (flags.json === true) {
    terminal.print(JSON.stringify(approval, undefined, 2));
    return 0;
  }
  const { request } = approval;
  const facts: readonly (readonly [string, string | number | null])[] = [
    ["id", approval.id],
    ["state", approval.state],
    ["call", `${request.server}/${request.tool}`],
    ["agent", approval.agent],
    ["user", approval.user],
    ["trigger", request.trigger],
    ["affected", [request.affected_count, ...request.affected_ids].join(" ")],
    ["would record", request.would_record.join(", ")],
    ["reasoning", approval.reasoning],
    ["arguments", approval.arguments],
    ["arguments hash", request.arguments_hash],
    ["requested", iso(approval.requestedAt)],
    ["expires", iso(approval.expiresAt)],
    ["declined in the client", approval.declinedAt === null ? null : iso(approval.declinedAt)],
    ["decided", approval.decidedAt === null ? null : `${iso(approval.decidedAt)} in the ${approval.decidedIn}`],
    ["decided by", approval.decidedBy],
    ["reason", approval.reason],
    ["used", approval.usedAt === null ? null : iso(approval.usedAt)],
  ];
  for (const [name, value] of facts) if (value !== null) terminal.print(`${name}: ${plain(value)}`);
  return 0;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

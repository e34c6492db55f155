import { z } from "zod";
import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import { isJsonObject } from "../json.ts";
import type { CommonArguments, Server } from "../server.ts";
import type { Tool } from "../tool.ts";

type Name = keyof CommonArguments;

const TEXT_CHARS_MAX = 4000;
const ID_CHARS_MAX = 200;

const INPUTS: Readonly<Record<Name, z.ZodType>> = {
  dry_run: z.boolean().optional().describe("Rehearse: do everything, report what would be recorded, keep nothing"),
  reasoning: z.string().trim().min(1).max(TEXT_CHARS_MAX).optional().describe("Why this is done; kept in the log"),
  approval_id: z.string().min(1).max(ID_CHARS_MAX).optional().describe("The approval a person gave for this very call"),
  agent_id: z.string().min(1).max(ID_CHARS_MAX).optional().describe("Which agent acts, where several share a client"),
};

/** Who acts and why may stand on every call; the rest only where something can change. */
const OF_READS: readonly Name[] = ["reasoning", "agent_id"];

/** What the common arguments of one call come to. */
export interface Common {
  readonly dryRun: boolean;
  readonly reasoning: string | null;
  readonly approvalId: string | null;
  readonly agentId: string | null;
}

/** The common arguments of a tool: those its server takes, less what the tool's own contract names itself. */
export function commonNames(tool: Tool<never>, server: Server<never>): readonly Name[] {
  const said = Object.keys(server.takes) as Name[];
  // Where a change can be rehearsed it may also need an approval, if only because the operator says so.
  const mayAsk = said.includes("dry_run") && server.gates.approvals !== "never";
  const taken = new Set<Name>(mayAsk ? [...said, "approval_id"] : said);
  return [...taken].filter(
    (name) => !(name in tool.input.shape) && (tool.effect !== "read" || OF_READS.includes(name)),
  );
}

/** What they add to a tool's input. */
export function commonInput(names: readonly Name[]): Record<string, z.ZodType> {
  return Object.fromEntries(names.map((name) => [name, INPUTS[name]]));
}

/** A tool as far as this file must know it. */
interface Bound {
  readonly tool: Tool<never>;
  readonly server: Server<never>;
  readonly common: readonly Name[];
}

/**
 * Reads them from arguments that nobody has checked yet, so that a call which fails its check is still known as the
 * rehearsal it was meant to be. The one place that decides what holds when one is left out.
 */
export function readCommon(bound: Bound, caller: Caller, args: unknown, dryRunSaid?: boolean): Common {
  const { server, common } = bound;
  const isUsual = dryRunSaid ?? server.takes.dry_run === "on";
  const asked = taken(bound, args, "dry_run");
  const isRehearsal = typeof asked === "boolean" ? asked : isUsual && caller.actor.agent !== null;
  return {
    dryRun: common.includes("dry_run") && isRehearsal,
    reasoning: textIn(bound, args, "reasoning"),
    approvalId: textIn(bound, args, "approval_id"),
    agentId: textIn(bound, args, "agent_id"),
  };
}

/** Several agents may share one client; the one that acts names itself, and gets no more by it than the client has. */
export function asNamedAgent(bound: Bound, caller: Caller, args: unknown): Caller {
  const agent = textIn(bound, args, "agent_id");
  if (agent === null || agent === caller.actor.agent) return caller;
  return { ...caller, actor: { ...caller.actor, agent }, connectedAs: caller.actor.agent };
}

function taken({ common }: Bound, args: unknown, name: Name): unknown {
  return common.includes(name) && isJsonObject(args) ? args[name] : undefined;
}

function textIn(bound: Bound, args: unknown, name: Name): string | null {
  const value = taken(bound, args, name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The tool's own part of checked arguments. */
export function ownInput({ common }: Bound, checked: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (common.length === 0) return checked;
  const own = { ...checked };
  for (const name of common) delete own[name];
  return own;
}

/** Refuses a change for which a reason is owed and none was given. */
export function requireReasoning({ tool, server }: Bound, { reasoning }: Common): void {
  if (tool.effect === "read" || server.takes.reasoning !== "required" || reasoning !== null) return;
  throw new KernelError("reasoning_required", "This server records why something is changed", {
    argument: "reasoning",
  });
}

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
  const taken = Object.keys(server.takes) as Name[];
  return taken.filter((name) => !(name in tool.input.shape) && (tool.effect !== "read" || OF_READS.includes(name)));
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
export function readCommon({ server, common }: Bound, caller: Caller, args: unknown): Common {
  const given = isJsonObject(args) ? args : {};
  const taken = (name: Name) => (common.includes(name) ? given[name] : undefined);
  const text = (name: Name) => {
    const value = taken(name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const isOnByDefault = server.takes.dry_run === "on" && caller.actor.agent !== null;
  const asked = taken("dry_run");
  return {
    dryRun: common.includes("dry_run") && (typeof asked === "boolean" ? asked : isOnByDefault),
    reasoning: text("reasoning"),
    approvalId: text("approval_id"),
    agentId: text("agent_id"),
  };
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

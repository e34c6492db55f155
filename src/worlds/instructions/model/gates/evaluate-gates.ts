import { isJsonObject } from "../../../../kernel/index.ts";
import type { InstructionEntry } from "../entry.ts";
import { quoted } from "./quoted.ts";
import { compileWhere } from "./where.ts";

/** What one gate came to. A gate that could not be understood has failed, and its note says why. */
export interface GateResult {
  readonly id: string;
  readonly passed: boolean;
  /** How many entries fit; null where the question could not be asked. */
  readonly count: number | null;
  readonly op: string;
  readonly value: number | null;
  readonly severity: "error" | "warn";
  readonly note?: string;
}

export interface GateReport {
  readonly generatedAt: string;
  readonly results: readonly GateResult[];
  /** Failed gates by severity, and all gates. */
  readonly summary: { readonly errors: number; readonly warnings: number; readonly total: number };
}

export type GateOutcome = GateReport | { readonly notConfigured: true } | { readonly error: string };

/** Holds the catalog against gates.json. Nothing unknown ever lets a gate pass. */
export function evaluateGates(
  file: { readonly text: string } | undefined,
  entries: readonly InstructionEntry[],
  nowMs: number,
): GateOutcome {
  if (file === undefined) return { notConfigured: true };
  const gates = readGates(file.text);
  if (gates === undefined) return { error: 'gates.json must be JSON of the form {"gates": [...]}' };
  const results = gates.map((gate, index) => evaluateGate(gate, index, entries, nowMs));
  const failed = (severity: string) => results.filter((gate) => !gate.passed && gate.severity === severity).length;
  return {
    generatedAt: new Date(nowMs).toISOString(),
    results,
    summary: { errors: failed("error"), warnings: failed("warn"), total: results.length },
  };
}

function readGates(text: string): readonly unknown[] | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) && Array.isArray(json.gates) ? json.gates : undefined;
  } catch {
    return undefined;
  }
}

const OPERATIONS: Readonly<Record<string, (count: number, value: number) => boolean>> = {
  ">=": (count, value) => count >= value,
  ">": (count, value) => count > value,
  "<=": (count, value) => count <= value,
  "<": (count, value) => count < value,
  "==": (count, value) => count === value,
  "!=": (count, value) => count !== value,
};

function evaluateGate(gate: unknown, index: number, entries: readonly InstructionEntry[], nowMs: number): GateResult {
  const given = isJsonObject(gate) ? gate : {};
  const compiled = compileWhere(given.where === undefined ? {} : given.where, nowMs);
  const count = "note" in compiled ? null : entries.filter(compiled.test).length;
  const operation =
    typeof given.op === "string" && Object.hasOwn(OPERATIONS, given.op) ? OPERATIONS[given.op] : undefined;
  const value = typeof given.value === "number" ? given.value : null;
  const note = problemWith(gate) ?? ("note" in compiled ? compiled.note : undefined);
  return {
    id: typeof given.id === "string" && given.id !== "" ? given.id : `gate ${index + 1}`,
    passed:
      note === undefined && operation !== undefined && count !== null && value !== null && operation(count, value),
    count,
    op: typeof given.op === "string" ? given.op : "",
    value,
    severity: given.severity === "warn" ? "warn" : "error",
    ...(note !== undefined && { note }),
  };
}

const KEYS = ["id", "description", "type", "where", "op", "value", "severity"];

/** A misspelt key would leave a gate that asks something else than was meant. */
function problemWith(gate: unknown): string | undefined {
  if (!isJsonObject(gate)) return "a gate must be an object";
  const stranger = Object.keys(gate).find((key) => !KEYS.includes(key));
  if (stranger !== undefined) return `unknown key ${quoted(stranger)}`;
  if (typeof gate.id !== "string" || gate.id === "") return "a gate needs an id";
  if (gate.type !== undefined && gate.type !== "count") return `unknown type ${quoted(gate.type)}`;
  if (typeof gate.op !== "string" || !Object.hasOwn(OPERATIONS, gate.op)) return `unknown op ${quoted(gate.op)}`;
  if (typeof gate.value !== "number") return "value must be a number";
  if (![undefined, "error", "warn"].includes(gate.severity as string | undefined))
    return `unknown severity ${quoted(gate.severity)}`;
  return undefined;
}

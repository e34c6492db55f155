import type { Element } from "../element.ts";
import type { Measured, RuleContext, Subjects } from "./measure.ts";
import { MEASURES } from "./measures/index.ts";
import type { Rule } from "./rule.ts";
import { SUBJECTS } from "./subjects.ts";

export type Outcome = "passed" | "failed" | "not_applicable" | "not_checked";

/** One element that breaks a rule; what is measured is null where it is beyond all measure. */
export interface Violation {
  readonly element: Element;
  readonly measured: number | null;
}

export interface RuleResult {
  readonly rule: Rule;
  readonly outcome: Outcome;
  /** Why it was not checked, or is not for this model. */
  readonly reason: string | null;
  /** How many elements were measured. */
  readonly checked: number;
  readonly violations: readonly Violation[];
  readonly unchecked: readonly { readonly element: Element; readonly reason: string }[];
  /** What was taken for granted. */
  readonly assumptions: readonly string[];
}

/** Numbers closer than this are one: a millionth of a millimetre. */
const NOISE = 1e-6;

/** Applies a rule to everything it is about, or to some elements of that. */
export function evaluate(rule: Rule, context: RuleContext, only?: ReadonlySet<string>): RuleResult {
  const subjects: Subjects = SUBJECTS[rule.subject];
  const all = subjects.of(context);
  const elements = only === undefined ? all : all.filter(({ id }) => only.has(id));
  if (elements.length === 0)
    return nothing(rule, all.length === 0 ? subjects.none : { notApplicable: "it is about others" });
  const violations: Violation[] = [];
  const unchecked: RuleResult["unchecked"][number][] = [];
  const [assumptions, apart] = [new Set<string>(), new Set<string>()];
  let checked = 0;
  for (const element of elements) {
    const measured: Measured = MEASURES[rule.measure](context, element);
    if ("notApplicable" in measured) apart.add(measured.notApplicable);
    else if ("notChecked" in measured) unchecked.push({ element, reason: measured.notChecked });
    else {
      checked += 1;
      if (measured.assumption !== undefined) assumptions.add(measured.assumption);
      const { value } = measured;
      if (!isWithin(rule, value)) violations.push({ element, measured: Number.isFinite(value) ? value : null });
    }
  }
  const found = { rule, checked, violations, unchecked, assumptions: [...assumptions].sort() };
  if (violations.length > 0) return { ...found, outcome: "failed", reason: null };
  if (unchecked.length > 0) return { ...found, outcome: "not_checked", reason: reasonsOf(unchecked) };
  if (checked === 0) return { ...found, outcome: "not_applicable", reason: [...apart].sort().join("; ") };
  return { ...found, outcome: "passed", reason: null };
}

function nothing(rule: Rule, none: Subjects["none"]): RuleResult {
  const empty = { rule, checked: 0, violations: [], unchecked: [], assumptions: [] };
  if ("notChecked" in none) return { ...empty, outcome: "not_checked", reason: none.notChecked };
  return { ...empty, outcome: "not_applicable", reason: none.notApplicable };
}

function isWithin({ min, max }: Rule, value: number): boolean {
  return (min === undefined || value >= min - NOISE) && (max === undefined || value <= max + NOISE);
}

function reasonsOf(unchecked: RuleResult["unchecked"]): string {
  const counts = new Map<string, number>();
  for (const { reason } of unchecked) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, count]) => `${count} × ${reason}`)
    .join("; ");
}

export type Status = "compliant" | "non_compliant" | "not_determined";

/** Compliant only if a rule ran, none failed and none stayed unchecked. */
export function statusOf(results: readonly RuleResult[]): Status {
  if (results.some(({ outcome }) => outcome === "failed")) return "non_compliant";
  const isWhole = results.every(({ outcome }) => outcome !== "not_checked");
  return isWhole && results.some(({ outcome }) => outcome === "passed") ? "compliant" : "not_determined";
}

import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import type { Element } from "../model/element.ts";
import { evaluate, type RuleResult, type Status, statusOf } from "../model/rules/evaluate.ts";
import type { RuleContext } from "../model/rules/measure.ts";
import type { Rule } from "../model/rules/rule.ts";
import { SUBJECTS } from "../model/rules/subjects.ts";
import { boundsOf } from "../model/shape/bounds.ts";
import type { BranchState } from "../model/state/branch-state.ts";
import { toMm } from "../model/units.ts";

/** Elements that an answer names one by one. */
const ISSUES_MAX = 60;
const UNCHECKED_MAX = 20;

const Bounds = z.object({ min: z.number().optional(), max: z.number().optional() });

const Check = z.object({
  rule_id: z.string(),
  title: z.string(),
  standard: z.string().nullable(),
  edition: z.string().nullable(),
  clause: z.string().nullable(),
  clause_verified: z.boolean().describe("Whether the number of the clause stood in a text that was read"),
  value_verified: z.boolean().describe("Whether the value stood in a text that was read"),
  source: z.string(),
  severity: z.string(),
  inputs: z.array(z.string()),
  unit: z.string(),
  required: Bounds,
  outcome: z.enum(["passed", "failed", "not_applicable", "not_checked"]),
  reason: z.string().nullable(),
  checked: z.int(),
  failed: z.int(),
  unchecked: z.int(),
  assumptions: z.array(z.string()),
});

export const Issue = z.object({
  code: z.string(),
  standard: z.string().nullable(),
  clause: z.string().nullable(),
  severity: z.string(),
  element_id: z.string().nullable().describe("Null where it is about the building as a whole"),
  message: z.string(),
  measured: z.number().nullable(),
  required: Bounds,
  unit: z.string(),
  location: z.array(z.number()).nullable().describe("Middle of the element, in mm"),
  suggested_fix: z.string(),
});

/** What every run of rules tells. */
export const RULED = {
  status: z
    .enum(["compliant", "non_compliant", "not_determined"])
    .describe("compliant only if at least one rule ran and none failed or stayed unchecked"),
  checks: z.array(Check),
  checks_run: z.array(z.string()).describe("Rules that passed or failed"),
  checks_skipped: z.array(z.object({ check: z.string(), reason: z.string() })),
  unchecked_elements: z.array(z.object({ rule_id: z.string(), element_id: z.string(), reason: z.string() })),
  issue_count: z.int(),
};

export interface RuleReport {
  readonly status: Status;
  /** What `RULED` says. */
  readonly told: JsonObject;
  readonly issues: readonly JsonObject[];
  readonly summary: JsonObject;
  readonly about: readonly string[];
  readonly warnings: readonly string[];
}

/** A building without doors cannot be entered: whatever else holds of it, it is not finished. */
const NO_DOORS = { check: "MODEL-DOORS", reason: "the model has no doors" };

/** Runs rules on a model and puts together what came of it. */
export function reportOf(rules: readonly Rule[], context: RuleContext): RuleReport {
  const results = rules.map((rule) => evaluate(rule, context));
  const hasDoors = SUBJECTS.doors.of(context).length > 0;
  const found = statusOf(results);
  const status = found === "compliant" && !hasDoors ? "not_determined" : found;
  const issues = issuesOf(context.state, results);
  const skipped = results
    .filter(({ outcome }) => outcome === "not_checked" || outcome === "not_applicable")
    .map(({ rule, reason }) => ({ check: rule.id, reason: reason ?? "" }));
  const ran = results.filter(({ outcome }) => outcome === "passed" || outcome === "failed").map(({ rule }) => rule.id);
  const count = (outcome: string) => results.filter((one) => one.outcome === outcome).length;
  return {
    status,
    told: {
      status,
      checks: results.map(shownCheck),
      checks_run: ran,
      checks_skipped: [...skipped, ...(hasDoors ? [] : [NO_DOORS])],
      unchecked_elements: uncheckedIn(results),
      issue_count: issues.length,
    },
    issues: issues.slice(0, ISSUES_MAX),
    summary: {
      status,
      passed: count("passed"),
      failed: count("failed"),
      not_checked: count("not_checked"),
      not_applicable: count("not_applicable"),
      issues: issues.length,
    },
    about: [...new Set(rules.flatMap(({ subject }) => SUBJECTS[subject].of(context).map(({ id }) => id)))].filter(
      (id) => id !== "",
    ),
    warnings: warningsOf(results, issues.length),
  };
}

function shownCheck({ rule, outcome, reason, checked, violations, unchecked, assumptions }: RuleResult): JsonObject {
  return {
    rule_id: rule.id,
    title: rule.title,
    standard: rule.standard,
    edition: rule.edition,
    clause: rule.clause,
    clause_verified: rule.clauseVerified,
    value_verified: rule.valueVerified,
    source: rule.source,
    severity: rule.severity,
    inputs: [...rule.inputs],
    unit: rule.unit,
    required: boundsIn(rule),
    outcome,
    reason,
    checked,
    failed: violations.length,
    unchecked: unchecked.length,
    assumptions: [...assumptions],
  };
}

function boundsIn({ min, max }: Rule): JsonObject {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function issuesOf(state: BranchState, results: readonly RuleResult[]): readonly JsonObject[] {
  return results.flatMap(({ rule, violations }) =>
    violations.map(({ element, measured }) => ({
      code: rule.id,
      standard: rule.standard,
      clause: rule.clause,
      severity: rule.severity,
      element_id: element.id === "" ? null : element.id,
      message: messageOf(rule, measured),
      measured: measured === null ? null : Math.round(measured * 1e6) / 1e6,
      required: boundsIn(rule),
      unit: rule.unit,
      location: middleOf(state, element),
      suggested_fix: rule.fix,
    })),
  );
}

function messageOf({ title, min, max, unit, valueVerified }: Rule, measured: number | null): string {
  const bounds = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  const value = measured === null ? "beyond all measure" : String(Math.round(measured * 1000) / 1000);
  const doubt = valueVerified ? "" : " (value not verified against the standard)";
  return `${title}: ${value}, required ${bounds.join(" and ")} ${unit}${doubt}`;
}

function middleOf(state: BranchState, element: Element): number[] | null {
  const box = element.id === "" ? undefined : boundsOf(state, element);
  if (box === undefined) return null;
  return [0, 1, 2].map((axis) => toMm(((box.min[axis] as number) + (box.max[axis] as number)) / 2));
}

function uncheckedIn(results: readonly RuleResult[]): JsonObject[] {
  return results
    .flatMap(({ rule, unchecked }) =>
      unchecked.map(({ element, reason }) => ({ rule_id: rule.id, element_id: element.id, reason })),
    )
    .slice(0, UNCHECKED_MAX);
}

function warningsOf(results: readonly RuleResult[], issues: number): string[] {
  const unverified = results.filter(({ rule }) => !rule.valueVerified).length;
  return [
    ...(unverified > 0 ? [`${unverified} of ${results.length} rules have values that were not verified.`] : []),
    ...(issues > ISSUES_MAX ? [`Only the first ${ISSUES_MAX} of ${issues} are named.`] : []),
  ];
}

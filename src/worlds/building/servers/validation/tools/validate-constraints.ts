import { z } from "zod";
import { type JsonObject, KernelError } from "../../../../../kernel/index.ts";
import type { Building, Where } from "../../../building.ts";
import { checkElement } from "../../../model/check/check-element.ts";
import { checkReferences } from "../../../model/check/check-references.ts";
import { CODES, codeOf } from "../../../model/codes.ts";
import { type Element, isBuilt } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { evaluate } from "../../../model/rules/evaluate.ts";
import { GEOMETRY_RULES } from "../../../model/rules/table/geometry.ts";
import type { BranchState } from "../../../model/state/branch-state.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

const ERRORS_MAX = 100;
const UNCHECKED_MAX = 50;

export const validateConstraints = defineCheck({
  name: "validate_constraints",
  title: "Check the rules of the model itself",
  description: [
    "Whether elements keep what every model here must keep: ends and lengths of walls, openings within their hosts and clear of each other, outlines that do not cross themselves, references that lead somewhere, everything within bounds.",
    "Every change is checked so before it is kept; this looks again at what stands there, also at what was brought in. Bodies without parameters are named as not_checked.",
  ].join("\n"),
  input: z.object({
    element_ids: z.array(ElementId).max(10_000).default([]).describe("Everything where it is left out or empty"),
    ...WHERE,
  }),
  output: z.object({
    status: z.enum(["valid", "invalid", "not_determined"]),
    constraint_errors: z.array(
      z.object({
        element_id: z.string(),
        rule: z.string(),
        code: z.int().nullable(),
        message: z.string(),
        measured: z.number().nullable(),
      }),
    ),
    error_count: z.int(),
    elements_checked: z.int(),
    not_checked: z.array(z.object({ element_id: z.string(), reason: z.string() })),
    not_checked_count: z.int(),
    ...CHECKED,
  }),
  async check({ element_ids }, where, building) {
    const { state } = where as Where;
    const elements = await elementsOf(building, where as Where, element_ids);
    const errors = elements.flatMap((element) => brokenBy(state, element));
    const measured = GEOMETRY_RULES.map((rule) =>
      evaluate(rule, { state, options: {} }, new Set(elements.map(({ id }) => id))),
    );
    for (const { rule, violations } of measured) {
      for (const { element, measured: value } of violations) {
        errors.push({ element_id: element.id, rule: rule.id, code: null, message: rule.title, measured: value });
      }
    }
    const unchecked = new Map(
      measured.flatMap((one) => one.unchecked).map(({ element, reason }) => [element.id, reason] as const),
    );
    for (const { id } of elements.filter(({ type }) => type === "mesh")) {
      unchecked.set(id, "it was brought in as a fixed body, without parameters");
    }
    const checked = elements.length - unchecked.size;
    const status = errors.length > 0 ? "invalid" : unchecked.size > 0 || checked === 0 ? "not_determined" : "valid";
    const facts = {
      status,
      error_count: errors.length,
      elements_checked: checked,
      not_checked_count: unchecked.size,
    };
    return {
      answer: {
        ...facts,
        constraint_errors: errors.slice(0, ERRORS_MAX),
        not_checked: [...unchecked].slice(0, UNCHECKED_MAX).map(([element_id, reason]) => ({ element_id, reason })),
      },
      summary: facts,
      about: elements.map(({ id }) => id),
      warnings: elements.length === 0 ? ["There is nothing to check."] : [],
    };
  },
});

async function elementsOf(building: Building, where: Where, ids: readonly string[]): Promise<readonly Element[]> {
  const found: Element[] = [];
  for (const id of ids) found.push(await building.require(where, id));
  const all = ids.length === 0 ? [...where.state.all()].filter(isBuilt) : found;
  return [...new Map(all.map((one) => [one.id, one])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a change to it would be refused for. */
function brokenBy(state: BranchState, element: Element): JsonObject[] {
  const broken: JsonObject[] = [];
  const asChanged = new Map([[element.id, element]]);
  for (const look of [
    () => checkReferences(state, element.id, element),
    () => checkElement(state, element, asChanged),
  ]) {
    try {
      look();
    } catch (error) {
      const own = error instanceof KernelError ? codeOf(error) : undefined;
      if (own === undefined) throw error;
      const { message } = error as KernelError;
      broken.push({ element_id: element.id, rule: own.code, code: CODES[own.code].number, message, measured: null });
    }
  }
  return broken;
}

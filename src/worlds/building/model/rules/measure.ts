import type { Element } from "../element.ts";
import type { BranchState } from "../state/branch-state.ts";

/** What a check is told besides the model. */
export interface RuleOptions {
  /** How many people are in the building. */
  readonly occupancy?: number;
}

export interface RuleContext {
  readonly state: BranchState;
  readonly options: RuleOptions;
}

/** A measure of one subject: a value, why there is none, or why the rule is not for it. */
export type Measured =
  | { readonly value: number; readonly assumption?: string }
  | { readonly notChecked: string }
  | { readonly notApplicable: string };

export type Measure = (context: RuleContext, element: Element) => Measured;

/** What a rule is about. */
export interface Subjects {
  of(context: RuleContext): readonly Element[];
  /** What it means that there is none: the rule is not for this model, or it cannot be checked. */
  readonly none: { readonly notChecked: string } | { readonly notApplicable: string };
}

import type { MEASURES } from "./measures/index.ts";
import type { SUBJECTS } from "./subjects.ts";

export const STANDARDS = ["IBC", "BS9999", "ADA", "DDA", "ISO19650", "Eurocode"] as const;
export type Standard = (typeof STANDARDS)[number];

export const SEVERITIES = ["info", "warning", "error", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A rule is data: what is measured of what, and between which bounds it must lie. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  /** The standard it comes from; none for rules of this product. */
  readonly standard: Standard | null;
  readonly edition: string | null;
  readonly clause: string | null;
  /** Whether the number of the clause, and the value, stood in a text that was read. */
  readonly clauseVerified: boolean;
  readonly valueVerified: boolean;
  /** Where the value was read; `unverified` where it was in no text. */
  readonly source: string;
  readonly severity: Severity;
  /** What it is about, and what of it is measured. */
  readonly subject: keyof typeof SUBJECTS;
  readonly measure: keyof typeof MEASURES;
  /** Which parameters the measure is taken from. */
  readonly inputs: readonly string[];
  readonly unit: "mm" | "m2" | "minutes" | "ratio" | "count";
  readonly min?: number;
  readonly max?: number;
  /** What helps where it fails. */
  readonly fix: string;
}

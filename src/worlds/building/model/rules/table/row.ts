import type { Rule } from "../rule.ts";

type Given = Omit<Rule, "clauseVerified" | "valueVerified" | "source" | "severity" | "unit" | "edition" | "clause"> &
  Partial<Rule>;

/** A rule as its table writes it: in mm, an error, and from memory unless it says where it was read. */
export function rule(given: Given): Rule {
  return {
    edition: null,
    clause: null,
    clauseVerified: false,
    valueVerified: false,
    source: "unverified",
    severity: "error",
    unit: "mm",
    ...given,
  };
}

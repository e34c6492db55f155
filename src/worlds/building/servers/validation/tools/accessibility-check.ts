import { z } from "zod";
import type { Where } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { ACCESS_RULES } from "../../../model/rules/table/access.ts";
import { Issue, RULED, reportOf } from "../../../read/rule-report.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

export const accessibilityCheck = defineCheck({
  name: "accessibility_check",
  title: "Check access for everybody",
  description: [
    "Clear widths of doors and corridors and turning space in sanitary rooms, by ADA, DDA or both. Corridors and sanitary rooms are known by their room_type.",
    "A door's clear width is its clear_width, else its width less an allowance that the answer names. What could not be checked stands in checks_skipped, and then the status is not compliant.",
  ].join("\n"),
  input: z.object({ standard: z.enum(["ADA", "DDA", "both"]).default("both"), ...WHERE }),
  output: z.object({ standard: z.string(), violations: z.array(Issue), ...RULED, ...CHECKED }),
  check({ standard }, where) {
    const { state } = where as Where;
    const rules = ACCESS_RULES.filter((rule) => standard === "both" || rule.standard === standard);
    const { told, issues, summary, about, warnings } = reportOf(rules, { state, options: {} });
    return {
      answer: { standard, violations: [...issues], ...told },
      summary: { standard, ...summary },
      about,
      warnings,
    };
  },
});

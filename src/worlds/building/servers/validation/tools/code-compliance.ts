import { z } from "zod";
import type { Where } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { SEVERITIES, STANDARDS } from "../../../model/rules/rule.ts";
import { RULES } from "../../../model/rules/table/index.ts";
import { Issue, RULED, reportOf } from "../../../read/rule-report.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

export const codeCompliance = defineCheck({
  name: "code_compliance",
  title: "Check against a building code",
  description: [
    "Runs the rules of one standard that can truly be evaluated on this model, and names every element that breaks one, with what was measured and what is required.",
    "status is compliant only if at least one rule ran and none failed or stayed unchecked; not_determined where something could not be checked, with the reasons in checks_skipped. A model without doors is never compliant.",
    "Rules whose value or clause stood in no text that was read say value_verified or clause_verified false: check those against your edition. Ways out are checked by egress_analysis, fire by fire_rating_check.",
  ].join("\n"),
  input: z.object({
    standard: z.enum(STANDARDS),
    severity_threshold: z.enum(SEVERITIES).describe("Rules of a lesser severity are left aside"),
    ...WHERE,
  }),
  output: z.object({
    standard: z.string(),
    severity_threshold: z.string(),
    issues: z.array(Issue),
    left_aside: z.array(z.string()).describe("Rules below the threshold"),
    ...RULED,
    ...CHECKED,
  }),
  check({ standard, severity_threshold }, where) {
    const { state } = where as Where;
    const own = RULES.filter((rule) => rule.standard === standard);
    const least = SEVERITIES.indexOf(severity_threshold);
    const counted = own.filter(({ severity }) => SEVERITIES.indexOf(severity) >= least);
    const { told, issues, summary, about, warnings } = reportOf(counted, { state, options: {} });
    const leftAside = own.filter((rule) => !counted.includes(rule)).map(({ id }) => id);
    return {
      answer: { standard, severity_threshold, issues: [...issues], left_aside: leftAside, ...told },
      summary: { standard, severity_threshold, ...summary },
      about,
      warnings,
    };
  },
});

import { z } from "zod";
import type { Where } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { STRUCTURE_RULES } from "../../../model/rules/table/structure.ts";
import { Issue, RULED, reportOf } from "../../../read/rule-report.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

export const structuralCheck = defineCheck({
  name: "structural_check",
  title: "Look where an engineer should look",
  description: [
    "Rules of thumb on what holds the building up: span to depth of beams, slenderness of columns, floors and columns with nothing below, openings in walls that carry.",
    "These are no calculation and replace no engineer. Elements without a material stay unchecked and are named.",
  ].join("\n"),
  input: z.object({ ...WHERE }),
  output: z.object({ data_warnings: z.array(Issue), ...RULED, ...CHECKED }),
  check(_input, where) {
    const { state } = where as Where;
    const { told, issues, summary, about, warnings } = reportOf(STRUCTURE_RULES, { state, options: {} });
    return { answer: { data_warnings: [...issues], ...told }, summary, about, warnings };
  },
});

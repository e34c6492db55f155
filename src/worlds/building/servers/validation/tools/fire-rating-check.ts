import { z } from "zod";
import type { Where } from "../../../building.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { FIRE_RULES } from "../../../model/rules/table/fire.ts";
import { Issue, RULED, reportOf } from "../../../read/rule-report.ts";
import { defineCheck } from "../../../write/check.ts";
import { CHECKED } from "../answers.ts";

export const fireRatingCheck = defineCheck({
  name: "fire_rating_check",
  title: "Check fire ratings",
  description: [
    "Fire ratings of walls along corridors, exit stairs and shafts, and of doors in rated walls. Rooms are known by their room_type.",
    "An element without a fire_rating is not taken for one that has none: it stays unchecked, and recommendations says what to fill in.",
  ].join("\n"),
  input: z.object({ ...WHERE }),
  output: z.object({ violations: z.array(Issue), recommendations: z.array(z.string()), ...RULED, ...CHECKED }),
  check(_input, where) {
    const { state } = where as Where;
    const { told, issues, summary, about, warnings } = reportOf(FIRE_RULES, { state, options: {} });
    const skipped = told.checks_skipped as readonly { check: string; reason: string }[];
    const recommendations = [
      ...new Set(issues.map(({ code, suggested_fix }) => `${code}: ${suggested_fix}`)),
      ...skipped.map(({ check, reason }) => `${check} was not checked: ${reason}.`),
    ];
    return { answer: { violations: [...issues], recommendations, ...told }, summary, about, warnings };
  },
});

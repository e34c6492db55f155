import type { Rule } from "../rule.ts";
import { ACCESS_RULES } from "./access.ts";
import { CODE_RULES } from "./building-codes.ts";
import { EGRESS_RULES, TRAVEL_RULES } from "./egress.ts";
import { FIRE_RULES } from "./fire.ts";
import { GEOMETRY_RULES } from "./geometry.ts";
import { STRUCTURE_RULES } from "./structure.ts";

/** Every rule there is. */
export const RULES: readonly Rule[] = [
  ...ACCESS_RULES,
  ...CODE_RULES,
  ...STRUCTURE_RULES,
  ...FIRE_RULES,
  ...EGRESS_RULES,
  ...TRAVEL_RULES,
  ...GEOMETRY_RULES,
];

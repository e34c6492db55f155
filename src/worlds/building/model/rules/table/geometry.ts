import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

/** What every model of this product must keep. */
export const GEOMETRY_RULES: readonly Rule[] = [
  rule({
    id: "GEOM-001",
    title: "Walls are at least 100 mm long",
    standard: null,
    source: "a rule of this product",
    valueVerified: true,
    subject: "walls",
    measure: "wall.length",
    inputs: ["start", "end"],
    min: 100,
    fix: "Move an end of the wall.",
  }),
  rule({
    id: "GEOM-003",
    title: "Walls have a thickness",
    standard: null,
    source: "a rule of this product",
    valueVerified: true,
    subject: "walls",
    measure: "wall.thickness",
    inputs: ["thickness"],
    min: 1,
    fix: "Give the wall a thickness.",
  }),
  rule({
    id: "GEOM-004",
    title: "Walls have a height",
    standard: null,
    source: "a rule of this product",
    valueVerified: true,
    subject: "walls",
    measure: "wall.height",
    inputs: ["height"],
    min: 1,
    fix: "Give the wall a height.",
  }),
  rule({
    id: "GEOM-005",
    title: "Openings lie within their walls",
    standard: null,
    source: "a rule of this product",
    valueVerified: true,
    subject: "openings",
    measure: "opening.margin",
    inputs: ["offset", "width", "height", "sill_height", "base_height"],
    min: 0,
    fix: "Move the opening, or make it smaller.",
  }),
];

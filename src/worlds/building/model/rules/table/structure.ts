import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

const BEAM = { subject: "beams", inputs: ["start", "end", "profile", "material"], unit: "ratio" } as const;
const COLUMN = {
  subject: "columns",
  inputs: ["base_level", "top_level", "profile", "material"],
  unit: "ratio",
} as const;

/** What holds a building up, by rules of thumb: they tell where an engineer should look, and replace none. */
export const STRUCTURE_RULES: readonly Rule[] = [
  rule({
    id: "EC-STEEL-BEAM-SPAN",
    title: "Span to depth of steel beams",
    standard: "Eurocode",
    ...BEAM,
    measure: "beam.steel_span_to_depth",
    max: 24,
    severity: "warning",
    fix: "Use a deeper beam or a shorter span.",
  }),
  rule({
    id: "EC-CONCRETE-BEAM-SPAN",
    title: "Span to depth of concrete beams",
    standard: "Eurocode",
    ...BEAM,
    measure: "beam.concrete_span_to_depth",
    max: 20,
    severity: "warning",
    fix: "Use a deeper beam or a shorter span.",
  }),
  rule({
    id: "EC-TIMBER-BEAM-SPAN",
    title: "Span to depth of timber beams",
    standard: "Eurocode",
    ...BEAM,
    measure: "beam.timber_span_to_depth",
    max: 18,
    severity: "warning",
    fix: "Use a deeper beam or a shorter span.",
  }),
  rule({
    id: "EC-STEEL-COLUMN-SLENDERNESS",
    title: "Slenderness of steel columns",
    standard: "Eurocode",
    ...COLUMN,
    measure: "column.steel_slenderness",
    max: 200,
    fix: "Use a larger section or a shorter column.",
  }),
  rule({
    id: "EC-CONCRETE-COLUMN-SLENDERNESS",
    title: "Height to width of concrete columns",
    standard: "Eurocode",
    ...COLUMN,
    measure: "column.concrete_slenderness",
    max: 25,
    fix: "Use a larger section or a shorter column.",
  }),
  rule({
    id: "STRUCT-FLOOR-SUPPORT",
    title: "Floors rest on something",
    standard: null,
    subject: "floors",
    measure: "element.gap_below",
    inputs: ["boundary_points", "thickness", "elevation", "level_id"],
    max: 10,
    fix: "Put walls, columns or beams below the floor.",
  }),
  rule({
    id: "STRUCT-COLUMN-SUPPORT",
    title: "Columns go on below",
    standard: null,
    subject: "columns",
    measure: "element.gap_below",
    inputs: ["location", "base_level"],
    max: 10,
    fix: "Put a column, wall, beam or floor below the column.",
  }),
  rule({
    id: "STRUCT-WALL-OPENINGS",
    title: "Openings in walls that carry",
    standard: null,
    subject: "walls",
    measure: "wall.open_share",
    inputs: ["wall_type", "start", "end"],
    unit: "ratio",
    max: 0.6,
    severity: "warning",
    fix: "Make the openings smaller, or let something else carry.",
  }),
];

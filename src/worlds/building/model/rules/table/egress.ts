import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

/** How far people may have to walk, in mm, by what a building is used for. */
export const TRAVEL_MM = {
  assembly: 61_000,
  business: 61_000,
  educational: 61_000,
  residential: 61_000,
  factory: 76_000,
  storage: 122_000,
} as const;
export type Use = keyof typeof TRAVEL_MM;

const travel = (max: number): Rule =>
  rule({
    id: `EGRESS-TRAVEL-${max / 1000}`,
    title: `Way to an exit, at most ${max / 1000} m`,
    standard: null,
    subject: "rooms",
    measure: "room.travel_distance",
    inputs: ["boundary_points", "doors", "stairs"],
    severity: "critical",
    max,
    fix: "Add an exit nearer to the room.",
  });

export const TRAVEL_RULES: readonly Rule[] = [...new Set<number>(Object.values(TRAVEL_MM))].map(travel);

export const EGRESS_RULES: readonly Rule[] = [
  rule({
    id: "EGRESS-DOORS",
    title: "Two ways out of rooms above 50 m²",
    standard: null,
    subject: "rooms",
    measure: "room.doors_if_large",
    inputs: ["boundary_points", "doors"],
    unit: "count",
    severity: "critical",
    min: 2,
    fix: "Add a second door to the room.",
  }),
  rule({
    id: "EGRESS-EXITS",
    title: "Two exits of a building above 50 m²",
    standard: null,
    subject: "building",
    measure: "building.exits_if_large",
    inputs: ["boundary_points", "doors"],
    unit: "count",
    severity: "critical",
    min: 2,
    fix: "Add a second door that leads outside.",
  }),
  rule({
    id: "EGRESS-EXIT-WIDTH",
    title: "Clear width of exits for each person",
    standard: null,
    subject: "building",
    measure: "building.exit_width_per_person",
    inputs: ["occupancy", "clear_width", "width", "door_type"],
    severity: "critical",
    min: 5,
    fix: "Add exits, or make them wider.",
  }),
];

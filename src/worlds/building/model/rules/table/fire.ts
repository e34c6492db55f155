import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

const WALLS = {
  subject: "rooms",
  inputs: ["room_type", "fire_rating"],
  unit: "minutes",
  severity: "critical",
} as const;
const FIX = "Give the walls a higher fire_rating.";

/** What withstands a fire, and for how long. */
export const FIRE_RULES: readonly Rule[] = [
  rule({
    id: "FIRE-CORRIDOR-WALLS",
    title: "Walls along corridors",
    standard: null,
    ...WALLS,
    measure: "room.corridor_wall_rating",
    min: 60,
    fix: FIX,
  }),
  rule({
    id: "FIRE-STAIR-WALLS",
    title: "Walls around exit stairs",
    standard: null,
    ...WALLS,
    measure: "room.stair_wall_rating",
    min: 120,
    fix: FIX,
  }),
  rule({
    id: "FIRE-SHAFT-WALLS",
    title: "Walls around shafts",
    standard: null,
    ...WALLS,
    measure: "room.shaft_wall_rating",
    min: 120,
    fix: FIX,
  }),
  rule({
    id: "FIRE-DOORS",
    title: "Doors in rated walls, against the wall",
    standard: null,
    subject: "doors",
    measure: "door.rating_to_wall",
    inputs: ["fire_rating"],
    unit: "ratio",
    severity: "critical",
    min: 0.75,
    fix: "Give the door a higher fire_rating.",
  }),
];

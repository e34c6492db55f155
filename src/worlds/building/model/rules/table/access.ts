import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

const DOOR = {
  subject: "doors",
  measure: "door.clear_width",
  inputs: ["clear_width", "width", "door_type", "frame_width", "leaf_thickness"],
} as const;
const CORRIDOR = {
  subject: "rooms",
  measure: "room.corridor_width",
  inputs: ["boundary_points", "room_type"],
} as const;
const TURNING = { subject: "rooms", measure: "room.turning_circle", inputs: ["boundary_points", "room_type"] } as const;

/** Access for everybody. */
export const ACCESS_RULES: readonly Rule[] = [
  rule({
    id: "ADA-DOOR-CLEAR-WIDTH",
    title: "Clear width of doors",
    standard: "ADA",
    edition: "2010",
    clause: "404.2.3",
    valueVerified: true,
    source: "value read under the older ADAAG 4.13.5",
    ...DOOR,
    min: 815,
    fix: "Make the door wider, or give its measured clear_width.",
  }),
  rule({
    id: "ADA-ROUTE-WIDTH",
    title: "Clear width of accessible routes",
    standard: "ADA",
    edition: "2010",
    clause: "403.5.1",
    valueVerified: true,
    source: "value read in the text of the standard",
    ...CORRIDOR,
    min: 915,
    fix: "Make the corridor wider.",
  }),
  rule({
    id: "ADA-TURNING",
    title: "Turning space in sanitary rooms",
    standard: "ADA",
    edition: "2010",
    clause: "304.3.1",
    ...TURNING,
    min: 1525,
    fix: "Make the room larger.",
  }),
  rule({
    id: "DDA-DOOR-CLEAR-WIDTH",
    title: "Clear width of doors",
    standard: "DDA",
    ...DOOR,
    min: 800,
    fix: "Make the door wider, or give its measured clear_width.",
  }),
  rule({
    id: "DDA-CORRIDOR-WIDTH",
    title: "Clear width of corridors",
    standard: "DDA",
    ...CORRIDOR,
    min: 1200,
    fix: "Make the corridor wider.",
  }),
  rule({
    id: "DDA-TURNING",
    title: "Turning space in sanitary rooms",
    standard: "DDA",
    ...TURNING,
    min: 1500,
    fix: "Make the room larger.",
  }),
];

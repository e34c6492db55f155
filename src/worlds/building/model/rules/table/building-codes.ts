import type { Rule } from "../rule.ts";
import { rule } from "./row.ts";

const DOOR_WIDTH = ["clear_width", "width", "door_type", "frame_width", "leaf_thickness"];

const IBC: readonly Rule[] = [
  rule({
    id: "IBC-CEILING-HEIGHT",
    title: "Ceiling height of means of egress",
    standard: "IBC",
    edition: "2015",
    clause: "1003.2",
    clauseVerified: true,
    valueVerified: true,
    source: "clause and value read in the text of the code",
    subject: "rooms",
    measure: "room.height",
    inputs: ["height"],
    min: 2286,
    fix: "Raise the ceiling.",
  }),
  rule({
    id: "IBC-DOOR-CLEAR-WIDTH",
    title: "Clear width of egress doors",
    standard: "IBC",
    edition: "2021",
    clause: "1010.1.1",
    subject: "doors",
    measure: "door.clear_width",
    inputs: DOOR_WIDTH,
    min: 813,
    fix: "Make the door wider, or give its measured clear_width.",
  }),
  rule({
    id: "IBC-DOOR-HEIGHT",
    title: "Clear height of egress doors",
    standard: "IBC",
    edition: "2021",
    clause: "1010.1.1",
    subject: "doors",
    measure: "door.height",
    inputs: ["height"],
    min: 2032,
    fix: "Make the door higher.",
  }),
  rule({
    id: "IBC-CORRIDOR-WIDTH",
    title: "Width of corridors",
    standard: "IBC",
    edition: "2021",
    clause: "Table 1020.3",
    subject: "rooms",
    measure: "room.corridor_width",
    inputs: ["boundary_points", "room_type"],
    min: 1118,
    fix: "Make the corridor wider.",
  }),
  ...stairs("IBC", [
    ["STAIR-WIDTH", "Width of stairs", "stair.width", ["width"], { min: 1118, clause: "1011.2" }],
    [
      "STAIR-RISER",
      "Height of risers",
      "stair.riser_height",
      ["riser_height"],
      { min: 102, max: 178, clause: "1011.5.2" },
    ],
    ["STAIR-TREAD", "Depth of treads", "stair.tread_depth", ["tread_depth"], { min: 279, clause: "1011.5.2" }],
    ["STAIR-HEADROOM", "Headroom of stairs", "stair.headroom", ["headroom"], { min: 2032, clause: "1011.3" }],
  ]),
];

const BS9999: readonly Rule[] = [
  rule({
    id: "BS9999-DOOR-CLEAR-WIDTH",
    title: "Clear width of exit doors",
    standard: "BS9999",
    subject: "doors",
    measure: "door.clear_width",
    inputs: DOOR_WIDTH,
    min: 800,
    fix: "Make the door wider, or give its measured clear_width.",
  }),
  ...stairs("BS9999", [
    ["STAIR-WIDTH", "Width of stairs", "stair.width", ["width"], { min: 900 }],
    ["STAIR-RISER", "Height of risers", "stair.riser_height", ["riser_height"], { min: 150, max: 200 }],
    ["STAIR-TREAD", "Depth of treads", "stair.tread_depth", ["tread_depth"], { min: 250 }],
    [
      "STAIR-STEP",
      "Twice the riser and the tread",
      "stair.step_length",
      ["riser_height", "tread_depth"],
      { min: 550, max: 700, severity: "warning" },
    ],
    ["STAIR-HEADROOM", "Headroom of stairs", "stair.headroom", ["headroom"], { min: 2000 }],
    [
      "STAIR-FLIGHT",
      "Risers of a flight",
      "stair.risers_of_flight",
      ["risers", "stair_type"],
      { max: 16, unit: "count" },
    ],
  ]),
];

type StairRow = readonly [
  id: string,
  title: string,
  measure: Rule["measure"],
  inputs: readonly string[],
  more: Partial<Rule>,
];

function stairs(standard: "IBC" | "BS9999", rows: readonly StairRow[]): readonly Rule[] {
  return rows.map(([id, title, measure, inputs, more]) =>
    rule({
      id: `${standard}-${id}`,
      title,
      standard,
      edition: standard === "IBC" ? "2021" : null,
      subject: "stairs",
      measure,
      inputs,
      fix: "Change the stair.",
      ...more,
    }),
  );
}

const ISO19650: readonly Rule[] = [
  rule({
    id: "ISO19650-ROOM-NUMBERS",
    title: "Each room is known by a number of its own",
    standard: "ISO19650",
    subject: "rooms",
    measure: "room.same_number",
    inputs: ["number"],
    unit: "count",
    max: 1,
    severity: "warning",
    fix: "Give the room a number that no other has.",
  }),
];

/** Building codes, apart from fire, ways out and structure. */
export const CODE_RULES: readonly Rule[] = [...IBC, ...BS9999, ...ISO19650];

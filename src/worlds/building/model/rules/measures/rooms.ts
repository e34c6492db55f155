import { type Element, points, text } from "../../element.ts";
import { boundsOf } from "../../space/room-bounds.ts";
import { toMm } from "../../units.ts";
import type { Measure, Measured, RuleContext } from "../measure.ts";
import { narrowestOf, widestCircleOf } from "../outline.ts";
import { meshReason } from "../subjects.ts";

/** What a room is used for, by the words that people use for it. */
const USES = {
  corridor: /corridor|hallway|passage|circulation|flur|gang/i,
  sanitary: /toilet|wc|bath|restroom|lavatory|washroom|shower/i,
  stair: /stair|treppe/i,
  shaft: /shaft|riser|duct/i,
} as const;

/** Applies a measure to rooms of one use only. */
function ofUse(use: keyof typeof USES, measure: Measure): Measure {
  return (context, room) => {
    const type = meshReason(room) === undefined ? text(room, "room_type") : undefined;
    if (type === undefined) return meshReason(room) ?? { notChecked: "it says no room_type" };
    return USES[use].test(type) ? measure(context, room) : { notApplicable: `it is no ${use}` };
  };
}

export const roomHeight: Measure = (_context, room) => {
  return meshReason(room) ?? { value: toMm(Number(room.parameters.height)) };
};

export const corridorWidth: Measure = ofUse("corridor", (_context, room) => ({
  value: toMm(narrowestOf(points(room, "boundary_points"))),
  assumption: "width of the room's outline; what stands in it is not looked at",
}));

export const turningCircle: Measure = ofUse("sanitary", (_context, room) => ({
  value: toMm(widestCircleOf(points(room, "boundary_points"))),
  assumption: "widest circle in the room's outline; fittings are not looked at",
}));

const leastRating: Measure = ({ state }, room) => {
  const walls = new Map(boundsOf(state, room).stretches.map(({ wall }) => [wall.id, wall]));
  if (walls.size === 0) return { notChecked: "no walls stand along it" };
  const ratings = [...walls.values()].map(({ parameters }) => parameters.fire_rating);
  if (ratings.some((rating) => typeof rating !== "number"))
    return { notChecked: "a wall along it says no fire_rating" };
  return { value: Math.min(...(ratings as number[])) };
};

export const corridorWallRating: Measure = ofUse("corridor", leastRating);
export const stairWallRating: Measure = ofUse("stair", leastRating);
export const shaftWallRating: Measure = ofUse("shaft", leastRating);

/** How many rooms bear its number. */
export const roomsOfNumber: Measure = ({ state }: RuleContext, room: Element): Measured => {
  const number = meshReason(room) === undefined ? text(room, "number") : undefined;
  if (number === undefined) return meshReason(room) ?? { notChecked: "it has no number" };
  return { value: state.ofType("room").filter((other) => text(other, "number") === number).length };
};

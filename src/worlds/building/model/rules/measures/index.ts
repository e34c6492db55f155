import type { Measure } from "../measure.ts";
import { doorClearWidth, doorHeight, doorToWallRating } from "./doors.ts";
import { doorsOfLargeRoom, exitsOfLargeBuilding, exitWidthPerPerson, travelDistance } from "./egress.ts";
import {
  corridorWallRating,
  corridorWidth,
  roomHeight,
  roomsOfNumber,
  shaftWallRating,
  stairWallRating,
  turningCircle,
} from "./rooms.ts";
import { riserHeight, risersOfFlight, stairHeadroom, stairWidth, stepLength, treadDepth } from "./stairs.ts";
import {
  concreteBeamSpan,
  concreteColumnSlenderness,
  gapBelow,
  openingMargin,
  openShare,
  steelBeamSpan,
  steelColumnSlenderness,
  timberBeamSpan,
  wallHeight,
  wallLength,
  wallThickness,
} from "./structure.ts";

/** Everything that rules measure, by the names they use. */
export const MEASURES = {
  "door.clear_width": doorClearWidth,
  "door.height": doorHeight,
  "door.rating_to_wall": doorToWallRating,
  "room.height": roomHeight,
  "room.corridor_width": corridorWidth,
  "room.turning_circle": turningCircle,
  "room.corridor_wall_rating": corridorWallRating,
  "room.stair_wall_rating": stairWallRating,
  "room.shaft_wall_rating": shaftWallRating,
  "room.same_number": roomsOfNumber,
  "room.travel_distance": travelDistance,
  "room.doors_if_large": doorsOfLargeRoom,
  "building.exits_if_large": exitsOfLargeBuilding,
  "building.exit_width_per_person": exitWidthPerPerson,
  "stair.width": stairWidth,
  "stair.riser_height": riserHeight,
  "stair.tread_depth": treadDepth,
  "stair.step_length": stepLength,
  "stair.headroom": stairHeadroom,
  "stair.risers_of_flight": risersOfFlight,
  "beam.steel_span_to_depth": steelBeamSpan,
  "beam.concrete_span_to_depth": concreteBeamSpan,
  "beam.timber_span_to_depth": timberBeamSpan,
  "column.concrete_slenderness": concreteColumnSlenderness,
  "column.steel_slenderness": steelColumnSlenderness,
  "element.gap_below": gapBelow,
  "wall.open_share": openShare,
  "wall.length": wallLength,
  "wall.thickness": wallThickness,
  "wall.height": wallHeight,
  "opening.margin": openingMargin,
} as const satisfies Record<string, Measure>;

import { type Element, points } from "../../element.ts";
import { areaOf } from "../../shape/polygon.ts";
import { lengthOf, minus } from "../../shape/vectors.ts";
import { boundsOf, holesOf } from "../../space/room-bounds.ts";
import { isWalkedThrough, type WalkableGraph, walkableGraphOf, waysOut } from "../../space/walkable.ts";
import type { BranchState } from "../../state/branch-state.ts";
import { rounded, toMm } from "../../units.ts";
import type { Measure } from "../measure.ts";
import { meshReason } from "../subjects.ts";
import { clearWidthOf } from "./doors.ts";

const kept = new WeakMap<BranchState, { graph: WalkableGraph; out: ReturnType<typeof waysOut> }>();

/** The ways out of a model, found once. */
export function egressOf(state: BranchState) {
  let known = kept.get(state);
  if (known === undefined) {
    const graph = walkableGraphOf(state);
    known = { graph, out: waysOut(graph) };
    kept.set(state, known);
  }
  return known;
}

/** From the furthest corner of a room over its middle to the nearest door that leads outside. */
export const travelDistance: Measure = ({ state }, room) => {
  const mesh = meshReason(room);
  if (mesh !== undefined) return mesh;
  const { graph, out } = egressOf(state);
  if (graph.exits.length === 0) return { notChecked: "no door leads outside" };
  const way = out.get(room.id);
  // No way out at all is further than any limit.
  if (way === undefined) return { value: Number.POSITIVE_INFINITY };
  return {
    value: toMm(furthestCorner(graph, room) + way.distance),
    assumption: "from the furthest corner over the middles of rooms to the door; furniture is not walked around",
  };
};

function furthestCorner({ rooms }: WalkableGraph, room: Element): number {
  const [x = 0, y = 0] = rooms.get(room.id)?.centre ?? [];
  return Math.max(...points(room, "boundary_points").map((corner) => lengthOf(minus(corner, [x, y]))));
}

/** Rooms, and buildings, up to this size need one door only. */
const ONE_DOOR_M2 = 50;

/** How many ways lead out of a large room. */
export const doorsOfLargeRoom: Measure = ({ state }, room) => {
  const mesh = meshReason(room);
  if (mesh !== undefined) return mesh;
  const area = rounded(areaOf(points(room, "boundary_points")));
  if (area <= ONE_DOOR_M2) return { notApplicable: `it has no more than ${ONE_DOOR_M2} m²` };
  const bounds = boundsOf(state, room);
  if (bounds.stretches.length === 0) return { notChecked: "no walls stand along it" };
  return { value: holesOf(state, bounds).filter(isWalkedThrough).length };
};

/** How many doors of a building that is not small lead outside. */
export const exitsOfLargeBuilding: Measure = ({ state }) => {
  const rooms = state.ofType("room");
  const area = rooms.reduce((sum, room) => sum + areaOf(points(room, "boundary_points")), 0);
  const { exits } = egressOf(state).graph;
  if (rooms.length === 0 || exits.length === 0) return { notChecked: "no door leads outside" };
  if (rounded(area) <= ONE_DOOR_M2) return { notApplicable: `its rooms have no more than ${ONE_DOOR_M2} m²` };
  return { value: exits.length };
};

/** The clear width of all doors that lead outside, for each person. */
export const exitWidthPerPerson: Measure = ({ state, options: { occupancy } }) => {
  if (occupancy === undefined || occupancy === 0) return { notChecked: "how many people there are is not said" };
  const { exits } = egressOf(state).graph;
  if (exits.length === 0) return { notChecked: "no door leads outside" };
  const widths = exits.map(({ via }) =>
    via.type === "door" ? clearWidthOf(via).value : toMm(Number(via.parameters.width)),
  );
  return {
    value: widths.reduce((sum, width) => sum + width, 0) / occupancy,
    assumption: "clear widths as measured, else less the allowance of the type of door",
  };
};

import { type Element, text } from "../../element.ts";
import { toMm } from "../../units.ts";
import type { Measure, Measured } from "../measure.ts";
import { meshReason } from "../subjects.ts";

/** What frame, stops and leaf take of an opening, in mm, where nobody measured it. */
const ALLOWANCE_MM: Readonly<Record<string, number>> = {
  single: 60,
  double: 80,
  sliding: 50,
  pocket: 50,
  "bi-fold": 120,
};

/** How wide a door is when it stands open. */
export const doorClearWidth: Measure = (_context, door) => meshReason(door) ?? clearWidthOf(door);

/** As it was measured, else from what is known of its frame and leaf, else with the allowance of its type. */
export function clearWidthOf(door: Element): Extract<Measured, { value: number }> {
  const { clear_width, width, frame_width, leaf_thickness } = door.parameters;
  if (typeof clear_width === "number") return { value: toMm(clear_width) };
  const opening = toMm(Number(width));
  if (typeof frame_width === "number" && typeof leaf_thickness === "number") {
    const value = opening - 2 * toMm(frame_width) - toMm(leaf_thickness);
    return { value, assumption: "clear width taken as width less two frames and the leaf" };
  }
  const type = text(door, "door_type") ?? "single";
  const allowance = ALLOWANCE_MM[type] ?? 60;
  return {
    value: opening - allowance,
    assumption: `clear width of a ${type} door taken as its width less ${allowance} mm`,
  };
}

export const doorHeight: Measure = (_context, door) => {
  const { height } = door.parameters;
  return meshReason(door) ?? { value: toMm(Number(height)) };
};

/** A door in a wall that is rated, against the wall. */
export const doorToWallRating: Measure = ({ state }, door) => {
  const mesh = meshReason(door);
  if (mesh !== undefined) return mesh;
  const wall = state.get(text(door, "wall_id") ?? "")?.parameters.fire_rating;
  if (typeof wall !== "number") return { notChecked: "its wall says no fire_rating" };
  if (wall === 0) return { notApplicable: "its wall needs to withstand no fire" };
  const own = door.parameters.fire_rating;
  return typeof own === "number" ? { value: own / wall } : { notChecked: "it says no fire_rating" };
};

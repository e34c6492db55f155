import { type Element, measure, text } from "../../element.ts";
import { toMm } from "../../units.ts";
import type { Measure, Measured } from "../measure.ts";
import { meshReason } from "../subjects.ts";

/** A measure of stairs whose parameters are known. */
function ofStair(take: (stair: Element) => Measured): Measure {
  return (_context, stair) => meshReason(stair) ?? take(stair);
}

export const stairWidth = ofStair((stair) => ({ value: toMm(measure(stair, "width")) }));
export const riserHeight = ofStair((stair) => ({ value: toMm(measure(stair, "riser_height")) }));
export const treadDepth = ofStair((stair) => ({ value: toMm(measure(stair, "tread_depth")) }));
export const stepLength = ofStair((stair) => ({
  value: 2 * toMm(measure(stair, "riser_height")) + toMm(measure(stair, "tread_depth")),
}));

export const stairHeadroom = ofStair((stair) => {
  const { headroom } = stair.parameters;
  return typeof headroom === "number" ? { value: toMm(headroom) } : { notChecked: "it says no headroom" };
});

/** A stair that turns has two flights. */
export const risersOfFlight = ofStair((stair) => {
  const type = text(stair, "stair_type") ?? "straight";
  const risers = measure(stair, "risers");
  if (type === "straight") return { value: risers };
  if (type !== "L" && type !== "U") return { notChecked: `flights of a ${type} stair are not told apart` };
  return { value: Math.ceil(risers / 2), assumption: "a stair that turns taken as two flights of equal length" };
});

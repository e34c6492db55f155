import { type Element, measure, text } from "../../element.ts";
import type { Profile } from "../../parameters/profile.ts";
import { columnRange, spanOf } from "../../shape/frame.ts";
import { lengthOf } from "../../shape/vectors.ts";
import { isWallVoid, voidOf } from "../../shape/voids.ts";
import { axisOf } from "../../shape/wall.ts";
import { meets } from "../../space/footprint.ts";
import { locate, spaceIndexOf } from "../../space/space-index.ts";
import type { BranchState } from "../../state/branch-state.ts";
import { toMm } from "../../units.ts";
import type { Measure, Measured } from "../measure.ts";
import { meshReason } from "../subjects.ts";

/** A measure of what is made of one material. */
function ofMaterial(materials: readonly string[], take: (state: BranchState, element: Element) => Measured): Measure {
  return ({ state }, element) => {
    const mesh = meshReason(element);
    if (mesh !== undefined) return mesh;
    const material = text(element, "material");
    if (material === undefined) return { notChecked: "it says no material" };
    return materials.includes(material) ? take(state, element) : { notApplicable: `it is of ${material}` };
  };
}

const TIMBER = ["timber", "wood"];

function spanToDepth(_state: BranchState, beam: Element): Measured {
  const { depth } = sizeOf(beam);
  return { value: lengthOf(spanOf(beam)) / depth, assumption: "span taken as the whole length of the beam" };
}

export const steelBeamSpan = ofMaterial(["steel"], spanToDepth);
export const concreteBeamSpan = ofMaterial(["concrete"], spanToDepth);
export const timberBeamSpan = ofMaterial(TIMBER, spanToDepth);

export const concreteColumnSlenderness = ofMaterial(["concrete"], (state, column) => {
  const [base, top] = columnRange(state, column);
  const { width, depth } = sizeOf(column);
  return { value: (top - base) / Math.min(width, depth), assumption: "length taken from level to level" };
});

export const steelColumnSlenderness = ofMaterial(["steel"], (state, column) => {
  const [base, top] = columnRange(state, column);
  const radius = gyrationOf(column.parameters.profile as unknown as Profile);
  if (radius === undefined) return { notChecked: "the radius of gyration of its profile is not known here" };
  return { value: (top - base) / radius, assumption: "length taken from level to level, held at both ends" };
});

function sizeOf({ parameters }: Element): { width: number; depth: number } {
  const profile = parameters.profile as unknown as Profile;
  if (profile.shape === "circular") return { width: profile.diameter, depth: profile.diameter };
  return profile;
}

/** The smaller one, of full sections and of I and H sections. */
function gyrationOf(profile: Profile): number | undefined {
  if (profile.shape === "circular") return profile.diameter / 4;
  const { width, depth } = profile;
  if (profile.shape === "rectangular") return Math.min(width, depth) / Math.sqrt(12);
  if (profile.shape !== "I" && profile.shape !== "H") return undefined;
  const { web, flange } = profile;
  const inner = depth - 2 * flange;
  const area = 2 * width * flange + inner * web;
  const strong = (width * depth ** 3 - (width - web) * inner ** 3) / 12;
  const weak = (2 * flange * width ** 3 + inner * web ** 3) / 12;
  return Math.sqrt(Math.min(strong, weak) / area);
}

const CARRIES = new Set(["wall", "column", "beam", "floor", "boolean", "mesh"]);
const TOUCH_M = 1e-6;

/** How far down it is to what carries something; what lies lowest stands on the ground. */
export const gapBelow: Measure = ({ state }, element) => {
  const mesh = meshReason(element);
  if (mesh !== undefined) return mesh;
  const own = locate(state, element);
  if (own === undefined) return { notChecked: "it takes up no room" };
  const underside = own.box.min[2];
  const lowest = lowestOf(state);
  if (underside <= lowest + TOUCH_M) return { notApplicable: "nothing lies lower: it stands on the ground" };
  const reach = {
    min: [own.box.min[0], own.box.min[1], lowest] as const,
    max: [own.box.max[0], own.box.max[1], underside] as const,
  };
  const tops = spaceIndexOf(state)
    .near(reach)
    .filter(({ element: other, box }) => other.id !== element.id && CARRIES.has(other.type) && box.min[2] < underside)
    .filter(({ footprints }) => own.footprints.some((one) => footprints.some((other) => meets(one, other))))
    .map(({ box }) => Math.min(box.max[2], underside));
  return { value: toMm(underside - (tops.length === 0 ? lowest : Math.max(...tops))) };
};

const lowestKept = new WeakMap<BranchState, number>();

function lowestOf(state: BranchState): number {
  let lowest = lowestKept.get(state);
  if (lowest === undefined) {
    lowest = Number.POSITIVE_INFINITY;
    for (const element of state.all()) {
      if (CARRIES.has(element.type)) lowest = Math.min(lowest, locate(state, element)?.box.min[2] ?? lowest);
    }
    lowestKept.set(state, lowest);
  }
  return lowest;
}

/** How much of a wall that carries is cut away by openings. */
export const openShare: Measure = ({ state }, wall) => {
  const mesh = meshReason(wall);
  if (mesh !== undefined) return mesh;
  const type = text(wall, "wall_type");
  if (type === undefined) return { notChecked: "it says no wall_type" };
  if (type !== "structural" && type !== "retaining") return { notApplicable: "it carries nothing" };
  const widths = state
    .referrers(wall.id)
    .filter(isWallVoid)
    .map((hole) => voidOf(hole).width);
  return { value: widths.reduce((sum, width) => sum + width, 0) / axisOf(wall).length };
};

export const wallLength: Measure = (_context, wall) => meshReason(wall) ?? { value: toMm(axisOf(wall).length) };
export const wallThickness: Measure = (_context, wall) =>
  meshReason(wall) ?? { value: toMm(measure(wall, "thickness")) };
export const wallHeight: Measure = (_context, wall) => meshReason(wall) ?? { value: toMm(measure(wall, "height")) };

/** How far an opening lies within its wall, on the side where it is least. */
export const openingMargin: Measure = ({ state }, hole) => {
  const host = state.get(text(hole, "wall_id") ?? text(hole, "host_id") ?? "");
  if (host === undefined) return { notChecked: "its host is not there" };
  if (host.type !== "wall" || !isWallVoid(hole)) return { notApplicable: "it goes through no wall" };
  const { offset, base, width, height } = voidOf(hole);
  const margins = [offset, axisOf(host).length - offset - width, base, measure(host, "height") - base - height];
  return { value: toMm(Math.min(...margins)) };
};

import Flatbush from "flatbush";
import type { Element } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import { BranchState } from "../state/branch-state.ts";
import { overlaps } from "./box.ts";
import { boxOf, type Footprint, footprintsOf, reaches } from "./footprint.ts";

/** Where an element stands. */
export interface Located {
  readonly element: Element;
  readonly footprints: readonly Footprint[];
  readonly box: Box;
}

/** Finds the elements of one state of a branch by where they stand. */
export interface SpaceIndex {
  /** Those whose boxes overlap, in order of id. */
  near(box: Box): readonly Located[];
  /** Those that reach into a box with what they cover, in order of id. */
  within(box: Box): readonly Located[];
}

interface GroundIndex {
  readonly located: readonly Located[];
  search(box: Box): readonly number[];
}

/** By the ground that states share: it never changes, so neither does what follows from it. */
const grounds = new WeakMap<object, GroundIndex>();

/**
 * The index of a state. Most of it is the index of its ground, which later states use again; what a state has changed,
 * and what depends on that, is looked at one by one.
 */
export function spaceIndexOf(state: BranchState): SpaceIndex {
  let ground = grounds.get(state.ground);
  if (ground === undefined) {
    ground = indexGround(state);
    grounds.set(state.ground, ground);
  }
  const { located, search } = ground;
  const changed = affectedIn(state);
  const fresh = [...changed].flatMap((id) => locate(state, state.get(id)) ?? []);

  function near(box: Box): readonly Located[] {
    const found = search(box).flatMap((at) => {
      const one = located[at];
      return one === undefined || changed.has(one.element.id) ? [] : [one];
    });
    for (const one of fresh) if (overlaps(one.box, box)) found.push(one);
    return found.sort((a, b) => (a.element.id < b.element.id ? -1 : 1));
  }

  return {
    near,
    within: (box) => near(box).filter(({ footprints }) => footprints.some((one) => reaches(one, box))),
  };
}

/** Where an element stands in a state; undefined for what is not built. */
export function locate(state: BranchState, element: Element | undefined): Located | undefined {
  if (element === undefined) return undefined;
  const footprints = footprintsOf(state, element);
  const box = boxOf(footprints);
  return box && { element, footprints, box };
}

/** Storeys lie over each other in plan: each band of heights has a tree of its own. */
const BAND_M = 3;

function indexGround(state: BranchState): GroundIndex {
  // The ground as it is by itself, without what this state made of it.
  const ground = state.overlay.size === 0 ? state : BranchState.of(state.ground.elements.values());
  const located = [...ground.all()].flatMap((element) => locate(ground, element) ?? []);
  const bands = new Map<number, number[]>();
  located.forEach(({ box }, at) => {
    const band = Math.floor(box.min[2] / BAND_M);
    const known = bands.get(band);
    if (known === undefined) bands.set(band, [at]);
    else known.push(at);
  });
  const trees = [...bands.values()].map((members) => indexBand(members, located));
  return { located, search: (box) => trees.flatMap((search) => search(box)) };
}

function indexBand(members: readonly number[], located: readonly Located[]): GroundIndex["search"] {
  const boxes = members.flatMap((at) => located[at]?.box ?? []);
  const low = boxes.reduce((least, { min }) => Math.min(least, min[2]), Number.POSITIVE_INFINITY);
  const high = boxes.reduce((most, { max }) => Math.max(most, max[2]), Number.NEGATIVE_INFINITY);
  const tree = new Flatbush(boxes.length);
  for (const { min, max } of boxes) tree.add(min[0], min[1], max[0], max[1]);
  tree.finish();
  return ({ min, max }) => {
    if (low > max[2] || high < min[2]) return [];
    const found = tree.search(min[0], min[1], max[0], max[1], (at) => {
      const box = boxes[at];
      return box !== undefined && box.min[2] <= max[2] && box.max[2] >= min[2];
    });
    return found.flatMap((at) => members[at] ?? []);
  };
}

/** What differs from the ground, what refers to it and what is joined to it: a wall that moves takes its doors along. */
function affectedIn(state: BranchState): ReadonlySet<string> {
  const affected = new Set<string>();
  const waiting = [...state.overlay.keys()];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (affected.has(id)) continue;
    affected.add(id);
    waiting.push(...state.referrers(id).map((referrer) => referrer.id));
    for (const element of [state.get(id), state.ground.elements.get(id)]) {
      if (element?.type === "join") waiting.push(...(element.parameters.element_ids as readonly string[]));
    }
  }
  return affected;
}

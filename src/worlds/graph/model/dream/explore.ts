import type { Random } from "../random.ts";
import { type DreamEdge, type DreamNode, pairKey } from "./graph-view.ts";
import { farness, hyperbolicDistance, insideOf, stepTowards } from "./poincare.ts";

const WALKS = 100;
export const EXPLORE_SECONDS = 120;
const STEPS = 50;
const STEP_LENGTH = 0.1;
const DIRECTIONS = 8;
const TEMPERATURE = 2;
/** Two memories further apart than this are no neighbours by meaning. */
const LEAP_MIN = 0.7;
const BLIND_SPOT_CONFIDENCE = 0.5;
const NEW_EDGE_WEIGHT = 0.3;

export interface Exploration {
  readonly walks: number;
  readonly blindSpots: number;
  readonly created: readonly DreamEdge[];
  /** How far apart the memories are that follow each other on the walks. */
  readonly averageLeap: number;
  readonly coverage: number;
  readonly visited: number;
}

/**
 * Walks through the space of memories and looks for blind spots: two memories that follow each other on a walk, far apart
 * by meaning, joined by nothing, and yet both causes or effects of a third. These are joined. It pauses between walks.
 */
export function* explore(
  nodes: readonly DreamNode[],
  edges: readonly DreamEdge[],
  random: Random,
): Generator<void, Exploration> {
  const joined = new Set(edges.map(({ source, target }) => pairKey(source, target)));
  const causal = causalNeighbours(edges);
  const visited = new Set<string>();
  const created = new Map<string, DreamEdge>();
  const spots = new Set<string>();
  let [leaps, leapSum] = [0, 0];
  const nearestTo = nearestAmong(nodes);
  const walks = nodes.length < 2 ? 0 : WALKS;
  for (let walk = 0; walk < walks; walk++) {
    for (const [from, to] of passedPairs(nodes, nearestTo, random, visited)) {
      const distance = hyperbolicDistance(from.position, to.position);
      leaps += 1;
      leapSum += distance;
      const key = pairKey(from.id, to.id);
      if (distance < LEAP_MIN || joined.has(key) || spots.has(key)) continue;
      const confidence = sharedConfidence(causal, from.id, to.id);
      if (confidence === undefined) continue;
      spots.add(key);
      if (confidence < BLIND_SPOT_CONFIDENCE) continue;
      const [source, target] = from.id < to.id ? [from.id, to.id] : [to.id, from.id];
      created.set(key, { source, target, edge_type: "Relational", weight: NEW_EDGE_WEIGHT, confidence });
    }
    yield;
  }
  return {
    walks,
    blindSpots: spots.size,
    created: [...created.values()],
    averageLeap: leaps === 0 ? 0 : leapSum / leaps,
    coverage: nodes.length === 0 ? 0 : visited.size / nodes.length,
    visited: visited.size,
  };
}

/** One walk: which memories it came by, each with the one after it. */
function passedPairs(
  nodes: readonly DreamNode[],
  nearestTo: (point: Float64Array) => DreamNode,
  random: Random,
  visited: Set<string>,
): [DreamNode, DreamNode][] {
  const any = () => nodes[Math.floor(random() * nodes.length)] as DreamNode;
  const start = any();
  const pairs: [DreamNode, DreamNode][] = [];
  let [point, at] = [start.position, start];
  visited.add(start.id);
  for (let step = 0; step < STEPS; step++) {
    const directions = Array.from({ length: DIRECTIONS }, any);
    const towards = drawNear(directions, point, random);
    point = stepTowards(point, towards.position, STEP_LENGTH);
    const near = nearestTo(point);
    if (near.id === at.id) continue;
    pairs.push([at, near]);
    visited.add(near.id);
    at = near;
  }
  return pairs;
}

/** One of several, the nearer the likelier. */
function drawNear(nodes: readonly DreamNode[], point: Float64Array, random: Random): DreamNode {
  const weights = nodes.map(({ position }) => Math.exp(-hyperbolicDistance(point, position) / TEMPERATURE));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return nodes[index] as DreamNode;
  }
  return nodes.at(-1) as DreamNode;
}

/** The nearest of all nodes, each with how far inside it lies: computed once, for it is asked thousands of times. */
function nearestAmong(nodes: readonly DreamNode[]): (point: Float64Array) => DreamNode {
  const inside = nodes.map(({ position }) => insideOf(position));
  return (point) => {
    let best = Number.POSITIVE_INFINITY;
    let nearest = nodes[0] as DreamNode;
    for (const [index, node] of nodes.entries()) {
      const far = farness(point, node.position, inside[index] as number);
      if (far < best) {
        best = far;
        nearest = node;
      }
    }
    return nearest;
  };
}

function causalNeighbours(edges: readonly DreamEdge[]): Map<string, Map<string, number>> {
  const neighbours = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, confidence: number) => {
    const known = neighbours.get(from) ?? new Map<string, number>();
    known.set(to, Math.max(confidence, known.get(to) ?? 0));
    neighbours.set(from, known);
  };
  for (const { source, target, edge_type, confidence } of edges) {
    if (edge_type !== "Causal") continue;
    add(source, target, confidence);
    add(target, source, confidence);
  }
  return neighbours;
}

/** How sure the surest is that both have to do with the same third: the less sure of its two edges. */
function sharedConfidence(causal: ReadonlyMap<string, ReadonlyMap<string, number>>, one: string, other: string) {
  let best: number | undefined;
  for (const [third, confidence] of causal.get(one) ?? []) {
    const opposite = causal.get(other)?.get(third);
    if (opposite === undefined) continue;
    best = Math.max(best ?? 0, Math.min(confidence, opposite));
  }
  return best;
}

import type { Random } from "../random.ts";
import { type DreamEdge, pairKey, type Way, waysOf } from "./graph-view.ts";

const WALKS_PER_MEMORY = 24;
const HOPS_MIN = 3;
const HOPS_MAX = 5;
const TRAVERSALS_MIN = 5;
export const SHORTCUT_CONFIDENCE = 0.7;
/** Heavy edges are followed far more often than light ones. */
const SHARPNESS = 8;
const CANDIDATES_MAX = 100;
/** A dream makes no more than this, so that shortcuts stay the exception. */
const MADE_MAX = 10;
/** How shortcuts are typed: they are walked past, not along. */
export const SHORTCUT_TYPE = "Hierarchical";

/** A path that was walked over and over. */
export interface Shortcut {
  readonly source: string;
  readonly target: string;
  readonly path: readonly string[];
  readonly hop_count: number;
  readonly traversal_count: number;
  /** The product of the weights on the way. */
  readonly combined_weight: number;
  readonly min_confidence: number;
}

export const SHORTCUT_RULE = {
  min_hops: HOPS_MIN,
  min_traversals: TRAVERSALS_MIN,
  min_confidence: SHORTCUT_CONFIDENCE,
};

/** Walks from each memory along its edges, and answers with the paths that were walked often. It pauses between memories. */
export function* findShortcuts(
  starts: readonly string[],
  edges: readonly DreamEdge[],
  random: Random,
): Generator<void, readonly Shortcut[]> {
  const ways = waysOf(edges.filter(({ edge_type }) => edge_type !== SHORTCUT_TYPE));
  const joined = new Set(edges.map(({ source, target }) => pairKey(source, target)));
  const walked = new Map<string, { path: string[]; taken: DreamEdge[]; count: number }>();
  for (const [index, start] of starts.entries()) {
    for (let walk = 0; walk < WALKS_PER_MEMORY; walk++) {
      for (const part of walkFrom(start, ways, random)) {
        const key = part.path.join(" ");
        const known = walked.get(key);
        if (known === undefined) walked.set(key, { ...part, count: 1 });
        else known.count += 1;
      }
    }
    if (index % 8 === 7) yield;
  }
  const found: Shortcut[] = [];
  for (const { path, taken, count } of walked.values()) {
    const [source, target] = [path[0] ?? "", path.at(-1) ?? ""];
    // Where an edge leads there already, there is nothing to shorten.
    if (count < TRAVERSALS_MIN || joined.has(pairKey(source, target))) continue;
    found.push({
      source,
      target,
      path,
      hop_count: taken.length,
      traversal_count: count,
      combined_weight: taken.reduce((product, { weight }) => product * weight, 1),
      min_confidence: Math.min(...taken.map(({ confidence }) => confidence)),
    });
  }
  found.sort(
    (one, other) => other.traversal_count - one.traversal_count || (one.path.join() < other.path.join() ? -1 : 1),
  );
  return found.slice(0, CANDIDATES_MAX);
}

/** The shortcuts that are made of candidates: sure ones, one for each pair of ends, the most walked. */
export function shortcutsToMake(candidates: readonly Shortcut[]): Shortcut[] {
  const made = new Map<string, Shortcut>();
  for (const candidate of candidates) {
    const key = pairKey(candidate.source, candidate.target);
    if (candidate.min_confidence >= SHORTCUT_CONFIDENCE && !made.has(key)) made.set(key, candidate);
  }
  return [...made.values()].slice(0, MADE_MAX);
}

/** One walk without turning back: each of its beginnings that is long enough to be shortened. */
function walkFrom(start: string, ways: ReadonlyMap<string, readonly Way[]>, random: Random) {
  const path = [start];
  const taken: DreamEdge[] = [];
  const parts: { path: string[]; taken: DreamEdge[] }[] = [];
  while (taken.length < HOPS_MAX) {
    const open = (ways.get(path.at(-1) ?? "") ?? []).filter(({ to }) => !path.includes(to));
    const next = pick(open, random);
    if (next === undefined) break;
    path.push(next.to);
    taken.push(next.edge);
    if (taken.length >= HOPS_MIN) parts.push({ path: [...path], taken: [...taken] });
  }
  return parts;
}

function pick(ways: readonly Way[], random: Random): Way | undefined {
  const weights = ways.map(({ edge }) => edge.weight ** SHARPNESS);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return ways[index];
  }
  return ways.at(-1);
}

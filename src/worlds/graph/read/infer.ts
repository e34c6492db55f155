import type { Graph } from "../graph.ts";
import { domainOf } from "../model/calibration/thresholds.ts";
import {
  type CausalLink,
  type CausalPath,
  CONFIDENCE_MIN,
  HOPS_MAX,
  LINK_MIN,
  pathsFrom,
} from "../model/causal/paths.ts";
import type { Memory } from "../model/memory.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { causalStrength, namesIn, sharedNames } from "../model/ties.ts";
import { fingerprintOf } from "../search/candidates.ts";

export const DIRECTIONS = ["forward", "backward", "bidirectional", "bridge", "abduction"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Inferred extends CausalPath {
  readonly direction: "forward" | "backward" | "bridge" | "abduction";
}

/** So many memories around the ends are looked at, at most. */
const MEMORIES_MAX = 200;
const EXPLANATIONS_MAX = 5;
const BRIDGES_MAX = 5;
/** How much more a link counts with the direction of the question than against it. */
const WITH = 1.2;
const AGAINST = 0.8;

interface Near {
  readonly memory: Memory;
  readonly fingerprint: Fingerprint;
  /** Read from its text when they are first asked for. */
  names(): ReadonlySet<string>;
}

/** The causal paths that answer a question, strongest first, and how many memories were looked at for it. */
export async function infer(
  graph: Graph,
  source: string,
  target: string | undefined,
  direction: Direction,
): Promise<{ inferred: Inferred[]; considered: number }> {
  const near = await memoriesAround(graph, target === undefined ? [source] : [source, target]);
  const causes = await causesAmong(graph, near);
  const found: Inferred[] = [];
  const between = (from: string, to: string, links: readonly CausalLink[], way: Inferred["direction"]) => {
    const path = pathsFrom(from, links).get(to);
    if (path !== undefined) found.push({ direction: way, ...path });
  };
  if (target !== undefined && (direction === "forward" || direction === "bidirectional")) {
    between(source, target, causes(direction === "forward" ? WITH : 1), "forward");
  }
  if (target !== undefined && (direction === "backward" || direction === "bidirectional")) {
    between(target, source, causes(direction === "backward" ? AGAINST : 1), "backward");
  }
  if (direction === "bridge") found.push(...bridges(source, near, causes(WITH)));
  if (direction === "abduction") found.push(...explanations(source, near, causes(AGAINST)));
  return { inferred: found.filter(({ confidence }) => confidence >= CONFIDENCE_MIN), considered: near.size };
}

/** The memories that edges lead to from some, near ones first. */
async function memoriesAround(graph: Graph, ids: readonly string[]): Promise<Map<string, Near>> {
  const known = new Set(ids);
  let frontier = [...ids];
  for (let hop = 0; hop < HOPS_MAX && frontier.length > 0 && known.size < MEMORIES_MAX; hop++) {
    const ends = (await graph.edges.around(frontier)).flatMap(({ source, target }) => [source, target]);
    frontier = [...new Set(ends)]
      .filter((id) => !known.has(id))
      .sort()
      .slice(0, MEMORIES_MAX - known.size);
    for (const id of frontier) known.add(id);
  }
  const now = graph.scope.env.now();
  const memories = await graph.memories.byIds([...known]);
  return new Map(memories.map((memory) => [memory.id, nearFrom(memory, now)]));
}

function nearFrom(memory: Memory, now: number): Near {
  let names: ReadonlySet<string> | undefined;
  return {
    memory,
    fingerprint: fingerprintOf(memory, now),
    names() {
      names ??= namesIn(memory.content);
      return names;
    },
  };
}

/** What leads to what: kept causal edges as they are, and pairs whose effect and cause meet, by how much the direction counts. */
async function causesAmong(graph: Graph, near: ReadonlyMap<string, Near>): Promise<(factor: number) => CausalLink[]> {
  const kept = (await graph.edges.around([...near.keys()])).filter(
    ({ edge_type, source, target }) => edge_type === "Causal" && near.has(source) && near.has(target),
  );
  const edges = kept.map(({ source, target, weight, confidence }) => ({
    from: source,
    to: target,
    strength: weight,
    confidence,
  }));
  const joined = new Set(edges.map(({ from, to }) => `${from} ${to}`));
  const met: { from: string; to: string; meeting: number }[] = [];
  for (const one of near.values()) {
    for (const other of near.values()) {
      if (one === other || joined.has(`${one.memory.id} ${other.memory.id}`)) continue;
      const strength = causalStrength(one.fingerprint, other.fingerprint);
      if (WITH * strength < LINK_MIN) continue;
      const meeting = strength * (0.7 + 0.3 * sharedNames(one.names(), other.names()));
      met.push({ from: one.memory.id, to: other.memory.id, meeting });
    }
  }
  return (factor) => [
    ...edges,
    ...met.map(({ from, to, meeting }) => {
      const strength = Math.min(1, factor * meeting);
      return { from, to, strength, confidence: strength };
    }),
  ];
}

/** Paths that end where something else is spoken of: another domain, or another session. */
function bridges(source: string, near: ReadonlyMap<string, Near>, links: readonly CausalLink[]): Inferred[] {
  const home = near.get(source)?.memory;
  const isElsewhere = (id: string) => {
    const memory = near.get(id)?.memory;
    if (memory === undefined || home === undefined) return false;
    const domain = (of: Memory) => domainOf(of.modality, of.tags);
    return domain(memory) !== domain(home) || memory.session_id !== home.session_id;
  };
  return [...pathsFrom(source, links)]
    .filter(([id]) => isElsewhere(id))
    .map(([, path]) => ({ direction: "bridge" as const, ...path }))
    .sort(byStrength)
    .slice(0, BRIDGES_MAX);
}

/** What could have led here, likely causes first: a link counts by how important the memory behind it is. */
function explanations(source: string, near: ReadonlyMap<string, Near>, links: readonly CausalLink[]): Inferred[] {
  return links
    .filter(({ to, strength }) => to === source && strength >= LINK_MIN)
    .map((link) => ({ link, likely: link.strength * (near.get(link.from)?.memory.importance ?? 0) }))
    .sort((one, other) => other.likely - one.likely || (one.link.from < other.link.from ? -1 : 1))
    .slice(0, EXPLANATIONS_MAX)
    .map(({ link }) => ({
      direction: "abduction" as const,
      path: [link.from, link.to],
      strength: link.strength,
      confidence: link.confidence,
    }));
}

function byStrength(one: Inferred, other: Inferred): number {
  return other.strength - one.strength || (one.path.join() < other.path.join() ? -1 : 1);
}

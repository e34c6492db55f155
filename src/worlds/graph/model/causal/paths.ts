/** Links weaker than this lead nowhere. */
export const LINK_MIN = 0.3;
export const HOPS_MAX = 5;
export const CONFIDENCE_MIN = 0.5;
const FADE_PER_HOP = 0.9;

/** That one memory leads to another. */
export interface CausalLink {
  readonly from: string;
  readonly to: string;
  readonly strength: number;
  readonly confidence: number;
}

export interface CausalPath {
  readonly path: readonly string[];
  /** The product of the links' strengths. */
  readonly strength: number;
  /** That of the least sure link, less a tenth for each link after the first. */
  readonly confidence: number;
}

/** The strongest paths of at most five links from a memory to each that it leads to. */
export function pathsFrom(source: string, links: readonly CausalLink[]): Map<string, CausalPath> {
  const out = new Map<string, CausalLink[]>();
  for (const link of links) {
    if (link.strength < LINK_MIN) continue;
    const known = out.get(link.from);
    if (known === undefined) out.set(link.from, [link]);
    else known.push(link);
  }
  const best = new Map<string, Walked>();
  let frontier: Walked[] = [{ path: [source], strength: 1, surest: 1 }];
  for (let hop = 0; hop < HOPS_MAX && frontier.length > 0; hop++) {
    const reached = new Map<string, Walked>();
    for (const walked of frontier) {
      for (const link of out.get(walked.path.at(-1) ?? "") ?? []) {
        if (walked.path.includes(link.to)) continue;
        const next: Walked = {
          path: [...walked.path, link.to],
          strength: walked.strength * Math.min(1, link.strength),
          surest: Math.min(walked.surest, link.confidence),
        };
        if (isBetter(next, reached.get(link.to))) reached.set(link.to, next);
      }
    }
    for (const [to, walked] of reached) if (isBetter(walked, best.get(to))) best.set(to, walked);
    frontier = [...reached.values()];
  }
  return new Map([...best].map(([to, walked]) => [to, pathOf(walked)]));
}

interface Walked {
  readonly path: readonly string[];
  readonly strength: number;
  readonly surest: number;
}

function pathOf({ path, strength, surest }: Walked): CausalPath {
  return { path, strength, confidence: Math.min(1, surest) * FADE_PER_HOP ** (path.length - 2) };
}

function isBetter(one: Walked, other: Walked | undefined): boolean {
  if (other === undefined || one.strength > other.strength) return true;
  if (one.strength < other.strength) return false;
  // Equally strong: the shorter, then the earlier by id, so that the answer never depends on the order of rows.
  return one.path.length !== other.path.length
    ? one.path.length < other.path.length
    : one.path.join(" ") < other.path.join(" ");
}

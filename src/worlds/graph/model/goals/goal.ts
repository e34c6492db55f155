/** From which size and coherence on a goal is of a level, the highest first. */
const LEVELS = [
  { level: "NorthStar", size: 50, coherence: 0.85 },
  { level: "Strategic", size: 20, coherence: 0.8 },
  { level: "Tactical", size: 10, coherence: 0.75 },
] as const;

const SIZE_FULL = 50;
const DOMINANT_MAX = 3;
/** How much of the mean a space must reach to be one that the cluster is about. */
const DOMINANT_SHARE = 1;
const PARENT_LIKENESS = 0.5;
const WORDS_IN_NAME = 4;

export type GoalLevel = (typeof LEVELS)[number]["level"] | "Operational";

/** What the row `goals` keeps of a goal. */
export interface Goal {
  readonly goal_id: string;
  readonly description: string;
  readonly level: GoalLevel;
  readonly confidence: number;
  readonly coherence_score: number;
  readonly member_count: number;
  readonly dominant_embedders: readonly string[];
  readonly member_ids: readonly string[];
}

export function goalLevel(size: number, coherence: number): GoalLevel {
  return LEVELS.find((step) => size >= step.size && coherence >= step.coherence)?.level ?? "Operational";
}

/** How sure it is that a cluster is a goal: by how it holds together, how large it is, and in how many spaces it stands out. */
export function goalConfidence(coherence: number, size: number, dominant: number): number {
  return 0.4 * coherence + 0.3 * Math.min(size / SIZE_FULL, 1) + 0.3 * (dominant / DOMINANT_MAX);
}

/** The spaces, by index, in which members are more alike than the rest of the memories are: those that the cluster is about, strongest first. */
export function dominantSpaces(within: readonly number[], everywhere: readonly number[]): number[] {
  return within
    .map((value, space) => ({ space, lead: value - DOMINANT_SHARE * (everywhere[space] ?? 0) }))
    .filter(({ lead }) => lead > 0)
    .sort((one, other) => other.lead - one.lead || one.space - other.space)
    .slice(0, DOMINANT_MAX)
    .map(({ space }) => space);
}

/** Of lower goals, the goal above that each is most like; none where it is like none. */
export function parentOf(likeness: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const [index, value] of likeness.entries()) {
    if (value >= PARENT_LIKENESS && value > (best === undefined ? 0 : (likeness[best] ?? 0))) best = index;
  }
  return best;
}

const RANK: Readonly<Record<GoalLevel, number>> = { NorthStar: 3, Strategic: 2, Tactical: 1, Operational: 0 };

export function isAbove(one: GoalLevel, other: GoalLevel): boolean {
  return RANK[one] > RANK[other];
}

/** The words that tell members from everything else, the most telling first. */
export function tellingWords(
  members: readonly (readonly string[])[],
  everything: readonly (readonly string[])[],
): string[] {
  const inAll = new Map<string, number>();
  for (const words of everything) for (const word of new Set(words)) inAll.set(word, (inAll.get(word) ?? 0) + 1);
  const inMembers = new Map<string, number>();
  for (const words of members) for (const word of new Set(words)) inMembers.set(word, (inMembers.get(word) ?? 0) + 1);
  const scored = [...inMembers].map(([word, count]) => ({
    word,
    // How many of the members have it, against how many of all.
    score: (count / members.length) * Math.log((1 + everything.length) / (inAll.get(word) ?? 1)),
  }));
  scored.sort((one, other) => other.score - one.score || (one.word < other.word ? -1 : 1));
  return scored.slice(0, WORDS_IN_NAME).map(({ word }) => word);
}

import { sha256 } from "../../../kernel/index.ts";
import { centreOf } from "../model/goals/centre.ts";
import { CLUSTER_SIZE_MIN, type Cluster, clusterBy, type Likeness } from "../model/goals/clusters.ts";
import { dominantSpaces, type Goal, goalConfidence, goalLevel, tellingWords } from "../model/goals/goal.ts";
import { overall, similarities } from "../model/similarity.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { SPACES } from "../model/spaces/names.ts";
import { isStop, wordsOf } from "../model/spaces/words.ts";
import { SURVEYED_SPACES, type Survey, type Surveyed } from "./survey.ts";

/** A goal with the cluster it came from. */
export interface FoundGoal extends Goal {
  readonly cluster: Cluster;
}

/** Words that join others and name nothing. */
const JOINING = new Set(
  "after again all any because before both during each either every few if least less many more most much near neither next often only other over per same since still such through under until up while without yet und der die das ein eine mit von zu auf ist nicht le la les des une un et est dans pour por para con los las el del que".split(
    " ",
  ),
);

function isTelling(word: string): boolean {
  return !isStop(word) && !JOINING.has(word);
}

/** The goals that memories come to: clusters that are large enough, the surest first. */
export function findGoals(survey: Survey): { goals: FoundGoal[]; clusters: readonly Cluster[] } {
  const clusters = clusterBy(survey.memories.length, survey.likeness);
  const words = survey.memories.map(({ memory }) => wordsOf(memory.content).filter(isTelling));
  const everyone = [...survey.memories.keys()];
  const everywhere = SURVEYED_SPACES.map((space) => meanIn(survey, space, everyone));
  const goals = clusters
    .filter(({ members }) => members.length >= CLUSTER_SIZE_MIN)
    .map((cluster) => goalOf(survey, cluster, words, everywhere));
  goals.sort((one, other) => other.confidence - one.confidence || (one.goal_id < other.goal_id ? -1 : 1));
  return { goals, clusters };
}

function goalOf(
  survey: Survey,
  cluster: Cluster,
  words: readonly (readonly string[])[],
  everywhere: readonly number[],
): FoundGoal {
  const { members } = cluster;
  const centre = centreFor(survey, cluster);
  const coherence =
    members.reduce((sum, at) => sum + overall(similarities(fingerprintAt(survey, at), centre)), 0) / members.length;
  const within = SURVEYED_SPACES.map((space) => meanIn(survey, space, members));
  const dominant = dominantSpaces(within, everywhere).map((at) => SPACES[SURVEYED_SPACES[at] ?? 0]?.label ?? "");
  const member_ids = members.map((member) => survey.memories[member]?.memory.id ?? "");
  const telling = tellingWords(
    members.map((member) => words[member] ?? []),
    words,
  );
  return {
    cluster,
    // The same memories are the same goal, whenever it is found.
    goal_id: `goal_${sha256([...member_ids].sort().join("\n")).slice(0, 24)}`,
    description: telling.join(", "),
    level: goalLevel(members.length, coherence),
    confidence: goalConfidence(coherence, members.length, dominant.length),
    coherence_score: coherence,
    member_count: members.length,
    dominant_embedders: dominant,
    member_ids,
  };
}

/** A member in the middle of its group counts this much more than the others: its tokens stand for all. */
const MEDOID_WEIGHT = 1.001;

/** The middle of a group, in all spaces. */
export function centreFor(survey: Survey, { members, medoid }: Cluster): Fingerprint {
  return centreOf(
    members.map((at) => ({ fingerprint: fingerprintAt(survey, at), weight: at === medoid ? MEDOID_WEIGHT : 1 })),
  );
}

function fingerprintAt({ memories }: Survey, at: number): Fingerprint {
  return (memories[at] as Surveyed).fingerprint;
}

/** How alike two clusters are: the mean over all pairs between them. */
export function likenessBetween(one: Cluster, other: Cluster, likeness: Likeness): number {
  let sum = 0;
  for (const a of one.members) for (const b of other.members) sum += likeness(a, b);
  return sum / (one.members.length * other.members.length);
}

function meanIn(survey: Survey, space: number, members: readonly number[]): number {
  let [sum, pairs] = [0, 0];
  for (const [at, one] of members.entries()) {
    for (const other of members.slice(at + 1)) {
      sum += survey.likenessIn(space, one, other);
      pairs += 1;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

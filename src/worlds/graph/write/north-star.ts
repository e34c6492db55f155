import type { Graph } from "../graph.ts";
import { CLUSTER_SIZE_MIN } from "../model/goals/clusters.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { pack } from "../model/spaces/pack.ts";
import { alignedTo, meanAlignment, starAt } from "../read/alignment.ts";
import { centreFor, type FoundGoal, findGoals } from "../read/find-goals.ts";
import type { NorthStar } from "../read/goal.ts";
import { type Survey, type Surveyed, survey } from "../read/survey.ts";

/** Groups memories and takes the surest group that holds together well enough. */
export async function chooseNorthStar(
  graph: Graph,
  { confidence_threshold, max_candidates }: { confidence_threshold: number; max_candidates: number },
) {
  const surveyed = await survey(graph);
  const { goals, clusters } = findGoals(surveyed);
  const fitting = goals.filter(({ coherence_score }) => coherence_score >= confidence_threshold);
  const [best] = fitting;
  const coherences = goals.map(({ coherence_score }) => coherence_score);
  return {
    star: best === undefined ? null : northStarFrom(graph, surveyed, best),
    candidates: goals.slice(0, max_candidates).map((goal) => ({
      goal_id: goal.goal_id,
      goal_text: goal.description,
      confidence: goal.confidence,
      coherence_score: goal.coherence_score,
      member_count: goal.member_count,
    })),
    metadata: {
      fingerprints_analyzed: surveyed.memories.length,
      clusters_found: clusters.length,
      goals_discovered: fitting.length,
      best_coherence: coherences.length === 0 ? null : Math.max(...coherences),
      algorithm: "k-means by mean likeness, started from what stands for most",
    },
    advice:
      surveyed.memories.length < CLUSTER_SIZE_MIN
        ? `Store at least ${CLUSTER_SIZE_MIN} memories first.`
        : "Store more about the same things, or lower confidence_threshold to what best_coherence reached.",
  };
}

function northStarFrom(graph: Graph, surveyed: Survey, { cluster, ...goal }: FoundGoal): NorthStar {
  const medoid = surveyed.memories[cluster.medoid] as Surveyed;
  const centre = centreFor(surveyed, cluster);
  const now = graph.scope.env.now();
  const star = {
    ...goal,
    fingerprint: packed(centre),
    created_at: medoid.memory.created_at,
    position: medoid.memory.session_position,
    weight: 1,
    found_at: now,
  };
  const all = surveyed.memories.map(({ memory }) => memory);
  return { ...star, baseline: meanAlignment(alignedTo(starAt(star, now), all, now)) };
}

/** A fingerprint as a row of state keeps it. */
export function packed(fingerprint: Fingerprint): string {
  return Buffer.from(pack((space) => fingerprint.of(space))).toString("base64");
}

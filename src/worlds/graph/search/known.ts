import type { Graph } from "../graph.ts";
import { type Coherence, clusterFitOf, coherenceOf, connectivityOf, consistencyOf } from "../model/delta/coherence.ts";
import type { Edge } from "../model/edge.ts";
import type { Dense, Fingerprint } from "../model/spaces/embedding.ts";
import { E1 } from "../model/spaces/names.ts";
import { type Candidate, candidatesNear, fingerprintOf } from "./candidates.ts";

/** How many known memories something new is measured against, at most. */
const EACH_MAX = 25;
const WINDOW = 10;

/** The nearest of what is known, but for memories that are not to be measured against themselves. */
export async function knownNear(
  graph: Graph,
  fingerprint: Fingerprint,
  except: readonly (string | null)[] = [],
): Promise<Candidate[]> {
  const near = await candidatesNear(graph, fingerprint, EACH_MAX);
  return near.filter(({ memory }) => !except.includes(memory.id));
}

/** How well a fingerprint holds together with what is near and with the last memories; edges are null outside the graph. */
export async function coherenceWith(
  graph: Graph,
  fingerprint: Fingerprint,
  near: readonly Candidate[],
  edges: readonly Pick<Edge, "weight" | "confidence">[] | null,
): Promise<Coherence> {
  const meaning = (of: Fingerprint): Float32Array => (of.of(E1) as Dense).values;
  const now = graph.scope.env.now();
  const last = await graph.memories.newest(WINDOW - 1);
  return coherenceOf(
    edges === null ? null : connectivityOf(edges),
    clusterFitOf(
      meaning(fingerprint),
      near.map((candidate) => meaning(candidate.fingerprint)),
    ),
    consistencyOf([...last.map((memory) => meaning(fingerprintOf(memory, now))), meaning(fingerprint)]),
  );
}

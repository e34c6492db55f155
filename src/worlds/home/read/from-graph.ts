import type { Home } from "../home.ts";
import { proofId } from "../model/proof-id.ts";
import { type Asked, type Evidence, type Found, NOTHING, whyNot } from "./found.ts";

const HITS_MAX = 10;
/** Below this two texts have little to do with each other. */
const SIMILARITY_MIN = 0.5;

/** Memories of the graph by what they mean. */
export async function fromGraph(home: Home, { question, k, as_of }: Asked): Promise<Found> {
  const found = await home.ask("graph", "search_graph", {
    query: question,
    topK: Math.min(k, HITS_MAX),
    minSimilarity: SIMILARITY_MIN,
    includeContent: true,
  });
  if ("refused" in found) return { ...NOTHING, notes: [whyNot("The graph", found.refused)] };
  const { results } = found.value;
  if (results.length > 0 && as_of !== undefined) {
    return { ...NOTHING, notes: ["The graph knows no past and was left out."] };
  }
  const evidence: Evidence[] = [];
  for (const { fingerprintId, similarity, content, contentTruncated } of results) {
    if (content === undefined || contentTruncated === true) continue;
    evidence.push({
      proof_id: proofId({ of: "memory", id: fingerprintId, quote: content }),
      quote: content,
      from: "graph",
      // Likeness is no likelihood: what is half alike answers less than half the time.
      score: Math.round(similarity * similarity * 1e4) / 1e4,
      source: { id: fingerprintId, title: null, when: null, author: null },
    });
  }
  return { evidence, confidence: Math.max(0, ...evidence.map(({ score }) => score)), notes: [] };
}

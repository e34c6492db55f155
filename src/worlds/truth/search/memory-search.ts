import { MEMORY_SPACE } from "../model/memory/keys.ts";
import type { Truth } from "../truth.ts";

/** Lines that are looked at; one node may have many of the best. */
const LINES_MAX = 60;
const NODES_MAX = 10;
/** What is far behind the best is not about the question. */
const SCORE_SHARE_MIN = 0.6;
/**
 * The nearest of what is there may still be far away. Nodes are offered and nothing is claimed of them, so that far less
 * is enough than for an answer: questions about something else, and gibberish, lie well below.
 */
const EVIDENCE_LEAST = 0.01;

/** Keys of the nodes that a question is about, by words and by meaning, the best first. */
export async function searchMemory({ scope }: Truth, text: string): Promise<string[]> {
  if (text.trim() === "") return [];
  const { hits, evidence } = await scope.search.find({ space: MEMORY_SPACE, text, limit: LINES_MAX });
  if (evidence < EVIDENCE_LEAST) return [];
  const best = hits[0]?.score ?? 0;
  const near = hits.filter(({ score }) => score >= best * SCORE_SHARE_MIN);
  return [...new Set(near.map(({ document }) => document.group ?? ""))].slice(0, NODES_MAX);
}

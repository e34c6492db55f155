import type { Answer, Home } from "../home.ts";
import { proofId } from "../model/proof-id.ts";
import { type Asked, type Evidence, type Found, NOTHING, whyNot } from "./found.ts";

const WORDS_MAX = 6;
const WORD_CHARS_MIN = 4;
const QUOTE_CHARS_MAX = 600;
/** An instruction tells what to do, and seldom what is: it is less than a passage with the same words. */
const WEIGHT = 0.8;

/** Instructions that have the words of the question, with the paragraph that has most of them. */
export async function fromInstructions(home: Home, { question, as_of }: Asked): Promise<Found> {
  const words = wordsOf(home, question);
  if (words.length === 0) return NOTHING;
  const entries = new Map<string, { item: Answer; words: string[] }>();
  for (const word of words) {
    const found = await home.ask("instructions", "instructions_search", { q: word });
    if ("refused" in found) return { ...NOTHING, notes: [whyNot("Instructions", found.refused)] };
    for (const item of found.value.items) {
      const entry = entries.get(item.id) ?? { item, words: [] };
      entry.words.push(word);
      entries.set(item.id, entry);
    }
  }
  if (entries.size > 0 && as_of !== undefined) {
    return { ...NOTHING, notes: ["Instructions know no past and were left out."] };
  }
  const evidence: Evidence[] = [];
  for (const { item, words: held } of entries.values()) {
    // One word of several says too little.
    if (held.length * 2 < words.length) continue;
    const { start, end } = paragraphWith(item.body, held);
    const quote = item.body.slice(start, end);
    evidence.push({
      proof_id: proofId({ of: "instruction", id: item.id, start, quote }),
      quote,
      from: "instructions",
      score: Math.round(((WEIGHT * held.length) / words.length) * 1e4) / 1e4,
      source: { id: item.id, title: item.title, when: item.updatedAt ?? null, author: item.owner ?? null },
    });
  }
  return { evidence, confidence: Math.max(0, ...evidence.map(({ score }) => score)), notes: [] };
}

/** The words that tell, longest first. */
function wordsOf({ scope }: Home, question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length >= WORD_CHARS_MIN && scope.search.words(word).size > 0);
  return [...new Set(telling)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, WORDS_MAX);
}

/** The paragraph of a body that has most of the words. */
function paragraphWith(body: string, words: readonly string[]): { start: number; end: number } {
  let best = { start: 0, end: Math.min(body.length, QUOTE_CHARS_MAX), count: -1 };
  for (const { index, 0: text } of body.matchAll(/\S(?:[^\n]|\n(?!\s*\n))*/g)) {
    const low = text.toLowerCase();
    const count = words.filter((word) => low.includes(word)).length;
    if (count > best.count) best = { start: index, end: index + Math.min(text.length, QUOTE_CHARS_MAX), count };
  }
  return best;
}

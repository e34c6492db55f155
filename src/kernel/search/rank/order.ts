import type { Kind } from "./document.ts";
import type { PreparedDocument } from "./prepare.ts";
import type { Question } from "./question.ts";

/** What each further turn of a talk loses, for a talk of this many turns or fewer; in longer ones the loss is smaller. */
const LOSS = 0.6;
const TALK_TURNS = 20;

/**
 * The pool, best first; ties go by id. In talk, the third and fourth turn of one session seldom say more than the first
 * of another: what a question wants to know of several talks would else be hidden behind the best of one. Asking when
 * has one answer, and is left alone.
 */
export function orderOf(
  scores: Float64Array,
  pool: readonly PreparedDocument[],
  question: Pick<Question, "asksWhen">,
  kind: Kind,
): number[] {
  const byScore = byScoreThenId(scores, pool);
  if (kind !== "turn" || question.asksWhen) return byScore;
  const lengths = talkLengths(pool);
  const before = new Map<string, number>();
  const spread = Float64Array.from(scores);
  for (const index of byScore) {
    const group = pool[index]?.document.group ?? "";
    const better = before.get(group) ?? 0;
    before.set(group, better + 1);
    const loss = LOSS * Math.min(1, TALK_TURNS / (lengths.get(group) ?? 1));
    spread[index] = (scores[index] ?? 0) - better * loss;
  }
  return byScoreThenId(spread, pool);
}

/** The best first, whatever order the pool came in. */
export function byScoreThenId(scores: Float64Array, pool: readonly PreparedDocument[]): number[] {
  const idOf = (index: number) => pool[index]?.document.id ?? "";
  return [...scores.keys()].sort(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0),
  );
}

/** From the first to the last turn: the pool may lack some between. */
function talkLengths(pool: readonly PreparedDocument[]): Map<string, number> {
  const ends = new Map<string, [first: number, last: number]>();
  for (const { document } of pool) {
    const [first, last] = ends.get(document.group) ?? [document.position, document.position];
    ends.set(document.group, [Math.min(first, document.position), Math.max(last, document.position)]);
  }
  return new Map([...ends].map(([group, [first, last]]) => [group, last - first + 1]));
}

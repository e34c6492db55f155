import { isSpokenBy } from "./features.ts";
import { type PreparedDocument, SELF } from "./prepare.ts";
import type { Question } from "./question.ts";
import { terms, words } from "./terms.ts";
import { related } from "./thesaurus.ts";

const SENTENCE = /[^.!?\n]+[.!?\n]*/g;
const ADDRESSED = new Set(["you", "your", "yours", "yourself"]);
/** A question tells less of whom it is put to than a statement does. */
const ASKED_SHARE = 0.5;
const TALKERS = 2;

/**
 * Whether documents speak of the person asked about: for each, how much of the question its closest sentence covers,
 * above zero where that sentence speaks of the person and below where it speaks of another. "I" is whoever says it;
 * whom "you" means is known only where two talk.
 */
export function toldOf(
  subject: string,
  question: Question,
  best: readonly PreparedDocument[],
  pool: readonly PreparedDocument[],
): number {
  const isTalkOfTwo = new Set(pool.map(({ document }) => document.speaker)).size <= TALKERS;
  return best.reduce((sum, { document }) => {
    const isMine = isSpokenBy(document, subject);
    const { covered, text } = closestSentence(document.text, question);
    const said = words(text);
    const ofSpeaker = said.some((word) => SELF.has(word)) ? 1 : 0;
    const ofOther = said.some((word) => ADDRESSED.has(word)) && (isMine || isTalkOfTwo) ? 1 : 0;
    const share = text.includes("?") ? ASKED_SHARE : 1;
    return sum + covered * share * (isMine ? ofSpeaker - ofOther : ofOther - ofSpeaker);
  }, 0);
}

function closestSentence(text: string, question: Question): { covered: number; text: string } {
  let closest = { covered: -1, text: "" };
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const covered = coveredBy(new Set(terms(sentence)), question);
    if (covered > closest.covered) closest = { covered, text: sentence };
  }
  return closest.covered < 0 ? { covered: 0, text } : closest;
}

/** Share of the question that these terms cover, related ones counting in part. */
function coveredBy(said: ReadonlySet<string>, { terms: asked, weights, weightSum }: Question): number {
  const covered = asked.reduce((sum, term, index) => {
    const kin = said.has(term) ? 1 : greatestOf(related(term), said);
    return sum + kin * (weights[index] ?? 0);
  }, 0);
  return covered / weightSum;
}

function greatestOf(kin: ReadonlyMap<string, number>, said: ReadonlySet<string>): number {
  let most = 0;
  for (const [word, closeness] of kin) if (closeness > most && said.has(word)) most = closeness;
  return most;
}

import type { WordLists } from "./word-lists.ts";

const TEXTS = 200;
const QUESTIONS = 50;

export interface LanguageCorpus {
  readonly texts: readonly { readonly id: string; readonly text: string }[];
  readonly questions: readonly { readonly text: string; readonly id: string }[];
}

/** Two hundred short texts, each with a thing done at a place that no other has, and questions for fifty of them. */
export function makeCorpus({ done, places, people, tell, ask }: WordLists): LanguageCorpus {
  const made = Array.from({ length: TEXTS }, (_, n) => {
    const what = done[n % done.length] ?? ["", ""];
    const where = places[Math.floor(n / done.length)] ?? ["", ""];
    const who = people[(n * 7 + Math.floor(n / 3)) % people.length] ?? "";
    return { id: `t${n}`, text: tell(who, what[0], where[0], 1 + (n % 28)), question: ask(what[1], where[1]) };
  });
  // Every fourth, each time from the next place in its row, so that every thing and every place is asked for.
  const asked = Array.from({ length: QUESTIONS }, (_, n) => made[(n * 4 + (n % 4)) % TEXTS]).filter(
    (one) => one !== undefined,
  );
  return {
    texts: made.map(({ id, text }) => ({ id, text })),
    questions: asked.map(({ id, question }) => ({ id, text: question })),
  };
}

import type { Sparse } from "./embedding.ts";
import { hashedSum, joinParts } from "./hashed.ts";
import { isStop, stemOf, tellingStems, wordsOf } from "./words.ts";

const HALF = 192;
const SEED = 11;
const EXACT =
  /[\w.+-]{1,64}@[\w-]+\.[\w.]+|https?:\/\/[^\s"'<>)]+|[@#][\p{L}\p{N}_-]+|\b\p{Lu}{2,}-?\p{N}+\b|\b\p{N}{4,}\b/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:of\s+)?\p{Lu}[\p{L}\p{N}'’-]*)*/gu;

interface Named {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Names, addresses and numbers that a text speaks of, in order. */
export function entitiesOf(text: string): Named[] {
  const exact: Named[] = [];
  for (const match of text.matchAll(EXACT)) {
    exact.push({ name: match[0].toLowerCase(), start: match.index, end: match.index + match[0].length });
  }
  const found = [...exact];
  const standsSmall = createLookup(text);
  let next = 0;
  for (const match of text.matchAll(CAPITALISED)) {
    const end = match.index + match[0].length;
    while (next < exact.length && (exact[next] as Named).end <= match.index) next += 1;
    if ((exact[next]?.start ?? end) < end) continue;
    const startsSentence = isSentenceStart(text, match.index);
    const words = match[0].split(/\s+/);
    const first = (words[0] ?? "").toLowerCase();
    // A capital at the start of a sentence says nothing of a small word, or of one that stands in lower case elsewhere.
    const isPlain = startsSentence && (isStop(first.replace(/['’].*$/, "")) || standsSmall(first));
    const name = (isPlain ? words.slice(1) : words)
      .join(" ")
      .toLowerCase()
      .replace(/['’]s$/, "");
    if (name === "" || isStop(name)) continue;
    found.push({ name, start: match.index, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether a text holds some word as it is given; each word is looked for once, however often it is asked about. */
function createLookup(text: string): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const holds = known.get(word) ?? text.includes(word);
    known.set(word, holds);
    return holds;
  };
}

/** Whether a place is the first of a text, or only spaces stand between it and the end of a sentence or a line. */
function isSentenceStart(text: string, place: number): boolean {
  let before = place - 1;
  for (; before >= 0 && /\s/.test(text[before] as string); before--) if (text[before] === "\n") return true;
  return before < 0 ? place === 0 : '.!?:"“'.includes(text[before] as string);
}

/** What a text without any name counts by instead: its telling words, softly. */
const UNNAMED_WEIGHT = 0.3;

/** E11: whom and what it names in the first half, how these are tied in the second. */
export function embedEntities(text: string): Sparse {
  const names = hashedSum(HALF, SEED);
  const relations = hashedSum(HALF, SEED + 100, HALF);
  const entities = entitiesOf(text);
  for (const { name } of entities) {
    names.add(name, 1);
    for (const word of name.split(" ").length > 1 ? wordsOf(name) : []) names.add(word, 0.5);
  }
  entities.slice(1).forEach((entity, at) => {
    const before = entities[at] as Named;
    for (const word of wordsOf(text.slice(before.end, entity.start))) if (!isStop(word)) relations.add(stemOf(word), 1);
  });
  const isNamed = entities.length > 0;
  if (!isNamed) for (const stem of tellingStems(text)) names.add(stem, 1);
  const isTied = relations.weights.size > 0;
  if (!isTied) for (const stem of tellingStems(text)) relations.add(stem, 1);
  return joinParts(
    [
      { weights: names.weights, length: isNamed ? 1 : UNNAMED_WEIGHT },
      { weights: relations.weights, length: isTied ? 0.5 : UNNAMED_WEIGHT / 2 },
    ],
    2 * HALF,
  );
}

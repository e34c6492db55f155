/** Words as they stand in a source, by bytes. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A turn may be as long as a book. Beyond this only a part of it is quoted, so that it fits an answer and its proof. */
const WHOLE_CHARS_MAX = 6000;
const PART_CHARS_MAX = 1500;
const SENTENCE = /[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+/g;

/** The part of a long text where most words of a question stand; a shorter one is quoted whole. */
export function narrowQuote(
  { text, start, end }: Place,
  asked: ReadonlySet<string>,
  wordsOf: (text: string) => ReadonlySet<string>,
): Place {
  if (text.length <= WHOLE_CHARS_MAX) return { text, start, end };
  let best = { at: 0, part: "", count: -1 };
  for (const { at, part } of partsOf(text)) {
    const words = wordsOf(part);
    const count = [...asked].filter((word) => words.has(word)).length;
    if (count > best.count) best = { at, part, count };
  }
  const from = start + Buffer.byteLength(text.slice(0, best.at));
  return { text: best.part, start: from, end: from + Buffer.byteLength(best.part) };
}

/** Sentences put together as long as they are no more than a part holds; a longer one is cut between characters. */
function* partsOf(text: string): Iterable<{ at: number; part: string }> {
  let [at, part] = [0, ""];
  for (const [sentence] of text.matchAll(SENTENCE)) {
    for (const piece of piecesOf(sentence)) {
      if (part.length + piece.length > PART_CHARS_MAX && part !== "") {
        yield { at, part };
        [at, part] = [at + part.length, ""];
      }
      part += piece;
    }
  }
  if (part !== "") yield { at, part };
}

function* piecesOf(sentence: string): Iterable<string> {
  let from = 0;
  while (from < sentence.length) {
    const end = from + PART_CHARS_MAX;
    const isPair = /[\ud800-\udbff]/.test(sentence[end - 1] ?? "") && end < sentence.length;
    yield sentence.slice(from, isPair ? end - 1 : end);
    from = isPair ? end - 1 : end;
  }
}

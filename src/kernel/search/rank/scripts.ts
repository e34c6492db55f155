/** Writing that does not part its words: a word is found by the pieces it has in common with the text. */
const EAST_ASIAN = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー";
const SOUTH_EAST_ASIAN = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const UNPARTED = new RegExp(`[${EAST_ASIAN}${SOUTH_EAST_ASIAN}]`, "u");
const RUNS = new RegExp(`[${EAST_ASIAN}]+|[${SOUTH_EAST_ASIAN}]+|[^${EAST_ASIAN}${SOUTH_EAST_ASIAN}]+`, "gu");
const IS_EAST_ASIAN = new RegExp(`^[${EAST_ASIAN}]`, "u");
const IDEOGRAPH = /^\p{sc=Han}$/u;
/** Ideographs that say how a sentence is built. */
const EMPTY = new Set("的了是在和与及或吗呢吧啊也都就着这那不我你他她它们之其");

const ARABIC = /^\p{sc=Arabic}+$/u;
/** "and", "the", "with the" and the like, which are written as one with the word. */
const ARABIC_PREFIX = /^(?:[وفبك]?ال|لل|و(?=...))/u;
const ARABIC_SUFFIX = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u;
const ARABIC_STEM_CHARS_MIN = 3;

/** Whether a text has writing that does not part its words. */
export function isUnparted(text: string): boolean {
  return UNPARTED.test(text);
}

/**
 * The pieces of a word whose writing parts none: two neighbours each, and every ideograph alone, since many are words;
 * of alphabets also three neighbours each, since two are too common. What is of another script stays whole.
 */
export function piecesOf(word: string): string[] {
  return (word.match(RUNS) ?? []).flatMap((run) => {
    if (!UNPARTED.test(run)) return [run];
    const letters = [...run];
    if (letters.length === 1) return letters;
    const pairs = neighbours(letters, 2);
    return IS_EAST_ASIAN.test(run)
      ? [...letters.filter((letter) => IDEOGRAPH.test(letter) && !EMPTY.has(letter)), ...pairs]
      : [...pairs, ...neighbours(letters, 3)];
  });
}

function neighbours(letters: readonly string[], count: number): string[] {
  const found: string[] = [];
  for (let from = 0; from + count <= letters.length; from++) found.push(letters.slice(from, from + count).join(""));
  return found;
}

/** An Arabic word without what is written onto it; any other word as it is. */
export function withoutClitics(word: string): string {
  if (!ARABIC.test(word)) return word;
  const cut = (from: string, pattern: RegExp) => {
    const rest = from.replace(pattern, "");
    return rest.length >= ARABIC_STEM_CHARS_MIN ? rest : from;
  };
  return cut(cut(word, ARABIC_PREFIX), ARABIC_SUFFIX);
}

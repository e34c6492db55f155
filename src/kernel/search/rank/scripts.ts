/** Writing that does not part its words, or not from their endings: a word is found by the pieces it has in common with the text. */
const EAST_ASIAN = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー";
const SOUTH_EAST_ASIAN = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
/** Korean parts its words, but writes onto each what it does in the sentence: "우산", "우산을", "우산이". */
const KOREAN = "\\p{sc=Hangul}";
const IN_PIECES = [EAST_ASIAN, SOUTH_EAST_ASIAN, KOREAN];
const UNPARTED = new RegExp(`[${IN_PIECES.join("")}]`, "u");
const RUNS = new RegExp(`${IN_PIECES.map((script) => `[${script}]+`).join("|")}|[^${IN_PIECES.join("")}]+`, "gu");
const IS_KOREAN = new RegExp(`^[${KOREAN}]`, "u");
const KOREAN_PARTICLE = /들?(?:에서|에게|으로|까지|부터|한테|처럼|보다|에는|에도|[은는이가을를에의도만로와과])$|들$/u;
const IS_EAST_ASIAN = new RegExp(`^[${EAST_ASIAN}]`, "u");
const IDEOGRAPH = /^\p{sc=Han}$/u;
/** Ideographs that say how a sentence is built. */
const EMPTY = new Set("的了是在和与及或吗呢吧啊也都就着这那不我你他她它们之其");

const ARABIC = /^\p{sc=Arabic}+$/u;
/** "and", "the", "with the" and the like, which are written as one with the word. */
const ARABIC_PREFIX = /^(?:[وفبك]?ال|لل|و(?=...))/u;
const ARABIC_SUFFIX = /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/u;
const ARABIC_STEM_CHARS_MIN = 3;

/** Whether a text has writing whose words are found by their pieces. */
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
    if (IS_KOREAN.test(run)) return syllablePairs(run.normalize("NFC"));
    const letters = [...run];
    if (letters.length === 1) return letters;
    const pairs = neighbours(letters, 2);
    return IS_EAST_ASIAN.test(run)
      ? [...letters.filter((letter) => IDEOGRAPH.test(letter) && !EMPTY.has(letter)), ...pairs]
      : [...pairs, ...neighbours(letters, 3)];
  });
}

/** Two syllables each, without what is written onto the word. One that is left alone may be the word, or half of it. */
function syllablePairs(word: string): string[] {
  const stem = [...word.replace(KOREAN_PARTICLE, "")];
  return stem.length > 1 ? neighbours(stem, 2) : [...stem, ...neighbours([...word], 2)];
}

function neighbours(letters: readonly string[], count: number): string[] {
  const found: string[] = [];
  for (let from = 0; from + count <= letters.length; from++) found.push(letters.slice(from, from + count).join(""));
  return found;
}

/** An Arabic word without what is written onto it; any other word as it is. */
function withoutClitics(word: string): string {
  if (!ARABIC.test(word)) return word;
  const cut = (from: string, pattern: RegExp) => {
    const rest = from.replace(pattern, "");
    return rest.length >= ARABIC_STEM_CHARS_MIN ? rest : from;
  };
  return cut(cut(word, ARABIC_PREFIX), ARABIC_SUFFIX);
}

const CYRILLIC = /^\p{sc=Cyrillic}+$/u;
/** What case, number and gender add to a word; marks are folded by then, so that "й" is "и" and "ё" is "е". */
const CYRILLIC_ENDINGS = (
  "ьями ьях ьям ьев иями ями ами ого его ому ему ыми ими иеи ием иям иях ов ев еи ои ыи ии ая яя ое ее ые ие ую юю ам ям ах ях ом ем ым им " +
  "ых их ию ия ья ье ьи ью а е и о у ы ь ю я"
).split(" ");
const CYRILLIC_STEM_CHARS_MIN = 3;

/** A Russian word, or one of its kin, without its ending; a vowel that comes and goes is gone: "кошелёк", "кошелька". */
function withoutCase(word: string): string {
  if (!CYRILLIC.test(word)) return word;
  const most = word.length - CYRILLIC_STEM_CHARS_MIN;
  const ending = CYRILLIC_ENDINGS.find((each) => each.length <= most && word.endsWith(each)) ?? "";
  return word.slice(0, word.length - ending.length).replace(/(?<=[^аеиоуыэюя])[еоь](?=[кц]$)/u, "");
}

const GREEK = /^\p{sc=Greek}+$/u;
const GREEK_ENDINGS =
  "ματων ματοσ ιουσ ματα εισ εων ιου ιων ιοι ουσ ια ιο ιε ου ων οσ οι ησ εσ ασ ισ υσ α η ο ι ε υ ω σ".split(" ");
const GREEK_STEM_CHARS_MIN = 3;

const HEBREW = /^\p{sc=Hebrew}+$/u;
/** "the", "and the", "that the" are written as one with the word; so are "in", "to" and "from", with which many words begin. */
const HEBREW_ARTICLE = /^(?:ו?[שכבל]?ה|ו)(?=...)/u;
const HEBREW_PREPOSITION = /^[בכלמש](?=...)/u;
const HEBREW_SUFFIX = /(?<=...)(?:יות|ים|ות|יה|ה|ת)$/u;

/** What a word of writing that parts its words is found by, before English endings are cut. */
export function stemsOf(word: string): string[] {
  if (HEBREW.test(word)) return hebrewStems(word);
  return [GREEK.test(word) ? withoutGreekEnding(word) : withoutCase(withoutClitics(word))];
}

function withoutGreekEnding(word: string): string {
  const plain = word.replace(/ς$/u, "σ");
  const most = plain.length - GREEK_STEM_CHARS_MIN;
  const ending = GREEK_ENDINGS.find((each) => each.length <= most && plain.endsWith(each)) ?? "";
  return plain.slice(0, plain.length - ending.length);
}

/** Whether a first letter belongs to a word cannot be told: it is found with it and without. */
function hebrewStems(word: string): string[] {
  const plain = word.replace(HEBREW_ARTICLE, "").replace(HEBREW_SUFFIX, "");
  const bare = plain.replace(HEBREW_PREPOSITION, "");
  return bare === plain ? [plain] : [plain, bare];
}

/** Where the everyday characters of a double-byte charset stand. */
interface Pairs {
  readonly charset: string;
  readonly everyday: (lead: number, trail: number) => boolean;
  /** Prose in Japanese is not written without it. */
  readonly isKana?: (lead: number, trail: number) => boolean;
  /** Bytes above ASCII that are characters of their own. */
  readonly isSingle?: (byte: number) => boolean;
}

const between = (byte: number, first: number, last: number) => byte >= first && byte <= last;
const isHigh = (byte: number) => between(byte, 0xa1, 0xfe);

/** In this order: what is told apart by fewer bytes comes first. */
const DOUBLE_BYTE: readonly Pairs[] = [
  {
    charset: "shift_jis",
    everyday: (lead, trail) => between(lead, 0x81, 0x83) || between(lead * 256 + trail, 0x889f, 0x9872),
    isKana: (lead, trail) => (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96),
    isSingle: (byte) => between(byte, 0xa1, 0xdf),
  },
  {
    charset: "euc-jp",
    everyday: (lead, trail) => isHigh(trail) && (between(lead, 0xa1, 0xa5) || between(lead, 0xb0, 0xcf)),
    isKana: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  // All of Hangul begins in these rows; Chinese goes beyond them in every sentence.
  { charset: "euc-kr", everyday: (lead, trail) => isHigh(trail) && (between(lead, 0xb0, 0xc8) || lead <= 0xa3) },
  { charset: "gbk", everyday: (lead, trail) => isHigh(trail) && (between(lead, 0xb0, 0xd7) || lead <= 0xa3) },
  { charset: "big5", everyday: (lead) => between(lead, 0xa1, 0xc6) },
];

/** Fewer characters than this could be anything. */
const PAIRS_MIN = 4;
const EVERYDAY_SHARE = 0.85;
const KANA_SHARE = 0.15;

/** The charset that text which is not UTF-8 is clearly written in; undefined where it could as well be another, or is no text. */
export function guessCharset(content: Buffer): string | undefined {
  if (content.some((byte) => byte === 0x7f || (byte < 0x20 && !between(byte, 0x09, 0x0d)))) return undefined;
  const double = DOUBLE_BYTE.find((pairs) => isWrittenIn(content, pairs));
  if (double !== undefined) return double.charset;
  if (isCyrillic(content)) return "windows-1251";
  return isWestern(content) ? "windows-1252" : undefined;
}

function isWrittenIn(content: Buffer, { charset, everyday, isKana, isSingle }: Pairs): boolean {
  let all = 0;
  let usual = 0;
  let kana = 0;
  for (let at = 0; at < content.length; at++) {
    const lead = content[at] ?? 0;
    if (lead < 0x80) continue;
    all++;
    if (isSingle?.(lead)) continue;
    const trail = content[++at] ?? 0;
    if (everyday(lead, trail)) usual++;
    if (isKana?.(lead, trail)) kana++;
  }
  if (all < PAIRS_MIN || usual < all * EVERYDAY_SHARE) return false;
  // Its other rows are those of Chinese too.
  if (charset === "euc-jp" && kana < all * KANA_SHARE) return false;
  return isWhole(content, charset);
}

function isWhole(content: Buffer, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

const VOWELS = new Set([0xe0, 0xe5, 0xe8, 0xee, 0xf3, 0xfb, 0xfd, 0xfe, 0xff, 0xc0, 0xc5, 0xc8, 0xce, 0xd3]);
const LETTERS_MIN = 8;

/** Words of Cyrillic letters alone, capitals only where they belong, and vowels in a third of the places. */
function isCyrillic(content: Buffer): boolean {
  let letters = 0;
  let vowels = 0;
  let capitalsInside = 0;
  for (const [at, byte] of content.entries()) {
    if (byte < 0xc0) continue;
    letters++;
    if (VOWELS.has(byte)) vowels++;
    if (byte < 0xe0 && (content[at - 1] ?? 0) >= 0xe0) capitalsInside++;
  }
  const others = content.filter((byte) => between(byte, 0x80, 0xbf)).length;
  return (
    letters >= LETTERS_MIN &&
    inRow(content) > letters * 0.8 &&
    vowels > letters / 3 &&
    vowels < letters * 0.6 &&
    capitalsInside === 0 &&
    others <= letters / 10
  );
}

/** How many letters above ASCII have another such letter beside them. */
function inRow(content: Buffer): number {
  const isLetter = (at: number) => (content[at] ?? 0) >= 0xc0;
  let count = 0;
  for (let at = 0; at < content.length; at++) if (isLetter(at) && (isLetter(at - 1) || isLetter(at + 1))) count++;
  return count;
}

/** Signs that people type between words: money, quotation marks, dashes, degrees and the like. */
const SIGNS = new Set([
  0x80, 0x82, 0x84, 0x85, 0x86, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9b, 0xa0, 0xa1, 0xa2, 0xa3,
  0xa5, 0xa7, 0xa9, 0xaa, 0xab, 0xac, 0xae, 0xb0, 0xb1, 0xb2, 0xb5, 0xb7, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xbf, 0xd7,
  0xf7,
]);

/** Latin words with here and there an accented letter: fewer than plain ones, and at most two in a row. */
function isWestern(content: Buffer): boolean {
  const plain = content.filter((byte) => between(byte | 0x20, 0x61, 0x7a)).length;
  if (plain < content.filter((byte) => byte >= 0x80).length) return false;
  return content.every((byte, at) => {
    if (byte < 0x80 || (SIGNS.has(byte) && !isInWord(content, at))) return true;
    const isAccented = byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;
    return (isAccented || IN_WORDS.has(byte)) && !((content[at - 1] ?? 0) >= 0xc0 && (content[at - 2] ?? 0) >= 0xc0);
  });
}

/** What stands inside words besides accented letters: apostrophes, dashes, and letters that came late. */
const IN_WORDS = new Set([0x91, 0x92, 0x96, 0x97, 0xa0, 0xb7, 0xaa, 0xba, 0x9a, 0x9c, 0x9e, 0x8a, 0x8c, 0x8e]);

function isInWord(content: Buffer, at: number): boolean {
  const isLetter = (byte = 0) => between(byte | 0x20, 0x61, 0x7a) || byte >= 0xc0;
  return isLetter(content[at - 1]) && isLetter(content[at + 1]);
}

/** Digits that may hold a card number, and more behind it: it is often followed by the month it expires in. */
const DIGITS = /(?<!\d[.,])\b(?:\d[ \u00a0\u2009\u202f\u2010-\u2013-]{0,2}){12,}\d\b|\b\d{4}\.\d{4}\.\d{4}\.\d{4}\b/g;
const GROUP_END = /(?<=[ \u00a0\u2009\u202f\u2010-\u2013.-])(?=\d)/;
/** Digits as wide as the letters of Chinese and Japanese; each is as long as a plain one. */
const WIDE = /[\uff10-\uff19]/g;
const WIDE_BY = 0xff10 - 0x30;
const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** The beginnings that issuers of cards use, and how many digits their cards have. */
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|309|36|38|39)/, [14, 16, 19]],
  [/^(?:6011|64[4-9]|65|62|35(?:2[89]|[3-8]))/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6304|67)/, [13, 14, 15, 16, 17, 18, 19]],
];

/** Puts what `take` gives in the place of every card number; other long numbers stay. */
export function replaceCards(text: string, take: () => string): string {
  const plain = text.replace(WIDE, (digit) => String.fromCharCode(digit.charCodeAt(0) - WIDE_BY));
  const parts: string[] = [];
  let done = 0;
  for (const { 0: run, index } of plain.matchAll(DIGITS)) {
    const clean = withoutCards(run, take);
    if (clean === run) continue;
    parts.push(text.slice(done, index), clean);
    done = index + run.length;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** Takes card numbers out of a run of digits; each is made of whole groups, the longest first. */
function withoutCards(run: string, take: () => string): string {
  const groups = run.split(GROUP_END);
  const digits = groups.map((group) => group.replace(/\D/g, ""));
  let clean = "";
  for (let from = 0; from < groups.length; ) {
    const count = groupsOfCard(digits, from);
    const last = groups[from + Math.max(count, 1) - 1] ?? "";
    clean += count === 0 ? last : take() + last.replace(/\d/g, "");
    from += Math.max(count, 1);
  }
  return clean;
}

/** How many groups of digits, from one on, are a card number; 0 where none are. */
function groupsOfCard(groups: readonly string[], from: number): number {
  let [number, card] = ["", 0];
  for (let at = from; at < groups.length; at++) {
    number += groups[at] ?? "";
    if (number.length > DIGITS_MAX) break;
    if (number.length >= DIGITS_MIN && isCard(number)) card = at - from + 1;
  }
  return card;
}

/** Begins as an issuer's cards begin, is as long as they are, and has the check digit that every card number carries. */
function isCard(number: string): boolean {
  const isIssued = ISSUERS.some(([beginning, lengths]) => lengths.includes(number.length) && beginning.test(number));
  return isIssued && hasCheckDigit(number);
}

function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = number.charCodeAt(number.length - 1 - at) - ZERO;
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const ZERO = "0".charCodeAt(0);

/** The most tokens a passage may have. */
export const PASSAGE_TOKENS_MAX = 512;

// Scripts without spaces count by character, words by pieces of six letters, long white space a little:
// never less than a model's own tokenizer would on prose, and the same on every machine.
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]|\s{20}/gu;

/** How many tokens a text has. */
export function countTokens(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(TOKEN)) count += 1;
  return count;
}

const SENTENCE_END = /[.!?。！？]["')\]]?$/;

/** Cuts a stretch that is too long: at a line or sentence end, else at white space, else between two tokens. */
export function* cutLong(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  let from = start;
  while (from < end) {
    const cut = nextCut(text, from, end);
    const stop = from + text.slice(from, cut).trimEnd().length;
    if (stop > from) yield { start: from, end: stop };
    from = cut + (/^\s*/.exec(text.slice(cut, end))?.[0].length ?? 0);
  }
}

function nextCut(text: string, from: number, end: number): number {
  let count = 0;
  let sentence = -1;
  let space = -1;
  TOKEN.lastIndex = 0;
  for (const match of text.slice(from, end).matchAll(TOKEN)) {
    const at = from + match.index;
    const gap = /\s+$/.exec(text.slice(Math.max(from, at - 40), at))?.[0];
    if (gap !== undefined && at > from) {
      space = at;
      const before = text.slice(Math.max(from, at - gap.length - 2), at - gap.length);
      if (gap.includes("\n") || SENTENCE_END.test(before)) sentence = at;
    }
    count += 1;
    if (count > PASSAGE_TOKENS_MAX) {
      const half = from + (at - from) / 2;
      return sentence > half ? sentence : space > from ? space : at;
    }
  }
  return end;
}

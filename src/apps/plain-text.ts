/** Agents and strangers chose these words: none of them may move the cursor or hide what stands beside them. */
export function plain(text: unknown): string {
  return String(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** A token is counted as four characters, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The same of an answer, as it is sent. */
export function tokensOfAnswer(value: unknown): number {
  return tokensOf(JSON.stringify(value));
}

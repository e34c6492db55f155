import { Tokenizer } from "@huggingface/tokenizers";

/** Beyond this many characters per token no text is read: an ordinary word is one token of five. */
const CHARS_PER_TOKEN_MAX = 32;

/** A text as token ids, cut to what the model was made for; the closing token stays. */
export type Tokenize = (text: string) => readonly number[];

export function createTokenize(tokenizerJson: object, tokensMax: number): Tokenize {
  const tokenizer = new Tokenizer(tokenizerJson, {});
  forgetRead(tokenizerJson);
  return (text) => {
    const { ids } = tokenizer.encode(text.slice(0, tokensMax * CHARS_PER_TOKEN_MAX));
    return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), ...ids.slice(-1)];
  };
}

/** It holds on to what it was read from: of WordPiece, a second time all words, which every thread would keep. */
function forgetRead(tokenizerJson: { model?: { type?: string; vocab?: object } }): void {
  if (tokenizerJson.model?.type === "WordPiece") delete tokenizerJson.model.vocab;
}

import { sha256 } from "../../canonical-json.ts";
import { vectorBytes } from "../../vectors.ts";

/** What a vector was made for. */
export interface Embeddable {
  readonly key: number;
  readonly text: string;
  /** The model it comes from. */
  readonly model: string;
}

/**
 * Binds a vector to its document, its text and its model: one that was edited, or put in another's place, does not have
 * the hash that was written with it.
 */
export function vectorHash({ key, text, model }: Embeddable, vector: Float32Array): Buffer {
  const words = Buffer.from(text);
  const head = Buffer.from(JSON.stringify([model, key, words.byteLength]));
  return Buffer.from(sha256(Buffer.concat([head, words, vectorBytes(vector)])), "hex");
}

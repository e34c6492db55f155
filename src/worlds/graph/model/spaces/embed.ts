import { embedCausal } from "./causal.ts";
import { embedCode } from "./code.ts";
import type { Embedding } from "./embedding.ts";
import { embedEntities } from "./entities.ts";
import { embedHyperdimensional } from "./hyperdimensional.ts";
import { embedExpanded, embedWords } from "./keywords.ts";
import { embedModality, type Modality } from "./modality.ts";
import { E1, E5, E6, E7, E8, E9, E10, E11, E12, E13 } from "./names.ts";
import { pack } from "./pack.ts";
import { embedSemantic } from "./semantic.ts";
import { embedStructure, type Place } from "./structure.ts";
import { embedTokens } from "./tokens.ts";

/** What the sentence model made of a text: one vector, and those of its tokens, window by window. */
export interface Modelled {
  readonly vector: Float32Array;
  readonly tokens: readonly Float32Array[];
}

/** A text in the ten spaces that do not follow from its time and place, packed: all of them, or it throws. */
export function embedText(text: string, modality: Modality, place: Place, modelled: Modelled): Uint8Array {
  const made: Readonly<Record<number, () => Embedding>> = {
    [E1]: () => embedSemantic(text, modelled.vector),
    [E5]: () => embedCausal(text),
    [E6]: () => embedWords(text),
    [E7]: () => embedCode(text),
    [E8]: () => embedStructure(text, place),
    [E9]: () => embedHyperdimensional(text),
    [E10]: () => embedModality(text, modality),
    [E11]: () => embedEntities(text),
    [E12]: () => embedTokens(modelled.tokens),
    [E13]: () => embedExpanded(text),
  };
  return pack((space) => {
    const embedding = made[space]?.();
    if (embedding === undefined) throw new TypeError(`nothing embeds into space ${space}`);
    return embedding;
  });
}

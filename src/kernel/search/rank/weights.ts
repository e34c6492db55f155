import type { Kind } from "./document.ts";
import type { EvidenceWeights, Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: { hybrid: { words: 1 }, text: { words: 1 } },
  passage: { hybrid: { words: 0.3, meaning: 0.7 }, text: { words: 1 } },
};
export const EVIDENCE: Readonly<Record<Model, EvidenceWeights>> = {
  hybrid: { bias: 0, covered: 1, close: 1, owned: 1 },
  text: { bias: 0, covered: 1, close: 0, owned: 1 },
};

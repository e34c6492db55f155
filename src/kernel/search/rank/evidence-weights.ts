import type { Kind } from "./document.ts";
import type { EvidenceWeights } from "./weigh.ts";
import type { Model } from "./weights.ts";

// Written by bench/refusal/train.ts. Logistic, over questions that chats, guides and a library answer against those that
// they do not, and gibberish. One half is the border: 5 % of the answerable questions lie below.
export const EVIDENCE: Readonly<Record<Kind, Readonly<Record<Model, EvidenceWeights>>>> = {
  turn: {
    hybrid: { bias: -1.41, covered: 2.05, close: 3.5, owned: 0.73, absent: -1.28 },
    text: { bias: -0.06, covered: 2.76, close: 0, owned: 0.74, absent: -1.72 },
  },
  passage: {
    hybrid: { bias: -3.49, covered: 2.44, close: 5.82, owned: 0, absent: -3.76 },
    text: { bias: 0.42, covered: 2.15, close: 0, owned: 0, absent: -5.7 },
  },
};

import type { Kind } from "./document.ts";
import type { EvidenceWeights } from "./weigh.ts";
import type { Model } from "./weights.ts";

// Written by bench/refusal/train.ts. Logistic, over questions that chats, guides and a library answer against those that
// they do not, and gibberish. One half is the border: of the answerable questions 5 % lie below in chats, 2 % in passages.
export const EVIDENCE: Readonly<Record<Kind, Readonly<Record<Model, EvidenceWeights>>>> = {
  turn: {
    hybrid: { bias: -1.35, covered: 1.76, close: 3.39, owned: 0.46, absent: -2.24, told: 1.16 },
    text: { bias: -0.16, covered: 2.47, close: 0, owned: 0.47, absent: -2.84, told: 0.97 },
  },
  passage: {
    hybrid: { bias: -2.98, covered: 2.58, close: 5.93, owned: 0, absent: -3.83, told: 0 },
    text: { bias: 0.77, covered: 2.36, close: 0, owned: 0, absent: -5.96, told: 0 },
  },
};

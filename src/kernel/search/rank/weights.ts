import type { Kind } from "./document.ts";
import type { EvidenceWeights, Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

// Written by bench/recall/train.ts. Turns: listwise with a ridge, over the questions of 6 development chats
// (conv-26, conv-30, 100K/1, 100K/4, 100K/9, 100K/16); the same weights for every chat.
// Passages: the usual weighted sum, set by hand, since few features helped there.
export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: {
    hybrid: {
      words: 0.374,
      words_before: -2.016,
      words_after: -0.697,
      words_around: 2.689,
      words_group: 1.055,
      coverage: -1.841,
      coverage_before: -0.965,
      coverage_when: 1.648,
      kin: 2.174,
      kin_before: 3.693,
      answers: 2.171,
      meaning: 1.38,
      meaning_around: 5.774,
      meaning_group: 3.85,
      speaker: 1.001,
      speaker_when: 1.081,
      date: 6.376,
      length: -0.502,
      asks: -0.279,
      after_question: -0.227,
      timed: 0.067,
      timed_when: 1.87,
      self: 1.05,
    },
    text: {
      words: 1.223,
      words_before: -0.932,
      words_after: -0.149,
      words_around: 3.338,
      words_group: 1.528,
      coverage: -2.764,
      coverage_before: -2.094,
      coverage_when: 1.582,
      kin: 3.348,
      kin_before: 4.59,
      answers: 2.39,
      speaker: 0.94,
      speaker_when: 1.16,
      date: 6.044,
      length: -0.561,
      asks: -0.271,
      after_question: -0.23,
      timed: -0.063,
      timed_when: 2.1,
      self: 1.028,
    },
  },
  passage: { hybrid: { words: 0.3, meaning: 0.7 }, text: { words: 1 } },
};

// Logistic, over the same questions against those the chats cannot answer and those of other chats.
export const EVIDENCE: Readonly<Record<Model, EvidenceWeights>> = {
  hybrid: {
    bias: -4.594,
    covered: 4.144,
    close: 5.487,
    owned: 1.231,
  },
  text: {
    bias: -3.736,
    covered: 5.975,
    close: 0,
    owned: 1.259,
  },
};

import type { Kind } from "./document.ts";
import type { Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

// Written by bench/recall/train.ts. Turns: listwise with a ridge, over the questions of 6 development chats;
// the same weights for every chat.
// Passages: the usual weighted sum, set by hand, since few features helped there.
export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: {
    hybrid: {
      words: 0.412,
      words_before: -2.023,
      words_after: -0.726,
      words_around: 2.799,
      words_group: 1.048,
      coverage: -1.643,
      coverage_before: 0.038,
      coverage_when: 1.796,
      kin: 1.922,
      kin_before: 2.436,
      answers: 2.182,
      meaning: 1.375,
      meaning_around: 5.869,
      meaning_group: 3.757,
      speaker: 0.999,
      speaker_when: 1.142,
      date: 6.295,
      length: -0.495,
      asks: -0.276,
      after_question: -0.232,
      timed: 0.082,
      timed_when: 1.858,
      self: 1.051,
    },
    text: {
      words: 1.243,
      words_before: -0.972,
      words_after: -0.181,
      words_around: 3.476,
      words_group: 1.509,
      coverage: -2.615,
      coverage_before: -1.324,
      coverage_when: 1.717,
      kin: 3.154,
      kin_before: 3.636,
      answers: 2.405,
      speaker: 0.929,
      speaker_when: 1.202,
      date: 6.051,
      length: -0.553,
      asks: -0.264,
      after_question: -0.244,
      timed: -0.055,
      timed_when: 2.127,
      self: 1.026,
    },
  },
  passage: { hybrid: { words: 0.3, meaning: 0.7, shared: 0.15 }, text: { words: 1 } },
};

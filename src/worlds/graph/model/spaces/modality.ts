import type { Sparse } from "./embedding.ts";
import { hashedSum, joinParts } from "./hashed.ts";
import { tellingStems } from "./words.ts";

const HALF = 384;
const SEED = 10;

export const MODALITIES = ["text", "code", "image", "audio", "structured", "mixed"] as const;
export type Modality = (typeof MODALITIES)[number];

/** What a sentence is for, by the words that give it away. */
const INTENTS: readonly (readonly [string, RegExp])[] = [
  ["asks", /\?|^\s*(?:who|what|when|where|why|how|which|is|are|do|does|did|can|could|will|would)\b/i],
  ["orders", /^\s*(?:please|add|make|create|remove|delete|fix|write|show|find|run|use|set|update|check|remember)\b/i],
  ["plans", /\b(?:will|going to|gonna|plan|plans|planning|tomorrow|next (?:week|month|year)|soon)\b/i],
  ["decides", /\b(?:decided|decision|agreed|chose|settled on|we use|must|shall)\b/i],
  ["wants", /\b(?:want|wants|wish|hope|need|needs|would like|prefer|prefers|favou?rite)\b/i],
  ["feels", /\b(?:love|loved|hate|happy|sad|angry|afraid|excited|worried|proud|sorry|great|terrible|awesome)\b/i],
  ["tells what was", /\b(?:was|were|had|went|did|yesterday|ago|last (?:week|month|year|night))\b/i],
  ["denies", /\b(?:not|never|no longer|n't|cannot)\b/i],
  ["defines", /\b(?:is an?|are|means|defined as|refers to|called)\b/i],
  ["explains", /\b(?:because|therefore|since|due to|so that|reason|why)\b/i],
  ["counts", /\d/],
  [
    "names a time",
    /\b(?:\d{1,2}:\d{2}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|\d{4})\b/i,
  ],
  ["speaks of oneself", /\b(?:i|me|my|mine|we|our|us)\b/i],
  ["speaks to somebody", /\b(?:you|your|yours)\b/i],
];

/** How much of a vector lies in the half that is not about words, for plain text. */
const PLAIN_SHARE = 0.2;
const INTENT_WEIGHT = 2;
const WORD_WEIGHT = 0.25;

/** E10: in the first half what the words are for, in the second what kind of thing it is and what its characters look like. */
export function embedModality(text: string, modality: Modality): Sparse {
  const words = hashedSum(HALF, SEED);
  const things = hashedSum(HALF, SEED + 100, HALF);
  for (const [intent, gives] of INTENTS) if (gives.test(text)) words.add(intent, INTENT_WEIGHT);
  for (const stem of tellingStems(text)) words.add(stem, WORD_WEIGHT);
  things.add(`modality ${modality}`, 2);
  things.add(`size ${Math.round(Math.log2(1 + text.length))}`, 0.5);
  for (const [what, share] of charactersOf(text)) things.add(what, share);
  const upper = modality === "text" ? PLAIN_SHARE : Math.sqrt(1 - PLAIN_SHARE ** 2);
  return joinParts(
    [
      { weights: words.weights, length: Math.sqrt(1 - upper ** 2) },
      { weights: things.weights, length: upper },
    ],
    2 * HALF,
  );
}

/** Shares of kinds of characters: base64, markup and code look unlike prose. */
function charactersOf(text: string): [string, number][] {
  const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / Math.max(1, text.length);
  return [
    ["letters", share(/\p{L}/gu)],
    ["digits", share(/\p{N}/gu)],
    ["spaces", share(/\s/gu)],
    ["brackets", share(/[()[\]{}<>]/g)],
    ["operators", share(/[=+*/|&^%$#@~`\\;:_]/g)],
    ["long runs", Math.min(1, text.match(/[A-Za-z0-9+/]{40,}/g)?.length ?? 0)],
  ];
}

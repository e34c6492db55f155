import type { Kind } from "./document.ts";
import type { Feature } from "./features.ts";

export type Weights = Readonly<Partial<Record<Feature, number>>>;
/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: { hybrid: { words: 1 }, text: { words: 1 } },
  passage: { hybrid: { words: 0.3, meaning: 0.7 }, text: { words: 1 } },
};

import type { Quadrant } from "../memory.ts";

const THRESHOLD = 0.5;
const LOWEST = 0.35;
const HIGHEST = 0.65;

/** A threshold brought into the range in which the quadrants still mean something. */
export function clampThreshold(threshold: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, threshold));
}

/** What is new against what holds together; on the line counts as below it. */
export function quadrantOf(deltaS: number, deltaC: number, threshold = THRESHOLD): Quadrant {
  if (deltaS <= threshold) return deltaC > threshold ? "Open" : "Hidden";
  return deltaC > threshold ? "Unknown" : "Blind";
}

const ACTIONS = {
  Open: "DirectRecall",
  Blind: "TriggerDream",
  Hidden: "GetNeighborhood",
  Unknown: "EpistemicAction",
} as const satisfies Record<Quadrant, string>;

export type Action = (typeof ACTIONS)[Quadrant];

/** What to do next in a quadrant. */
export function actionOf(quadrant: Quadrant): Action {
  return ACTIONS[quadrant];
}

const EXPLANATIONS: Readonly<Record<Quadrant, string>> = {
  Open: "Little is new and it holds together: it can be recalled as it is.",
  Blind: "Much is new and little of it holds together: consolidation should tie it in.",
  Hidden: "Little is new, yet it is loosely tied: its neighbourhood says more than itself.",
  Unknown: "Much is new although it holds together: ask or look before relying on it.",
};

export function explanationOf(quadrant: Quadrant): string {
  return EXPLANATIONS[quadrant];
}

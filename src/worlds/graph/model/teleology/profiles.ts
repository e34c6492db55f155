import { SPACE_COUNT } from "../spaces/names.ts";

export const TASK_TYPES = [
  "code_implementation",
  "research",
  "creative",
  "analysis",
  "debugging",
  "documentation",
  "custom",
] as const;
export const FUSION_STRATEGIES = ["linear", "attention", "gated", "hierarchical", "tucker"] as const;
export const GROUPS = ["factual", "temporal", "causal", "relational", "qualitative", "implementation"] as const;

/** How much each space counts for a kind of work. */
export interface Profile {
  readonly profile_id: string;
  readonly name: string;
  readonly task_type: (typeof TASK_TYPES)[number];
  /** Together one. */
  readonly embedder_weights: readonly number[];
  readonly group_priorities: Readonly<Partial<Record<(typeof GROUPS)[number], number>>>;
  readonly fusion_strategy: (typeof FUSION_STRATEGIES)[number];
  /** Ours: it can be used, not changed. */
  readonly is_system: boolean;
}

/** The row `profiles`: those that were made, by id. */
export interface Profiles {
  readonly made: Readonly<Record<string, Profile>>;
}

/** By place of the space, E1 first; what is not named has the rest. */
function weights(rest: number, named: Readonly<Record<number, number>>): number[] {
  return normalised(Array.from({ length: SPACE_COUNT }, (_, space) => named[space + 1] ?? rest));
}

const system = (
  profile_id: string,
  name: string,
  task_type: Profile["task_type"],
  embedder_weights: number[],
): Profile => ({
  profile_id,
  name,
  task_type,
  embedder_weights,
  group_priorities: {},
  fusion_strategy: "hierarchical",
  is_system: true,
});

export const SYSTEM_PROFILES: readonly Profile[] = [
  system(
    "code_implementation",
    "Code",
    "code_implementation",
    weights(0.02, { 7: 0.28, 6: 0.12, 8: 0.12, 5: 0.1, 12: 0.1, 1: 0.1, 13: 0.08 }),
  ),
  system("research_analysis", "Research", "research", weights(0.03, { 1: 0.22, 5: 0.16, 11: 0.16, 12: 0.12, 13: 0.1 })),
  system("creative_writing", "Creative writing", "creative", weights(0.042, { 1: 0.2, 10: 0.2, 9: 0.12, 8: 0.1 })),
];

/** Words that speak for a kind of work. */
const SIGNS: Readonly<Record<Profile["task_type"], readonly string[]>> = {
  code_implementation: ["code", "function", "implement", "program", "compile", "refactor", "api", "class"],
  research: ["research", "study", "source", "evidence", "paper", "why", "cause", "compare"],
  creative: ["write", "story", "poem", "style", "idea", "creative", "design"],
  analysis: ["analyse", "analyze", "data", "measure", "trend", "statistics"],
  debugging: ["debug", "bug", "error", "crash", "fail", "stack", "trace"],
  documentation: ["document", "docs", "guide", "readme", "explain", "manual"],
  custom: [],
};

/** With the same proportions, together one. */
export function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

/** The profile whose kind of work a text speaks of most, with how many of its words did; nothing where none did. */
export function bestProfile(profiles: readonly Profile[], words: readonly string[]) {
  const said = new Set(words);
  const scored = profiles.map((profile) => {
    const own = [...SIGNS[profile.task_type], ...profile.name.toLowerCase().split(/\W+/)].filter((word) => word !== "");
    return { profile, matches: new Set(own.filter((word) => said.has(word))).size };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, one) => (one.matches > (top?.matches ?? 0) ? one : top),
    undefined,
  );
  return best;
}

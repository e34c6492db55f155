import { E1, E5, E6, E7, E8, E9, E10, E11, E12, E13, eachSpace } from "../spaces/names.ts";

export const TASK_TYPES = [
  "code_implementation",
  "research",
  "creative",
  "analysis",
  "debugging",
  "documentation",
  "custom",
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

export const FUSION_METHODS = ["linear", "attention", "gated", "hierarchical", "tucker"] as const;
export type FusionMethod = (typeof FUSION_METHODS)[number];

/** How much each space counts for one kind of task. */
export interface Profile {
  readonly profile_id: string;
  readonly name: string;
  readonly task_type: TaskType;
  readonly embedder_weights: readonly number[];
  readonly group_priorities: Readonly<Record<string, number>>;
  readonly fusion_strategy: FusionMethod;
  readonly is_system: boolean;
}

/** Weights that add up to one; what is not named gets the rest. */
function weights(named: Readonly<Record<number, number>>, others: number): number[] {
  const given = eachSpace((space) => named[space] ?? others);
  const total = given.reduce((sum, weight) => sum + weight, 0);
  return given.map((weight) => weight / total);
}

function system(profile_id: string, name: string, task_type: TaskType, embedder_weights: number[]): Profile {
  return {
    profile_id,
    name,
    task_type,
    embedder_weights,
    group_priorities: {},
    fusion_strategy: "hierarchical",
    is_system: true,
  };
}

/** The profiles that are always there and cannot be changed. */
export const BUILT_IN_PROFILES: readonly Profile[] = [
  system(
    "code_implementation",
    "Code implementation",
    "code_implementation",
    weights({ [E7]: 0.28, [E6]: 0.12, [E8]: 0.12, [E5]: 0.1, [E12]: 0.1, [E1]: 0.1, [E13]: 0.08 }, 0.02),
  ),
  system(
    "research_analysis",
    "Research and analysis",
    "research",
    weights({ [E1]: 0.22, [E5]: 0.16, [E11]: 0.16, [E12]: 0.12, [E13]: 0.1 }, 0.03),
  ),
  system(
    "creative_writing",
    "Creative writing",
    "creative",
    weights({ [E1]: 0.2, [E10]: 0.2, [E9]: 0.12, [E8]: 0.1 }, 0.042),
  ),
];

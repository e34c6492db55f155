import type { Profile, TaskType } from "./teleology/profiles.ts";

/** Words that speak for a kind of work. */
const SIGNS: Readonly<Record<TaskType, readonly string[]>> = {
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
  // Against the largest: the sum of large numbers may be none any more.
  const largest = Math.max(...values);
  const shares = values.map((value) => value / largest);
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** The profile whose kind of work a text speaks of most, with how many of its words did; nothing where none did. */
export function bestProfile(profiles: readonly Profile[], words: readonly string[]) {
  const said = new Set(words);
  let best: { readonly profile: Profile; readonly matches: number } | undefined;
  for (const profile of profiles) {
    const own = [...SIGNS[profile.task_type], ...profile.name.toLowerCase().split(/\W+/)];
    const matches = new Set(own.filter((word) => said.has(word))).size;
    if (matches > (best?.matches ?? 0)) best = { profile, matches };
  }
  return best;
}

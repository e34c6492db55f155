import { KernelError } from "../../../kernel/index.ts";

/** What each flag of INDEX_FEATURES turns on. */
export const FEATURES = {
  usage: "usage_track counts, usage_hotset answers, and entries carry usageCount and lastUsedAt",
  window: "usage_hotset takes windowDays and counts only uses within it",
  hotness: "usage_hotset items carry hotness, halved every 7 days, and are ordered by it",
  drift: "integrity_verify and health_check compare with snapshots/canonical-instructions.json of the data folder",
  risk: "instructions_list takes minRisk and answers the riskiest entries first",
  semantic: 'instructions_search takes mode "semantic" and answers by meaning, with a score',
} as const;

export type Feature = keyof typeof FEATURES;

export type Features = ReturnType<typeof createFeatures>;

/** Which flags are on, and how often what they gate was used in this process. */
export function createFeatures(flags: readonly string[]) {
  const known = Object.keys(FEATURES) as Feature[];
  const active = known.filter((name) => flags.includes(name));
  const unknown = flags.filter((flag) => !(flag in FEATURES));
  const counters: Record<string, number> = Object.fromEntries(active.map((name) => [`featureActivated:${name}`, 1]));
  return {
    unknown,
    has: (name: Feature) => active.includes(name),
    count(counter: string, times = 1): void {
      counters[counter] = (counters[counter] ?? 0) + times;
    },
    status: () => ({
      features: active,
      counters: Object.fromEntries(Object.entries(counters).sort(([a], [b]) => (a < b ? -1 : 1))),
      env: [...flags],
    }),
  };
}

/** Refuses an argument whose feature is off, rather than ignoring it. */
export function requireFeature(features: Features, name: Feature, argument: string): void {
  if (features.has(name)) return;
  throw new KernelError("invalid_arguments", `${argument} needs the feature ${name}: add it to INDEX_FEATURES`, {
    feature: name,
  });
}

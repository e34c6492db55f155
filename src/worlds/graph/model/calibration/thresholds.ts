/** Domains, and how strict each is. */
const STRICTNESS = { Code: 0.9, Medical: 1, Legal: 0.8, Creative: 0.2, Research: 0.5, General: 0.5 } as const;

export type Domain = keyof typeof STRICTNESS;
export const DOMAINS = Object.keys(STRICTNESS) as [Domain, ...Domain[]];

export const THRESHOLD_RANGES = {
  theta_opt: [0.6, 0.9],
  theta_acc: [0.55, 0.85],
  theta_warn: [0.4, 0.7],
  theta_dup: [0.8, 0.98],
  theta_edge: [0.5, 0.85],
} as const;

export type ThresholdName = keyof typeof THRESHOLD_RANGES;
export type Thresholds = Readonly<Record<ThresholdName, number>>;

/** The row `thresholds`: what was learned of a domain, where anything was, and how confidence is tempered. */
export interface LearnedThresholds {
  readonly domains: Readonly<Partial<Record<Domain, Partial<Thresholds>>>>;
  /** The temperature of the overall similarity, and of each space. */
  readonly temperature: number;
  readonly space_temperatures: readonly number[];
  readonly recalibrations: number;
}

/** What holds for a domain before anything was learned. */
export function priorThresholds(domain: Domain): Thresholds {
  const strictness = STRICTNESS[domain];
  return {
    theta_opt: 0.75 + 0.1 * strictness,
    theta_acc: 0.7 + 0.08 * strictness,
    theta_warn: 0.55 + 0.05 * strictness,
    theta_dup: 0.9,
    theta_edge: 0.7,
  };
}

/** What holds now. */
export function thresholdsOf(learned: LearnedThresholds | undefined, domain: Domain): Thresholds {
  return { ...priorThresholds(domain), ...learned?.domains[domain] };
}

/** Brings thresholds into their ranges, and keeps optimal above acceptable above warning. */
export function orderly(thresholds: Thresholds): Thresholds {
  const held = Object.fromEntries(
    Object.entries(thresholds).map(([name, value]) => {
      const [low, high] = THRESHOLD_RANGES[name as ThresholdName];
      return [name, Math.min(high, Math.max(low, value))];
    }),
  ) as Record<ThresholdName, number>;
  const gap = 0.01;
  held.theta_opt = Math.max(held.theta_opt, held.theta_acc + gap);
  held.theta_warn = Math.min(held.theta_warn, held.theta_acc - gap);
  return held;
}

/** The domain of a memory: code by its modality, others by a tag of that name. */
export function domainOf(modality: string, tags: readonly string[]): Domain {
  const named = DOMAINS.find((domain) => tags.some((tag) => tag.toLowerCase() === domain.toLowerCase()));
  return named ?? (modality === "code" ? "Code" : "General");
}

/** How much the newest memory moves what the graph is about. */
const SHIFT = 0.1;
const TRAJECTORY_MAX = 1000;
const CRISIS_BELOW = 0.7;
const EVENT_PAUSE_MS = 30_000;

export const EGO_THRESHOLDS = { healthy: 0.9, warning: 0.7, degraded: 0.5, critical: 0 } as const;

export type EgoStatus = "Healthy" | "Warning" | "Degraded" | "Critical";

export interface Detection {
  readonly identity_coherence: number;
  readonly previous_status: EgoStatus;
  readonly current_status: EgoStatus;
  readonly at: number;
  /** When a change of status was last told before this. */
  readonly last_event_at: number | null;
}

/** The row `ego`: what the graph is about, as the purpose of its memories drew it. */
export interface Ego {
  readonly purpose_vector: readonly number[];
  /** The cosine between the last two purposes. */
  readonly continuity: number;
  /** The cosine between the last memory's purpose and the graph's. */
  readonly coherence_with_actions: number;
  readonly memories: number;
  readonly detection: Detection | null;
}

/** What a memory's purpose does to the graph's, while the oscillators stand at r. */
export function shifted(ego: Ego | undefined, purpose: readonly number[], r: number, at: number): Ego {
  if (ego === undefined) {
    return { purpose_vector: purpose, continuity: 1, coherence_with_actions: 1, memories: 1, detection: null };
  }
  const next = ego.purpose_vector.map((value, index) => value + SHIFT * ((purpose[index] ?? 0) - value));
  const continuity = cosine(ego.purpose_vector, next);
  const [previous, current] = [ego.detection?.current_status ?? "Healthy", egoStatus(continuity * r)] as const;
  const told = ego.detection;
  return {
    purpose_vector: next,
    continuity,
    coherence_with_actions: cosine(purpose, ego.purpose_vector),
    memories: ego.memories + 1,
    detection: {
      identity_coherence: continuity * r,
      previous_status: previous,
      current_status: current,
      at,
      last_event_at:
        told !== null && told.previous_status !== told.current_status ? told.at : (told?.last_event_at ?? null),
    },
  };
}

export function egoStatus(identityCoherence: number): EgoStatus {
  if (identityCoherence > EGO_THRESHOLDS.healthy) return "Healthy";
  if (identityCoherence >= EGO_THRESHOLDS.warning) return "Warning";
  return identityCoherence >= EGO_THRESHOLDS.degraded ? "Degraded" : "Critical";
}

export function isCrisis(identityCoherence: number): boolean {
  return identityCoherence < CRISIS_BELOW;
}

export function trajectoryLength(ego: Ego | undefined): number {
  return Math.min(TRAJECTORY_MAX, ego?.memories ?? 0);
}

/** The last look at its own continuity, in words. */
export function describeDetection({
  identity_coherence,
  previous_status,
  current_status,
  at,
  last_event_at,
}: Detection) {
  const changed = previous_status !== current_status;
  const rank: Record<EgoStatus, number> = { Healthy: 3, Warning: 2, Degraded: 1, Critical: 0 };
  return {
    identity_coherence,
    previous_status,
    current_status,
    status_changed: changed,
    entering_crisis: isCrisis(identity_coherence) && rank[previous_status] >= rank.Warning,
    entering_critical: current_status === "Critical" && previous_status !== "Critical",
    recovering: rank[current_status] > rank[previous_status],
    time_since_last_event_ms: last_event_at === null ? null : at - last_event_at,
    can_emit_event: changed && (last_event_at === null || at - last_event_at >= EVENT_PAUSE_MS),
  };
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const opposite = other[index] ?? 0;
    product += value * opposite;
    ofOne += value * value;
    ofOther += opposite * opposite;
  }
  const lengths = Math.sqrt(ofOne) * Math.sqrt(ofOther);
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, product / lengths));
}

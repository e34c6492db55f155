/** From which level on a state is called so; the first that is reached from above. */
const STATES = [
  { above: 0.95, state: "HYPERSYNC" },
  { from: 0.8, state: "CONSCIOUS" },
  { from: 0.5, state: "EMERGING" },
  { from: 0.3, state: "FRAGMENTED" },
] as const;

const SUFFICIENT = 0.5;
const NOTHING = 1e-6;

export interface Consciousness {
  /** The product of the three below. */
  readonly level: number;
  /** How far the oscillators are in step. */
  readonly integration: number;
  /** How well the graph foresaw what it would learn, through a logistic curve. */
  readonly reflection: number;
  /** How evenly the purpose is spread over the spaces: its entropy, 1 where all weigh the same. */
  readonly differentiation: number;
  readonly state: "DORMANT" | "FRAGMENTED" | "EMERGING" | "CONSCIOUS" | "HYPERSYNC";
  readonly limiting_factor: "Integration" | "Reflection" | "Differentiation" | "None";
}

export function consciousnessOf(r: number, metaAccuracy: number, purpose: readonly number[]): Consciousness {
  const reflection = logistic(4 * metaAccuracy - 2);
  const differentiation = evenness(purpose);
  const level = Math.min(1, Math.max(0, r * reflection * differentiation));
  return {
    level,
    integration: r,
    reflection,
    differentiation,
    state: stateOf(level),
    limiting_factor: limitingFactor(r, reflection, differentiation),
  };
}

export function isSufficient(factor: number): boolean {
  return factor >= SUFFICIENT;
}

export function stateOf(level: number): Consciousness["state"] {
  for (const step of STATES) {
    if ("above" in step ? level > step.above : level >= step.from) return step.state;
  }
  return "DORMANT";
}

/** The entropy of a vector's shares, as a part of what it could be. */
export function evenness(vector: readonly number[]): number {
  const sum = vector.reduce((total, value) => total + Math.abs(value), 0);
  if (sum < NOTHING) return 0;
  let entropy = 0;
  for (const value of vector) {
    const share = Math.abs(value) / sum;
    if (share > 0) entropy -= share * Math.log2(share);
  }
  return Math.min(1, entropy / Math.log2(vector.length));
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function limitingFactor(integration: number, reflection: number, differentiation: number) {
  if (!isSufficient(integration)) return "Integration";
  if (!isSufficient(reflection)) return "Reflection";
  return isSufficient(differentiation) ? "None" : "Differentiation";
}

/** The row `awareness`: in which state the graph was when something last happened, and since when. */
export interface Awareness {
  readonly state: Consciousness["state"];
  readonly since: number;
  readonly at: number;
}

export function stayed(before: Awareness | undefined, state: Consciousness["state"], nowMs: number): Awareness {
  return { state, since: before?.state === state ? before.since : nowMs, at: nowMs };
}

/** How long it has been in a state; one that came by itself began after the last thing that happened. */
export function stateMs(awareness: Awareness | undefined, state: Consciousness["state"], nowMs: number): number {
  if (awareness === undefined) return 0;
  return nowMs - (awareness.state === state ? awareness.since : awareness.at);
}

import type { JsonObject } from "../../../kernel/index.ts";

/** What each modulator moves between, where it rests, and which part of the way back it goes in a second. */
export const MODULATORS = {
  dopamine: { min: 1, baseline: 3, max: 5, decayPerSecond: 0.05 },
  serotonin: { min: 0, baseline: 0.5, max: 1, decayPerSecond: 0.02 },
  noradrenaline: { min: 0.5, baseline: 1, max: 2, decayPerSecond: 0.1 },
  // It goes back at each look at what was learned, not with time: `meta.ts` says when.
  acetylcholine: { min: 0.001, baseline: 0.001, max: 0.002, decayPerSecond: 0 },
} as const;

export type Modulator = keyof typeof MODULATORS;
export type Levels = Readonly<Record<Modulator, number>>;

const ENTRY_GAIN = 0.2;
const EVENT_GAIN = 0.1;
const LOSS_GAIN = 0.1;
const THREAT_GAIN = 0.5;
const SEVERITY_MAX = 2;
const SAFETY_LOSS = 0.3;
const THREATS_FORGOTTEN_MS = 60_000;
const ALARM_FACTOR = 1.5;
const CALM_RATE = 0.1;
const CASCADE = { high: 4, low: 2, serotonin: 0.05, jump: 0.3, noradrenaline: 0.1 } as const;
const ALERT_ABOVE = 1.2;
const ELEVATED_ABOVE = 0.0015;

/** The row `modulators`: levels as they were at `at`. They move back towards rest from there. */
export interface Modulators extends Levels {
  readonly at: number;
  readonly last_trigger: Trigger | null;
  readonly last_threat: { readonly severity: number; readonly at: number } | null;
  readonly threat_count: number;
}

/** What last moved one, and by how much. */
export interface Trigger {
  readonly modulator: Modulator;
  readonly cause: string;
  readonly delta: number;
  readonly at: number;
}

export function restingModulators(at: number): Modulators {
  return { ...levels((name) => MODULATORS[name].baseline), at, last_trigger: null, last_threat: null, threat_count: 0 };
}

/** The levels now. */
export function modulatorsAt(row: JsonObject | undefined, nowMs: number): Levels {
  return modulatorRowAt(row, nowMs);
}

/** The whole row as it is now. */
export function modulatorRowAt(row: JsonObject | undefined, nowMs: number): Modulators {
  if (row === undefined) return restingModulators(nowMs);
  const kept = row as unknown as Modulators;
  const seconds = Math.max(0, (nowMs - kept.at) / 1000);
  const forgotten = kept.last_threat === null || nowMs - kept.last_threat.at > THREATS_FORGOTTEN_MS;
  return {
    ...kept,
    ...levels((name) => {
      const { baseline, decayPerSecond } = MODULATORS[name];
      return kept[name] + (baseline - kept[name]) * Math.min(1, decayPerSecond * seconds);
    }),
    at: nowMs,
    threat_count: forgotten ? 0 : kept.threat_count,
  };
}

/** Moves one by as much as its range allows. */
export function moved(row: Modulators, modulator: Modulator, delta: number, cause: string): Modulators {
  const level = clamp(modulator, row[modulator] + delta);
  const trigger = { modulator, cause, delta: level - row[modulator], at: row.at };
  return { ...row, [modulator]: level, last_trigger: trigger };
}

/** A memory has entered the workspace. */
export function entered(row: Modulators): Modulators {
  return moved(row, "dopamine", ENTRY_GAIN, "workspace_entry");
}

/** A candidate has lost against another. */
export function lost(row: Modulators, score: number): Modulators {
  return moved(row, "dopamine", -(1 - score) * LOSS_GAIN, "workspace_loss");
}

/** Something turned out well or badly; `magnitude` lies between -1 and 1. */
export function experienced(row: Modulators, magnitude: number): Modulators {
  const cause = magnitude < 0 ? "negative_event" : "positive_event";
  const serotonin = moved(row, "serotonin", EVENT_GAIN * magnitude, cause);
  return magnitude < 0 ? moved(serotonin, "dopamine", EVENT_GAIN * magnitude, cause) : serotonin;
}

/** A goal came nearer or went further away, with what follows for the others. */
export function progressed(row: Modulators, progress: number): Modulators {
  const step = moved(row, "dopamine", EVENT_GAIN * progress, "goal_progress");
  const change = step.dopamine - row.dopamine;
  let next = step;
  if (step.dopamine > CASCADE.high) next = moved(next, "serotonin", CASCADE.serotonin, "cascade");
  if (step.dopamine < CASCADE.low) next = moved(next, "serotonin", -CASCADE.serotonin, "cascade");
  if (Math.abs(change) > CASCADE.jump) next = moved(next, "noradrenaline", CASCADE.noradrenaline, "cascade");
  return { ...next, last_trigger: step.last_trigger };
}

/** Something quite unexpected came. */
export function threatened(row: Modulators, severity: number): Modulators {
  const weight = Math.min(SEVERITY_MAX, Math.max(0, severity));
  const next = moved(row, "noradrenaline", THREAT_GAIN * weight, "threat");
  return { ...next, last_threat: { severity: weight, at: row.at }, threat_count: row.threat_count + 1 };
}

/** Nothing is out of order. */
export function reassured(row: Modulators): Modulators {
  return moved(row, "noradrenaline", -SAFETY_LOSS, "safety");
}

/** One look at what was learned: an alarm raises the rate of learning, calm lets it fall back. */
export function evaluated(row: Modulators, alarmed: boolean): Modulators {
  const { baseline } = MODULATORS.acetylcholine;
  const level = alarmed
    ? row.acetylcholine * ALARM_FACTOR
    : row.acetylcholine + (baseline - row.acetylcholine) * CALM_RATE;
  return { ...row, acetylcholine: clamp("acetylcholine", level) };
}

export function isAlert({ noradrenaline }: Levels): boolean {
  return noradrenaline > ALERT_ABOVE;
}

export function isLearningElevated({ acetylcholine }: Levels): boolean {
  return acetylcholine > ELEVATED_ABOVE;
}

/** How many times the usual rate is learned with. */
export function learningFactor({ acetylcholine }: Levels): number {
  return acetylcholine / MODULATORS.acetylcholine.baseline;
}

function clamp(modulator: Modulator, level: number): number {
  const { min, max } = MODULATORS[modulator];
  return Math.min(max, Math.max(min, level));
}

function levels(of: (name: Modulator) => number): Levels {
  return {
    dopamine: of("dopamine"),
    serotonin: of("serotonin"),
    noradrenaline: of("noradrenaline"),
    acetylcholine: of("acetylcholine"),
  };
}

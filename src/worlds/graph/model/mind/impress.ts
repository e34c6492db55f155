import type { JsonObject } from "../../../../kernel/index.ts";
import { entered, evaluated, lost, modulatorRowAt, reassured, threatened } from "../modulators.ts";
import { type Awareness, consciousnessOf, stayed } from "./consciousness.ts";
import { type Ego, shifted } from "./ego.ts";
import { type Oscillators, orderOf, oscillatorsAt, stimulated } from "./kuramoto.ts";
import { isAlarmed, type Meta, metaAccuracy, NO_META, reflect } from "./meta.ts";
import { stirred, type Wake } from "./wakefulness.ts";
import { compete, EMPTY_WORKSPACE, type Workspace } from "./workspace.ts";

/** A surprise above this is a threat, the more the higher; below its opposite, nothing is out of order. */
const ALARMING_SURPRISE = 0.7;
const SEVERITY_SPAN = 2;

/** Rows that a new memory moves. */
export const IMPRESSED = ["oscillators", "modulators", "workspace", "ego", "meta", "wake", "awareness"] as const;

type Rows = Readonly<Record<string, JsonObject | undefined>>;

/** A new memory, as far as it moves the graph. */
export interface Impression {
  readonly memory_id: string;
  /** How much it says in each space. */
  readonly activation: readonly number[];
  readonly purpose: readonly number[];
  readonly importance: number;
  readonly alignment: number;
  /** How unlike everything known it is. */
  readonly surprise: number;
  /** The learning score it came to. */
  readonly learning: number;
}

/** What a new memory does to the rows that it moves. */
export function impress(rows: Rows, impression: Impression, nowMs: number): Record<string, JsonObject> {
  const oscillators = stimulated(
    oscillatorsAt(rows.oscillators as unknown as Oscillators | undefined, nowMs),
    impression.activation,
  );
  const { r } = orderOf(oscillators.phases);
  const meta = reflect((rows.meta as unknown as Meta | undefined) ?? NO_META, impression.learning);
  const contest = compete(
    (rows.workspace as unknown as Workspace | undefined) ?? EMPTY_WORKSPACE,
    { ...impression, alignment: Math.max(0, impression.alignment) },
    r,
    nowMs,
  );
  let modulators = evaluated(modulatorRowAt(rows.modulators, nowMs), isAlarmed(meta));
  if (impression.surprise > ALARMING_SURPRISE) {
    const part = (impression.surprise - ALARMING_SURPRISE) / (1 - ALARMING_SURPRISE);
    modulators = threatened(modulators, SEVERITY_SPAN * part);
  } else if (impression.surprise < 1 - ALARMING_SURPRISE) modulators = reassured(modulators);
  for (const score of contest.losers) modulators = lost(modulators, score);
  if (contest.won) modulators = entered(modulators);
  const ego = shifted(rows.ego as unknown as Ego | undefined, impression.purpose, r, nowMs);
  const { state } = consciousnessOf(r, metaAccuracy(meta), ego.purpose_vector);
  return rowsOf({
    oscillators,
    modulators,
    workspace: contest.workspace,
    ego,
    meta,
    wake: stirred(rows.wake as unknown as Wake | undefined, nowMs),
    awareness: stayed(rows.awareness as unknown as Awareness | undefined, state, nowMs),
  });
}

/** Rows as the log and the table keep them. */
export function rowsOf(rows: Readonly<Record<string, object>>): Record<string, JsonObject> {
  return rows as unknown as Record<string, JsonObject>;
}

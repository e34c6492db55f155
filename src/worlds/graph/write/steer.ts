import type { JsonObject } from "../../../kernel/index.ts";
import type { Graph } from "../graph.ts";
import { rowsOf } from "../model/mind/impress.ts";
import { type Modulators, modulatorRowAt, progressed } from "../model/modulators.ts";
import { steeringNow } from "../read/steering.ts";

/** The row `steering`: what the last judgement of the whole did to the modulators. */
export interface Steered {
  readonly at: number;
  readonly value: number;
  readonly da_delta: number;
  readonly da_new: number;
  readonly serotonin_delta: number;
  readonly serotonin_new: number;
  readonly ne_delta: number;
  readonly ne_new: number;
}

/** Lets how well the graph is doing move the modulators, from where `from` has left them. Nothing moves where nothing can be judged. */
export async function steeredRows(graph: Graph, nowMs: number, from?: Modulators): Promise<Record<string, JsonObject>> {
  const before = from ?? modulatorRowAt(await graph.state.get("modulators"), nowMs);
  const { value } = await steeringNow(graph);
  if (value === null) return from === undefined ? {} : rowsOf({ modulators: from });
  const after = progressed(before, value);
  const steering: Steered = {
    at: nowMs,
    value,
    da_delta: after.dopamine - before.dopamine,
    da_new: after.dopamine,
    serotonin_delta: after.serotonin - before.serotonin,
    serotonin_new: after.serotonin,
    ne_delta: after.noradrenaline - before.noradrenaline,
    ne_new: after.noradrenaline,
  };
  return rowsOf({ modulators: after, steering });
}

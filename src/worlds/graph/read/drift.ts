import type { Graph } from "../graph.ts";
import { correctionFor, driftSeverity } from "../model/goals/correction.ts";
import { driftHistory, driftTrend } from "../model/goals/drift.ts";
import { eachSpace } from "../model/spaces/names.ts";
import { sinceOf, type Timeframe } from "../model/timeframe.ts";
import { alignedTo, meanAlignment, memoriesSince, referenceOf } from "./alignment.ts";
import { goalsOf } from "./goal.ts";

const HISTORY_POINTS = 12;

/** How far the memories of a time have moved from what everything is measured by. */
export async function driftIn(graph: Graph, timeframe: Timeframe, ids?: readonly string[]) {
  const nowMs = graph.scope.env.now();
  const since = sinceOf(timeframe, nowMs);
  const goals = await goalsOf(graph);
  const memories = await memoriesSince(graph, since, ids);
  const reference = referenceOf(goals, memories, nowMs);
  const aligned = reference === undefined ? [] : alignedTo(reference, memories, nowMs);
  const similarity = meanAlignment(aligned);
  const perSpace = eachSpace((space) =>
    aligned.length === 0 ? 0 : aligned.reduce((sum, { spaces }) => sum + (spaces[space] ?? 0), 0) / aligned.length,
  );
  const told = aligned.map(({ memory, alignment }) => ({ at: memory.updated_at, similarity: alignment }));
  const first = Math.min(nowMs, ...told.map(({ at }) => at));
  const history = driftHistory(told, Math.max(since, first), nowMs, HISTORY_POINTS);
  const trend = driftTrend(history);
  const star = goals.north_star;
  const severity = star === null || aligned.length === 0 ? "None" : driftSeverity(star.baseline, similarity);
  const correction = correctionFor(severity, trend?.direction ?? "Stable");
  return { nowMs, goals, reference, aligned, similarity, perSpace, history, trend, severity, correction };
}

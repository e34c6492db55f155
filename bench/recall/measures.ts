import { orderOf } from "../../src/kernel/search/rank/order.ts";
import type { Weights } from "../../src/kernel/search/rank/weigh.ts";
import { weigh } from "../../src/kernel/search/rank/weigh.ts";
import type { Sample } from "./samples.ts";

/** Ids of the best, as the product orders them. */
export function bestOf({ measured, pool, space }: Sample, weights: Weights, limit: number): string[] {
  return orderOf(weigh(measured.table, weights), pool, measured.question, space.kind)
    .slice(0, limit)
    .map((index) => pool[index]?.document.id ?? "");
}

/** Share of the evidence among the first so many. */
export function recallAt(limit: number, best: readonly string[], evidence: ReadonlyMap<string, number>): number {
  return best.slice(0, limit).filter((id) => evidence.has(id)).length / evidence.size;
}

/** Gain of the first so many, later places counting less, against the best possible order. */
export function ndcgAt(limit: number, best: readonly string[], evidence: ReadonlyMap<string, number>): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, limit).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const ideal = gain([...evidence.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : gain(best.map((id) => evidence.get(id) ?? 0)) / ideal;
}

/** How often a value of the first kind is above one of the second, ties counting half. */
export function auroc(above: readonly number[], below: readonly number[]): number {
  let wins = 0;
  for (const a of above) for (const b of below) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (above.length * below.length);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

import type { Kind } from "./document.ts";
import type { Measured } from "./features.ts";
import type { PreparedDocument } from "./prepare.ts";

export function estimateEvidence(
  { table }: Measured,
  _pool: readonly PreparedDocument[],
  _scores: Float64Array,
  _kind: Kind,
): number {
  return table.kin_before.reduce((most, value) => Math.max(most, value), 0);
}

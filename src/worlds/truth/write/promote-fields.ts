import type { RecordedObservation } from "../model/recorded.ts";
import { analyse, isPromotable } from "../model/schema/fragment-stats.ts";
import { reasonFor, unclaimedFields } from "../read/schema-candidates.ts";
import type { Truth } from "../truth.ts";
import { addFields } from "./schemas.ts";

/** How many of the latest statements decide: enough for the rule, and no more work for whoever has a million. */
const STATEMENTS_MAX = 200;

/**
 * Lets the schemas of this user grow by what was just stored: a field seen three times or more, in two sources, with
 * one type in 95 of 100 cases, becomes a field of its type, and what was said of it before counts.
 */
export async function promoteFields(truth: Truth, stored: readonly RecordedObservation[]): Promise<void> {
  const named = new Map<string, Set<string>>();
  for (const { entity_type, fragments } of stored) {
    const fields = named.get(entity_type) ?? new Set();
    for (const field of Object.keys(fragments)) fields.add(field);
    if (fields.size > 0) named.set(entity_type, fields);
  }
  for (const [entityType, fields] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const seen = await unclaimedFields(truth, entityType, STATEMENTS_MAX);
    const ripe = [...seen]
      .filter(([field, stats]) => fields.has(field) && isPromotable(stats))
      .map(([field, stats]) => analyse(field, stats));
    if (ripe.length === 0) continue;
    await addFields(truth, {
      entity_type: entityType,
      fields: ripe.map(({ field_name, field_type }) => ({ field_name, field_type })),
      schema_version: undefined,
      scope: "user",
      activate: true,
      migrate: true,
      recommended: {
        source: "raw_fragments",
        confidence_score: Math.min(...ripe.map(({ confidence }) => confidence)),
        reasoning: reasonFor(ripe),
        status: "auto_applied",
      },
    });
    truth.schemas.forget();
  }
}

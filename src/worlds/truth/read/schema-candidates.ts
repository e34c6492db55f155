import {
  analyse,
  type FieldAnalysis,
  type FragmentStats,
  learn,
  NOTHING_SEEN,
} from "../model/schema/fragment-stats.ts";
import { fieldOf } from "../model/schema/types/entity-schema.ts";
import type { Truth } from "../truth.ts";

/** The latest statements that an analysis looks at; older ones say nothing that these do not. */
const ANALYSED_MAX = 5000;

/** What was seen of each field of a type that its schema does not claim, in order of their names. */
export async function unclaimedFields(
  truth: Truth,
  entityType: string,
  statements = ANALYSED_MAX,
): Promise<Map<string, FragmentStats>> {
  const schema = (await truth.schemas.book()).of(entityType);
  const seen = new Map<string, FragmentStats>();
  if (schema.open) return seen;
  for (const { source_id, fragments } of await truth.observations.unclaimed(entityType, statements)) {
    for (const [field, value] of Object.entries(fragments)) {
      if (fieldOf(schema, field) !== undefined || value === undefined) continue;
      seen.set(field, learn(seen.get(field) ?? NOTHING_SEEN, value, source_id));
    }
  }
  return new Map([...seen].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface Candidates {
  readonly entity_type: string;
  readonly fields: FieldAnalysis[];
  readonly confidence_score: number;
}

/** Types with fields that are seen often and alike enough, in order of their names. */
export async function schemaCandidates(
  truth: Truth,
  entityType: string | undefined,
  least: { readonly frequency: number; readonly confidence: number },
): Promise<Candidates[]> {
  const types =
    entityType === undefined ? (await truth.types.all()).map(({ entity_type }) => entity_type) : [entityType];
  const found: Candidates[] = [];
  for (const entity_type of types) {
    const fields = [...(await unclaimedFields(truth, entity_type))]
      .map(([field, stats]) => analyse(field, stats))
      .filter(({ frequency, confidence }) => frequency >= least.frequency && confidence >= least.confidence);
    if (fields.length === 0) continue;
    const sum = fields.reduce((all, { confidence }) => all + confidence, 0);
    found.push({ entity_type, fields, confidence_score: Math.round((sum / fields.length) * 10_000) / 10_000 });
  }
  return found;
}

export function reasonFor(fields: readonly FieldAnalysis[]): string {
  return fields
    .map(
      ({ field_name, field_type, frequency, type_consistency }) =>
        `${field_name}: seen ${frequency} times, ${Math.round(type_consistency * 100)} % of them ${field_type}`,
    )
    .join("; ");
}

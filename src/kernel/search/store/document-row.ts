import { canonicalJson } from "../../canonical-json.ts";
import type { SearchDocument, Unit } from "../../search.ts";

/** A document as the table holds it. */
export interface DocumentRow {
  readonly key: number;
  readonly space: string;
  readonly id: string;
  readonly unit: Unit;
  readonly text: string;
  readonly group_id: string;
  readonly position: number;
  readonly speaker: string | null;
  readonly at: number | null;
  readonly filters: string;
  readonly terms: number;
  /** Since when it has been so. */
  readonly since: number;
  readonly vector_model: string | null;
}

export function toDocument(row: DocumentRow): SearchDocument {
  const filters = JSON.parse(row.filters) as Record<string, string>;
  return {
    space: row.space,
    id: row.id,
    unit: row.unit,
    text: row.text,
    group: row.group_id,
    position: row.position,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.at !== null && { at: row.at }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

/** Filters in the one form they are stored and compared in. */
export function filtersText(filters: Readonly<Record<string, string>> | undefined): string {
  return canonicalJson(filters ?? {});
}

/** Whether two documents of one id, or none, are the same to the index. */
export function areSame(one: SearchDocument | undefined, other: SearchDocument | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.text === other.text &&
    one.unit === other.unit &&
    (one.group ?? one.id) === (other.group ?? other.id) &&
    (one.position ?? 0) === (other.position ?? 0) &&
    one.speaker === other.speaker &&
    one.at === other.at &&
    filtersText(one.filters) === filtersText(other.filters)
  );
}

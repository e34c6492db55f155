import type { Json, JsonObject } from "../../../kernel/index.ts";
import { addObservation, newDraft } from "../apply/entity-draft.ts";
import type { Entity } from "../model/entity.ts";
import type { Observation, Weight } from "../model/observation.ts";
import { shown } from "../model/reduce/shown.ts";
import type { Source } from "../model/source.ts";
import type { Truth } from "../truth.ts";
import { createSourceTexts, quoteOf } from "./field-quote.ts";

/** What a source says of one entity, and what that changed. */
export interface SourceStatement {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly canonical_name: string;
  readonly observation_id: string;
  /** Nobody else speaks of it. */
  readonly is_new: boolean;
  readonly fields: readonly {
    readonly field: string;
    readonly value: Json;
    readonly quote: string | null;
    /** Where the quote stands in the source, in bytes. */
    readonly place: readonly [number, number] | null;
    /** What would be known without this source; undefined where nothing would. */
    readonly without?: Json;
    /** Whether it is what is known now. */
    readonly stands: boolean;
  }[];
}

/** What a source says, entity by entity; those that are deleted now are left out. */
export async function statementsOf(truth: Truth, source: Source, limit: number): Promise<SourceStatement[]> {
  const said = await truth.observations.openOfSource(source.id, limit);
  const entities = await truth.entities.findLive([...new Set(said.map(({ entity_id }) => entity_id))]);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const texts = createSourceTexts(truth);
  const without = new Map<string, JsonObject>();
  const statements: SourceStatement[] = [];
  for (const observation of said) {
    const entity = byId.get(observation.entity_id);
    if (entity === undefined) continue;
    const before = without.get(entity.id) ?? (await valuesWithout(truth, entity, source.id));
    without.set(entity.id, before);
    const row = valuesOf(observation);
    const fields: SourceStatement["fields"][number][] = [];
    for (const [field, value] of Object.entries(row)) {
      const quote = await quoteOf(truth, texts, source, observation, field);
      fields.push({
        field,
        value: value ?? null,
        quote: quote?.text ?? null,
        place: quote === null ? null : [quote.start, quote.end],
        ...(before[field] !== undefined && { without: before[field] }),
        stands: standsIn(entity, field, observation.id),
      });
    }
    statements.push({
      entity_id: entity.id,
      entity_type: entity.entity_type,
      canonical_name: entity.canonical_name,
      observation_id: observation.id,
      is_new: Object.keys(before).length === 0,
      fields,
    });
  }
  return statements;
}

/** What one observation said, in order of names. */
function valuesOf({ fields, fragments }: Observation): JsonObject {
  const entries = Object.entries({ ...fragments, ...fields }).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

/** Whether what an observation said of a field is what is known. */
export function standsIn(entity: Entity, field: string, observationId: string): boolean {
  const ids = entity.provenance[field] ?? entity.fragment_provenance[field] ?? "";
  return ids.split(",").includes(observationId);
}

async function valuesWithout(truth: Truth, entity: Entity, sourceId: string): Promise<JsonObject> {
  const book = await truth.schemas.book();
  const draft = newDraft(entity.id, entity.entity_type, book);
  const weights = new Map<string, Weight>();
  const weightOf = (id: string): Weight => weights.get(id) as Weight;
  for await (const observation of truth.observations.each(entity.id)) {
    if (observation.source_id === sourceId) continue;
    weights.set(observation.id, observation);
    addObservation(draft, weightOf, observation);
  }
  const { snapshot, raw_fragments = {} } = shown(book.of(entity.entity_type), draft.folded);
  return { ...raw_fragments, ...snapshot };
}

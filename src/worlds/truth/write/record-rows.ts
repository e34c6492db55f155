import { type JsonObject, mapInTurns } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { isModel } from "../model/provider.ts";
import type { RecordedPart } from "../model/quote.ts";
import {
  type Answered,
  type RecordedObservation,
  type RecordedSource,
  SOURCE_STORED,
  toPayload,
} from "../model/recorded.ts";
import { ROWS_MAX } from "../model/row.ts";
import type { Truth } from "../truth.ts";
import { alreadySaid, type Said } from "./already-said.ts";
import { recordAnswer } from "./kept-answer.ts";
import { type PlacedRow, type PlannedRow, planRow, readRow, type Weighing } from "./plan-rows.ts";
import { promoteFields } from "./promote-fields.ts";
import { resolveRows } from "./resolve-rows.ts";
import { outcomesOf, type RowOutcome } from "./row-outcomes.ts";
import { rowWarnings } from "./warnings.ts";

/** The rows of one source, and how they were read from it. */
export interface Reading {
  readonly source: RecordedSource;
  readonly sourceIsKnown: boolean;
  /** Known, but its content was erased: it is stated anew. */
  readonly sourceWasErased: boolean;
  readonly rows: readonly PlacedRow[];
  readonly weighing: Weighing;
  readonly config: JsonObject;
  /** Texts that were taken out of the source and are kept beside it. */
  readonly parts?: readonly RecordedPart[];
}

/** What the rows come to, before anything is recorded. */
export interface PlannedRows {
  readonly entities: readonly ({ entity_id: string; entity_type: string; observation_id: string } & RowOutcome)[];
  readonly entities_created: number;
  readonly observations_created: number;
  readonly unknown_fields_count: number;
  /** Those of the entities that were there before. */
  readonly knownIds: readonly string[];
  readonly warnings: readonly Warning[];
  /** Records what is new in them. */
  record(answered?: Answered): Promise<void>;
}

/** Works out what is new in the rows: all that an answer says of them is known before they are recorded. */
export async function planRows(truth: Truth, reading: Reading): Promise<PlannedRows> {
  const book = await truth.schemas.book();
  const { weighing, sourceIsKnown } = reading;
  const read = await mapInTurns(truth.scope.env, reading.rows, (row) =>
    readRow(truth.tenant, book, row, weighing, sourceIsKnown),
  );
  const { identities, known, warnings: doubts } = await resolveRows(truth, book, read);
  const planned = read.map((row, n) => planRow(row, identities[n] ?? row.identity, weighing));
  const warnings = await rowWarnings(truth, planned, known);
  const said = await sayRows(truth, planned, known, sourceIsKnown);
  const outcomes = await outcomesOf(truth, planned, said, known);
  const fresh = new Map<string, RecordedObservation>();
  for (const { observation, isNew } of said) if (isNew) fresh.set(observation.id, observation);
  const shownId = (id: string) => known.get(id)?.id ?? id;
  const created = new Set([...fresh.values()].map(({ rule_id }) => rule_id).filter((id) => !known.has(id)));
  return {
    entities: said.map(({ observation }, index) => ({
      entity_id: shownId(observation.rule_id),
      entity_type: known.get(observation.rule_id)?.entity_type ?? observation.entity_type,
      observation_id: observation.id,
      ...(outcomes.rows[index] as RowOutcome),
    })),
    entities_created: created.size,
    observations_created: fresh.size,
    unknown_fields_count: planned.reduce((count, { split }) => count + Object.keys(split.fragments).length, 0),
    knownIds: [...new Set([...known.values()].map(({ id }) => id))],
    // What replaces something is told before what only might: an answer carries so many.
    warnings: [...outcomes.warnings, ...doubts, ...warnings],
    record: (answered) => record(truth, reading, [...fresh.values()], shownId, answered),
  };
}

async function sayRows(
  truth: Truth,
  planned: readonly PlannedRow[],
  known: ReadonlyMap<string, Entity>,
  sourceIsKnown: boolean,
): Promise<Said[]> {
  // A new source cannot have said anything yet.
  if (!sourceIsKnown) return planned.map(({ observation }) => ({ observation, isNew: true }));
  const positions = await truth.observations.positionsOf(planned.map(({ observation }) => observation.id));
  const said: Said[] = [];
  for (const row of planned) {
    said.push(await alreadySaid(truth, row, positions.get(row.observation.id), known.get(row.identity.entity_id)));
  }
  return said;
}

/** One entry for up to a thousand rows; the source comes with the first, what was answered with the last. */
async function record(
  truth: Truth,
  reading: Reading,
  fresh: readonly RecordedObservation[],
  shownId: (id: string) => string,
  answered: Answered | undefined,
): Promise<void> {
  const { source, config, weighing, parts = [] } = reading;
  const isStated = !reading.sourceIsKnown || reading.sourceWasErased;
  // A run of a model is told also where nothing came of it: it is counted, and not made again.
  const isTold = isStated || (isModel(config.provider) && !(await truth.runs.has(weighing.interpretation_id)));
  if (fresh.length === 0 && !isTold) return answered === undefined ? undefined : recordAnswer(truth, answered);
  for (let from = 0; from === 0 || from < fresh.length; from += ROWS_MAX) {
    const observations = fresh.slice(from, from + ROWS_MAX);
    const merged = observations.map(({ rule_id }) => rule_id).filter((id) => shownId(id) !== id);
    await truth.scope.record({
      kind: SOURCE_STORED,
      payload: toPayload({
        ...(isStated && from === 0 && { source }),
        source_id: source.id,
        interpretation_id: weighing.interpretation_id,
        interpretation_config: config,
        ...(from === 0 && parts.length > 0 && { parts }),
        ...(merged.length > 0 && { shown_ids: [...new Set(merged.map(shownId))] }),
        observations,
        ...(answered !== undefined && from + ROWS_MAX >= fresh.length && { answered }),
      }),
    });
    await truth.scope.client.progress(Math.min(from + ROWS_MAX, fresh.length), fresh.length, "rows recorded");
  }
  await promoteFields(truth, fresh);
}

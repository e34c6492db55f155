import type { Event, Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import { payloadOf, positionIn, type RecordedObservation, type Statement } from "../model/recorded.ts";
import { createEntityBoard, type EntityBoard } from "./entity-board.ts";
import { insertIdentifiers, insertObservation, insertSource } from "./insert-rows.ts";

/** What a source said about entities: stores, corrections, deletions and restorations alike. */
export async function applyStatement(event: Event, sql: Sql): Promise<void> {
  const statement = payloadOf<Statement>(event);
  if (statement.source !== undefined) await insertSource(sql, event, statement.source);
  if (statement.observations.length === 0) return;
  const board = createEntityBoard(sql, event);
  await board.open([...new Set(statement.observations.map(({ rule_id }) => rule_id))]);
  for (const { rule_id, entity_type } of statement.observations) board.chainOf(rule_id, entity_type);
  for (const [n, recorded] of statement.observations.entries()) {
    await addObservation(event, sql, board, statement, recorded, n + 1);
  }
  await board.save();
}

async function addObservation(
  event: Event,
  sql: Sql,
  board: EntityBoard,
  { source_id, interpretation_id }: Statement,
  recorded: RecordedObservation,
  n: number,
): Promise<void> {
  const { rule_id, identifiers, row: _row, start, ...said } = recorded;
  const chain = board.chainOf(rule_id);
  const shown = chain.at(-1) ?? board.draft(rule_id);
  // A clock that stands still or steps back must not make the later of two statements the older one.
  const accepted_at = Math.max(event.at, (shown.before?.last_accepted_at ?? 0) + 1);
  const observation: Observation = {
    ...said,
    origin_id: rule_id,
    entity_id: shown.id,
    source_id,
    interpretation_id,
    observed_at: said.declared_at ?? accepted_at,
    accepted_at,
    position: positionIn(event, n),
  };
  await insertObservation(sql, event.tenant, rule_id, observation, start ?? null);
  await insertIdentifiers(sql, event.tenant, rule_id, identifiers);
  board.saw(observation.entity_type, observation.fields);
  for (const draft of chain) board.add(draft, observation);
}

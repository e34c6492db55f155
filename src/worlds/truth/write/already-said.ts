import type { Entity } from "../model/entity.ts";
import type { RecordedObservation } from "../model/recorded.ts";
import type { Truth } from "../truth.ts";
import type { PlannedRow } from "./plan-rows.ts";

/** A row's observation, and whether it must be recorded. */
export interface Said {
  readonly observation: RecordedObservation;
  readonly isNew: boolean;
}

/**
 * Whether a row of a known source says anything new. It does when something else has won one of its fields since it was
 * said last: then it is said again. A statement that names its time is one statement, however often it arrives.
 */
export async function alreadySaid(
  truth: Truth,
  planned: PlannedRow,
  first: number | undefined,
  entity: Entity | undefined,
): Promise<Said> {
  const { observation } = planned;
  if (first === undefined) return { observation, isNew: true };
  const winners = entity === undefined ? [] : winnersAmong(observation, entity);
  const unrivalled = winners.every((winner) => winner === observation.id);
  if (observation.declared_at !== null || unrivalled) return { observation, isNew: false };
  const { times, id, position } = await lastTime(truth, planned, first);
  const rivals = winners.filter((winner) => winner !== id);
  const since = [...(await truth.observations.positionsOf(rivals)).values()].some((rival) => rival > position);
  if (!since) return { observation: { ...observation, id }, isNew: false };
  return { observation: { ...observation, id: planned.again(times + 1) }, isNew: true };
}

/** Who holds the fields that an observation speaks of. */
function winnersAmong({ fields, fragments }: RecordedObservation, entity: Entity): string[] {
  const held = [
    ...Object.keys(fields).map((field) => entity.provenance[field]),
    ...Object.keys(fragments).map((field) => entity.fragment_provenance[field]),
  ];
  return [...new Set(held.flatMap((ids) => ids?.split(",", 1) ?? []))];
}

/** How often a statement was made again, and where the last time stands. Doubles its steps, then halves them. */
async function lastTime(truth: Truth, planned: PlannedRow, first: number) {
  let known = { times: 0, id: planned.observation.id, position: first };
  const look = async (times: number) => {
    const id = planned.again(times);
    const position = (await truth.observations.positionsOf([id])).get(id);
    if (position !== undefined) known = { times, id, position };
    return position !== undefined;
  };
  let absent = 1;
  while (await look(absent)) absent *= 2;
  while (absent - known.times > 1) {
    const middle = known.times + Math.floor((absent - known.times) / 2);
    if (!(await look(middle))) absent = middle;
  }
  return known;
}

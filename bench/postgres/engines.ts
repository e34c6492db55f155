import { madePeople, type Person, plainQuestions, rowOf } from "../truth/people.ts";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import type { Session } from "../truth/session.ts";
import type { Place } from "./places.ts";

const BATCH = 500;
const WARM_UP = 3;
const ROUNDS = 12;
/** Calls of one kind to one engine in a row. */
const IN_A_ROW = 5;

export const OPERATIONS = ["store", "snapshot", "search by name", "search in plain words"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Milliseconds of one call. */
export interface EngineCost {
  readonly wall: Quantiles;
  /** Of our process, and of the sessions at each database server; the mean, because a server is read between rows of calls. */
  readonly cpu: number;
  readonly serversCpu: readonly number[] | undefined;
}

export interface EngineResult {
  readonly engine: Place["engine"];
  /** Storing and indexing all entities in batches, for one entity. */
  readonly fillMs: number;
  readonly costs: Readonly<Record<Operation, EngineCost>>;
}

interface Measured {
  readonly wall: number[];
  cpu: number;
  serversCpu: readonly number[] | undefined;
}

/** An engine that is being measured. */
interface Side {
  readonly place: Place;
  readonly session: Session;
  readonly fillMs: number;
  readonly figures: Readonly<Record<Operation, Measured>>;
  readonly ids: readonly string[];
}

export async function measureEngines(
  places: readonly Place[],
  entities: number,
  noModel: boolean,
  progress: (line: string) => void,
): Promise<EngineResult[]> {
  const people = madePeople(entities);
  const sides: Side[] = [];
  for (const place of places) {
    progress(`${entities} entities on ${place.engine}${noModel ? "" : ", with the model"}`);
    const session = await place.open();
    const startedMs = performance.now();
    for (let from = 0; from < entities; from += BATCH) {
      await store(session, `fill ${from}`, people.slice(from, from + BATCH));
    }
    const fillMs = (performance.now() - startedMs) / entities;
    const figures = Object.fromEntries(OPERATIONS.map((name) => [name, emptyMeasure()])) as Record<Operation, Measured>;
    sides.push({ place, session, fillMs, figures, ids: await idsOf(session, people) });
  }
  const questions = plainQuestions(people);
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    progress(`round ${round + 1} of ${WARM_UP + ROUNDS}`);
    const newcomers = madePeople(IN_A_ROW, entities + round * IN_A_ROW);
    const at = (index: number) => (round * IN_A_ROW + index) * 37;
    const calls: Record<Operation, (side: Side, index: number) => Promise<unknown>> = {
      store: ({ session }, index) => store(session, `one ${round} ${index}`, newcomers.slice(index, index + 1)),
      snapshot: ({ session, ids }, index) =>
        session.call("retrieve_entity_snapshot", { entity_id: ids[at(index) % ids.length] }),
      "search by name": ({ session }, index) =>
        session.call("retrieve_entities", { search: (people[at(index) % entities] as Person).name, limit: 10 }),
      "search in plain words": ({ session }, index) =>
        session.call("retrieve_entities", { search: questions[at(index) % questions.length]?.text, limit: 10 }),
    };
    for (const name of OPERATIONS) {
      for (const side of sides)
        await measureRow(side, round < WARM_UP ? emptyMeasure() : side.figures[name], (index) =>
          calls[name](side, index),
        );
    }
  }
  for (const { session } of sides) await session.close();
  return sides.map(({ place: { engine }, fillMs, figures }) => ({
    engine,
    fillMs,
    costs: Object.fromEntries(OPERATIONS.map((name) => [name, costOf(figures[name])])) as EngineResult["costs"],
  }));
}

function emptyMeasure(): Measured {
  return { wall: [], cpu: 0, serversCpu: [] };
}

async function measureRow(
  { place, session }: { readonly place: Place; readonly session: Session },
  into: Measured,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  const serversBefore = await place.serversCpuMs();
  const before = session.cpuMs();
  for (let index = 0; index < IN_A_ROW; index += 1) {
    const startedMs = performance.now();
    await call(index);
    into.wall.push(performance.now() - startedMs);
  }
  into.cpu += session.cpuMs() - before;
  into.serversCpu = addSpent(into.serversCpu, serversBefore, await place.serversCpuMs());
}

/** What was spent between two looks, added to what was spent before, server by server. */
export function addSpent(
  spent: readonly number[] | undefined,
  before: readonly number[] | undefined,
  after: readonly number[] | undefined,
): readonly number[] | undefined {
  if (spent === undefined || before === undefined || after === undefined) return undefined;
  return after.map((ms, at) => (spent[at] ?? 0) + Math.max(0, ms - (before[at] ?? 0)));
}

function costOf({ wall, cpu, serversCpu }: Measured): EngineCost {
  const each = serversCpu?.map((ms) => ms / wall.length);
  return { wall: quantilesOf(wall), cpu: cpu / wall.length, serversCpu: each };
}

function store(session: Session, key: string, people: readonly Person[]) {
  return session.call("store_structured", { idempotency_key: key, entities: people.map(rowOf) });
}

async function idsOf(session: Session, people: readonly Person[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { name } of people.slice(0, 20)) {
    const { entities } = await session.call("retrieve_entities", { entity_type: "person", search: name, limit: 1 });
    const [found] = entities as { id: string }[];
    if (found !== undefined) ids.push(found.id);
  }
  return ids;
}

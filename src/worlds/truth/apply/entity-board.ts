import { batchesOf, type Event, list, query, type Sql } from "../../../kernel/index.ts";
import type { Observation } from "../model/observation.ts";
import { positionIn } from "../model/recorded.ts";
import { findEntityRows } from "../store/entity-page-store.ts";
import { toEntity } from "../store/entity-store.ts";
import { toWinners, type Winner, winnersText } from "../store/winners.ts";
import {
  addObservation,
  draftOf,
  type EntityDraft,
  emptied,
  nameOf,
  newDraft,
  winnersOf,
  writeEntity,
} from "./entity-draft.ts";
import { writeTimeline } from "./timeline-rows.ts";
import { createTypeCounts } from "./type-counts.ts";

export type EntityBoard = ReturnType<typeof createEntityBoard>;

/** The entities that one entry touches: each is read once, changed in memory, and written once. */
export function createEntityBoard(sql: Sql, event: Event) {
  const { tenant } = event;
  const drafts = new Map<string, EntityDraft>();
  const winners = new Map<string, Winner>();
  const touched = new Set<EntityDraft>();
  const counts = createTypeCounts();

  /** Reads entities and everything they were merged into. */
  async function open(ids: readonly string[]): Promise<void> {
    let wanted = ids.filter((id) => !drafts.has(id));
    while (wanted.length > 0) {
      const found = await findEntityRows(sql, tenant, wanted);
      for (const row of found) {
        drafts.set(row.id, draftOf(toEntity(row)));
        for (const winner of toWinners(row.winners)) winners.set(winner.id, winner);
      }
      await readWinners(found.map(({ id }) => draft(id)));
      wanted = found.flatMap(({ merged_to: to }) => (to === null || drafts.has(to) ? [] : [to]));
    }
  }

  /** Rows written before rows held their winners: there they are read from their observations. */
  async function readWinners(of: readonly EntityDraft[]): Promise<void> {
    const missing = of.flatMap(({ folded }) => winnersOf(folded)).filter((id) => !winners.has(id));
    for (const some of batchesOf([...new Set(missing)])) {
      const rows = await sql.all<Winner>(
        query`select id, observed_at, source_priority, specificity_score, source_id from truth_observation
          where tenant_id = ${tenant} and id in (${list(some)})`,
      );
      for (const row of rows) winners.set(row.id, row);
    }
  }

  /** The draft of an entity that is there. */
  function draft(id: string): EntityDraft {
    const found = drafts.get(id);
    if (found === undefined) throw new TypeError(`the log names an entity that is not there: ${id}`);
    return found;
  }

  /** An entity and all it was merged into, the one that is shown last. A first observation makes the entity. */
  function chainOf(id: string, entityType?: string): EntityDraft[] {
    if (!drafts.has(id) && entityType !== undefined) drafts.set(id, newDraft(id, entityType));
    const chain = [draft(id)];
    for (let to = draft(id).merged_to; to !== null; to = draft(to).merged_to) chain.push(draft(to));
    return chain;
  }

  function winner(id: string): Winner {
    const found = winners.get(id);
    if (found === undefined) throw new TypeError(`a snapshot names an observation that is not there: ${id}`);
    return found;
  }

  function add(to: EntityDraft, observation: Observation): void {
    winners.set(observation.id, observation);
    addObservation(to, winner, observation);
    touched.add(to);
  }

  /** Works an entity out anew from all its observations. */
  async function rebuild(of: EntityDraft, observations: AsyncIterable<Observation>): Promise<void> {
    Object.assign(of, emptied());
    touched.add(of);
    for await (const observation of observations) add(of, observation);
  }

  async function save(): Promise<void> {
    let n = 0;
    for (const changed of touched) {
      const gone = changed.observation_count === 0 && changed.merged_to === null;
      const name = gone ? "" : nameOf(changed);
      counts.move(changed, gone);
      if (gone) await sql.run(query`delete from truth_entity where tenant_id = ${tenant} and id = ${changed.id}`);
      else {
        const won = winnersText(winnersOf(changed.folded).map(winner));
        await writeEntity(sql, tenant, changed, name, won, positionIn(event, n++));
      }
      await writeTimeline(sql, tenant, changed, name, (id) => winner(id).source_id);
    }
    await counts.save(sql, tenant);
  }

  return {
    open,
    draft,
    chainOf,
    add,
    rebuild,
    save,
    saw: counts.saw,
    touch: (changed: EntityDraft) => void touched.add(changed),
  };
}

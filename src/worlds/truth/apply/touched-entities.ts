import type { Event, IndexWriter, SearchDocument } from "../../../kernel/index.ts";
import { changeOf, type Said, SPACES } from "../model/findable.ts";
import type { Observation } from "../model/observation.ts";
import { positionIn } from "../model/recorded.ts";
import { type SchemaBook, schemaBook } from "../model/schema/schema-book.ts";
import type { Stores } from "../store/stores.ts";
import type { ValueChange } from "../store/value-store.ts";
import type { Winner } from "../store/winners.ts";
import {
  addObservation,
  draftOf,
  type EntityDraft,
  emptied,
  entityOf,
  nameOf,
  newDraft,
  winnersOf,
} from "./entity-draft.ts";
import { writeTimeline } from "./timeline-rows.ts";
import { createTypeCounts } from "./type-counts.ts";
import { valueChange } from "./value-rows.ts";

export type TouchedEntities = ReturnType<typeof createTouchedEntities>;

/** The entities that one entry touches: each is read once, changed in memory, and written once. */
export function createTouchedEntities(stores: Stores, event: Event, index: IndexWriter) {
  const drafts = new Map<string, EntityDraft>();
  const winners = new Map<string, Winner>();
  const touched = new Set<EntityDraft>();
  const said = new Map<EntityDraft, Said[]>();
  let book: SchemaBook = schemaBook([]);
  const counts = createTypeCounts((type) => book.of(type));

  /** Reads entities and everything they were merged into. */
  async function open(ids: readonly string[]): Promise<void> {
    book = await stores.schemas.book();
    let wanted = ids.filter((id) => !drafts.has(id));
    while (wanted.length > 0) {
      const found = await stores.entities.findWithWinners(wanted);
      for (const { entity, winners: known } of found) {
        drafts.set(entity.id, draftOf(entity, book));
        for (const winner of known) winners.set(winner.id, winner);
      }
      await readWinners(found.map(({ entity }) => draft(entity.id)));
      wanted = found.flatMap(({ entity: { merged_to: to } }) => (to === null || drafts.has(to) ? [] : [to]));
    }
  }

  /** Rows written before rows held their winners: there they are read from their observations. */
  async function readWinners(of: readonly EntityDraft[]): Promise<void> {
    const missing = of.flatMap(({ folded }) => winnersOf(folded)).filter((id) => !winners.has(id));
    if (missing.length === 0) return;
    for (const winner of await stores.observations.weightsOf(missing)) winners.set(winner.id, winner);
  }

  /** The draft of an entity that is there. */
  function draft(id: string): EntityDraft {
    const found = drafts.get(id);
    if (found === undefined) throw new TypeError(`the log names an entity that is not there: ${id}`);
    return found;
  }

  /** An entity and all it was merged into, the one that is shown last. A first observation makes the entity. */
  function chainOf(id: string, entityType?: string): EntityDraft[] {
    if (!drafts.has(id) && entityType !== undefined) drafts.set(id, newDraft(id, entityType, book));
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
    const documents: SearchDocument[] = [];
    const goneParts: string[] = [];
    const values: ValueChange[] = [];
    for (const changed of touched) {
      const gone = changed.observation_count === 0 && changed.merged_to === null;
      const name = gone ? "" : nameOf(changed);
      counts.move(changed, gone);
      const entity = gone ? undefined : entityOf(changed, name);
      if (entity === undefined) await stores.entities.remove(changed.id);
      else await stores.entities.write(entity, winnersOf(changed.folded).map(winner), positionIn(event, n++));
      const findable = changeOf(changed.before, entity, said.get(changed) ?? []);
      documents.push(...findable.documents);
      goneParts.push(...findable.gone);
      await writeTimeline(stores.timeline, changed, name, (id) => winner(id).source_id);
      values.push(valueChange(changed));
    }
    await stores.values.write(values);
    await counts.save(stores.types);
    index.put(documents);
    if (goneParts.length > 0) index.remove(SPACES.entities, goneParts);
  }

  return {
    open,
    draft,
    chainOf,
    add,
    rebuild,
    save,
    saw: counts.saw,
    /** What the entry says of an entity, also where it does not win. */
    said(of: EntityDraft, what: Said): void {
      const before = said.get(of);
      if (before === undefined) said.set(of, [what]);
      else before.push(what);
    },
    touch: (changed: EntityDraft) => void touched.add(changed),
  };
}

import type { Scope } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import type { EntityStore } from "../store/entity-store.ts";
import { type Lifetime, Truth } from "../truth.ts";
import { entitiesAsOf } from "./fold-entities-at.ts";

/** What a call works with: what it reads of entities is what holds now. */
export function openTruth(lifetime: Lifetime, scope: Scope): Truth {
  return new TruthNow(lifetime, scope);
}

class TruthNow extends Truth {
  #now?: EntityStore;

  override get entities(): EntityStore {
    this.#now ??= entitiesNow(this, super.entities);
    return this.#now;
  }
}

/**
 * A statement may name a time that is yet to come, and does not rule until then. Rows hold what all statements come to;
 * of the few that have such a statement, what holds by now is worked out when they are read.
 */
function entitiesNow(truth: Truth, rows: EntityStore): EntityStore {
  const one = async (found: Promise<Entity | undefined>) => {
    const entity = await found;
    return entity === undefined || !mayBeAhead(entity) ? entity : heldNow(truth, entity);
  };
  const all = async (found: Promise<Entity[]>) => {
    const entities = await found;
    if (!entities.some(mayBeAhead)) return entities;
    return Promise.all(entities.map((entity) => (mayBeAhead(entity) ? heldNow(truth, entity) : entity)));
  };
  return {
    ...rows,
    find: (id) => one(rows.find(id)),
    resolve: (id) => one(rows.resolve(id)),
    findMany: async (ids) => new Map((await all(mapped(rows.findMany(ids)))).map((entity) => [entity.id, entity])),
    findLive: (ids) => all(rows.findLive(ids)),
    page: (asked) => all(rows.page(asked)),
  };
}

/** Whether something was said of it that names a later time than any at which something was said. */
function mayBeAhead({ last_observed_at, last_accepted_at, merged_to }: Entity): boolean {
  return last_observed_at > last_accepted_at && merged_to === null;
}

/** Where nothing but what is to come is known, it is shown without a value. */
async function heldNow(truth: Truth, entity: Entity): Promise<Entity> {
  // Its own clock may run ahead of ours by some thousandths, where much was said of it at once.
  const at = Math.max(truth.scope.env.now(), entity.last_accepted_at);
  if (entity.last_observed_at <= at) return entity;
  const held = (await entitiesAsOf(truth, [entity.id], { at })).get(entity.id)?.entity;
  return held ?? { ...entity, snapshot: {}, provenance: {}, fragments: {}, fragment_provenance: {} };
}

async function mapped(found: Promise<Map<string, Entity>>): Promise<Entity[]> {
  return [...(await found).values()];
}

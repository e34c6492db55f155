import type { SearchHit } from "../../kernel/index.ts";
import { entitiesThen } from "./entities-at.ts";
import { findEntities, findLiveEntities } from "./entity-page-store.ts";
import { entityText } from "./entity-text.ts";
import { type IdentifierRow, namesContaining, namesStartingWith } from "./identifier-store.ts";
import { normalizeName } from "./identity/index.ts";
import type { AsOf } from "./inputs.ts";
import { everLinked, resolveAt } from "./merges-at.ts";
import type { Entity } from "./model.ts";
import { queryWords, wordsIn } from "./query-words.ts";
import { SPACES } from "./search-index.ts";
import type { Truth } from "./truth.ts";

/** The most that words, and the most that names, bring into a list. */
const RANKED_MAX = 200;
const NAMES_MAX = 200;

export interface EntitySearch {
  readonly entityType?: string | undefined;
  readonly includeMerged: boolean;
  readonly asOf?: AsOf | undefined;
}

/**
 * Ids of the entities that a text finds, best first: by its words, then names that begin with it,
 * and only when both find nothing, names that hold it anywhere. The same text and data give the same order.
 */
export async function searchEntities(truth: Truth, text: string, search: EntitySearch): Promise<string[]> {
  if (search.asOf !== undefined) {
    return (await searchThen(truth, text, search.entityType, search.asOf)).map(({ entity }) => entity.id);
  }
  const { scope, tenant } = truth;
  const byWords = bestOf((await find(truth, SPACES.entities, text, search.entityType, true)).hits);
  const name = normalizeName(search.entityType ?? "", text);
  const names = name === "" ? [] : await namesStartingWith(scope.sql, tenant, name, NAMES_MAX);
  const found = [...byWords.keys(), ...(await entitiesNamed(truth, names, search))];
  if (found.length > 0 || name === "") return [...new Set(found)];
  return entitiesNamed(truth, await namesContaining(scope.sql, tenant, name, NAMES_MAX), search);
}

async function entitiesNamed(truth: Truth, names: readonly IdentifierRow[], search: EntitySearch): Promise<string[]> {
  const origins = [...new Set(names.map(({ origin_id }) => origin_id))];
  const { scope, tenant } = truth;
  const fits = ({ entity_type }: Entity) => search.entityType === undefined || entity_type === search.entityType;
  const live = (await findLiveEntities(scope.sql, tenant, origins)).filter(fits).map(({ id }) => id);
  if (!search.includeMerged) return live;
  const merged = [...(await findEntities(scope.sql, tenant, origins)).values()].filter(
    (entity) => entity.merged_to !== null && fits(entity),
  );
  return [...live, ...merged.map(({ id }) => id).sort()];
}

function find(truth: Truth, space: string, text: string, entityType: string | undefined, everyWordFirst = false) {
  const filters = entityType === undefined ? {} : { filters: { entity_type: entityType } };
  return truth.scope.search.find({ space, text, limit: RANKED_MAX, mode: "text", everyWordFirst, ...filters });
}

/** The best score of each entity; an entity may be found by several parts or versions of it. */
export function bestOf(hits: readonly SearchHit[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const { document, score } of hits) {
    const id = document.group ?? document.id;
    best.set(id, Math.max(score, best.get(id) ?? 0));
  }
  return new Map([...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

export interface FoundThen {
  readonly entity: Entity;
  readonly score: number;
}

/** What a text would have found then: candidates of all times, kept where their snapshot of then has words of it. */
export async function searchThen(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<FoundThen[]> {
  const { scope, tenant } = truth;
  const [now, past] = [
    await find(truth, SPACES.entities, text, entityType),
    await find(truth, SPACES.past, text, entityType),
  ];
  const best = bestOf([...now.hits, ...past.hits]);
  const linked = await everLinked(scope.sql, tenant, [...best.keys()]);
  const stoodFor = await resolveAt(scope.sql, tenant, [...linked.keys()], asOf.atIngested);
  const scores = new Map<string, number>();
  for (const [id, found] of linked) {
    const then = stoodFor.get(id) ?? id;
    scores.set(then, Math.max(best.get(found) ?? 0, scores.get(then) ?? 0));
  }
  const words = queryWords(text);
  const entities = await entitiesThen(scope.sql, tenant, [...scores.keys()], asOf);
  return entities
    .filter((entity) => entityType === undefined || entity.entity_type === entityType)
    .filter((entity) => wordsIn(words, entityText(entity)) > 0)
    .map((entity) => ({ entity, score: scores.get(entity.id) ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

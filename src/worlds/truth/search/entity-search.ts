import type { SearchHit, SearchQuery } from "../../../kernel/index.ts";
import { SPACES } from "../model/findable.ts";
import { normalizeName } from "../model/identity/normalize-name.ts";
import type { PlaceInName } from "../store/identifier-store.ts";
import type { Truth } from "../truth.ts";

/** The most that are ranked; all others that match come after them. */
const RANKED_MAX = 200;

export interface EntitySearch {
  readonly entityType?: string | undefined;
  readonly includeMerged: boolean;
}

/**
 * Ids of all entities that a text finds: by its words, the best first and the rest by id, then names that begin with it,
 * and only when both find nothing, names that hold it anywhere. The same text and data give the same order.
 */
export async function searchEntities(truth: Truth, text: string, search: EntitySearch): Promise<string[]> {
  const name = normalizeName(search.entityType ?? "", text);
  // At once: to a server they go together.
  const [byWords, byName] = await Promise.all([
    entitiesWithWords(truth, text, search.entityType),
    name === "" ? [] : entitiesNamed(truth, name, "start", search),
  ]);
  if (name === "") return byWords;
  const found = new Set([...byWords, ...byName]);
  return found.size > 0 ? [...found] : entitiesNamed(truth, name, "anywhere", search);
}

async function entitiesWithWords({ scope }: Truth, text: string, entityType: string | undefined): Promise<string[]> {
  const asked = wordsQuery(SPACES.entities, text, entityType);
  const { hits, matches } = await scope.search.find({ ...asked, everyWordFirst: true });
  const best = [...bestOf(hits).keys()];
  if (matches <= hits.length) return best;
  // Where too many have every word, some that lack one are ranked among them.
  const rest = new Set(await scope.search.groups(asked, "all-else-any"));
  return [...best.filter((id) => rest.delete(id)), ...rest];
}

async function entitiesNamed(
  { entities, merges }: Truth,
  name: string,
  place: PlaceInName,
  { entityType, includeMerged }: EntitySearch,
): Promise<string[]> {
  const named = await entities.named(name, place, entityType);
  const merged = named.filter(({ merged_to }) => merged_to !== null);
  const mergedIds = merged.map(({ origin_id }) => origin_id);
  const standsFor = await merges.standsFor(mergedIds, undefined);
  const fits = ({ entity_type }: { entity_type: string }) => entityType === undefined || entity_type === entityType;
  const live = (await entities.findLive([...standsFor.values()])).filter(fits);
  const liveIds = new Set(live.map(({ id }) => id));
  const ids = named
    .map(({ origin_id }) => ({ origin: origin_id, id: standsFor.get(origin_id) ?? origin_id }))
    .filter(({ origin, id }) => origin === id || liveIds.has(id))
    .map(({ id }) => id);
  if (includeMerged) {
    const listed = merged.filter(fits).map(({ origin_id }) => origin_id);
    ids.push(...listed.sort());
  }
  return [...new Set(ids)];
}

/** How entities are looked for by words. */
export function wordsQuery(space: string, text: string, entityType: string | undefined): SearchQuery {
  const filters = entityType === undefined ? {} : { filters: { entity_type: entityType } };
  return { space, text, limit: RANKED_MAX, mode: "text", ...filters };
}

/** How many of a query's words stand in a text, by the index's own cut. */
export function countWords({ scope }: Truth, words: ReadonlySet<string>, text: string): number {
  const found = scope.search.words(text);
  return [...words].filter((word) => found.has(word)).length;
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

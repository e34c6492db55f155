import { someEntitiesAt } from "./entities-at.ts";
import { bestOf, wordsQuery } from "./entity-search.ts";
import { entityText } from "./entity-text.ts";
import { everNamed } from "./identifier-store.ts";
import { identifiersOf, normalizeName } from "./identity/index.ts";
import type { AsOf } from "./inputs.ts";
import { everLinked, resolveAt } from "./merges-at.ts";
import type { Entity } from "./model.ts";
import { queryWords, wordsIn } from "./query-words.ts";
import { schemaFor } from "./schema/index.ts";
import { SPACES } from "./search-index.ts";
import type { Truth } from "./truth.ts";

export interface FoundThen {
  readonly entity: Entity;
  readonly score: number;
}

/** What a text would have found then: the best candidates of all times, kept where their snapshot of then has words of it. */
export async function searchThen(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<FoundThen[]> {
  const words = queryWords(text);
  const found: FoundThen[] = [];
  for await (const some of standingThen(truth, await rankedEver(truth, text, entityType), entityType, asOf)) {
    found.push(...some.filter(({ entity }) => wordsIn(words, entityText(entity)) > 0));
  }
  return found.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
}

/** Ids of all entities that a text would have found then, by the same steps as `searchEntities` takes now. */
export async function searchEntitiesThen(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<string[]> {
  const byWords = await entitiesWithWords(truth, text, entityType, asOf);
  const name = normalizeName(entityType ?? "", text);
  if (name === "") return byWords;
  const found = new Set(byWords);
  for (const place of ["start", "anywhere"] as const) {
    const named = (await everNamed(truth.scope.sql, truth.tenant, name, place)).filter((id) => !found.has(id));
    const hadName = (entity: Entity) => namesOf(entity).some((one) => one.includes(name));
    for (const id of await idsThen(truth, unranked(named), entityType, asOf, hadName)) found.add(id);
    if (found.size > 0) break;
  }
  return [...found];
}

async function entitiesWithWords(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<string[]> {
  const ranked = await rankedEver(truth, text, entityType);
  const words = queryWords(text);
  for (const everyWordFirst of [true, false]) {
    const candidates = unranked(await groupsEver(truth, text, entityType, everyWordFirst));
    for (const [id, score] of ranked) candidates.set(id, score);
    const least = everyWordFirst ? words.length : 1;
    const hadWords = (entity: Entity) => wordsIn(words, entityText(entity)) >= least;
    const ids = await idsThen(truth, candidates, entityType, asOf, hadWords);
    if (ids.length > 0) return ids;
  }
  return [];
}

const unranked = (ids: readonly string[]) => new Map(ids.map((id) => [id, 0]));

/** The best by words among the documents of now and of the past. */
async function rankedEver({ scope }: Truth, text: string, entityType: string | undefined) {
  const now = await scope.search.find(wordsQuery(SPACES.entities, text, entityType));
  const past = await scope.search.find(wordsQuery(SPACES.past, text, entityType));
  return bestOf([...now.hits, ...past.hits]);
}

async function groupsEver(
  { scope }: Truth,
  text: string,
  entityType: string | undefined,
  everyWordFirst: boolean,
): Promise<string[]> {
  const now = await scope.search.groups({ ...wordsQuery(SPACES.entities, text, entityType), everyWordFirst });
  const past = await scope.search.groups({ ...wordsQuery(SPACES.past, text, entityType), everyWordFirst });
  return [...now, ...past];
}

/** Those that were then what is looked for, the best first and of one score by id. */
async function idsThen(
  truth: Truth,
  candidates: ReadonlyMap<string, number>,
  entityType: string | undefined,
  asOf: AsOf,
  isLookedFor: (entity: Entity) => boolean,
): Promise<string[]> {
  const found: { id: string; score: number }[] = [];
  for await (const some of standingThen(truth, candidates, entityType, asOf)) {
    for (const { entity, score } of some) if (isLookedFor(entity)) found.push({ id: entity.id, score });
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

/** The entities that candidates of all times stood for then, with the best score of theirs, a batch at a time. */
async function* standingThen(
  { scope, tenant }: Truth,
  candidates: ReadonlyMap<string, number>,
  entityType: string | undefined,
  asOf: AsOf,
): AsyncIterable<FoundThen[]> {
  const linked = await everLinked(scope.sql, tenant, [...candidates.keys()]);
  const stoodFor = await resolveAt(scope.sql, tenant, [...linked.keys()], asOf.atIngested);
  const scores = new Map<string, number>();
  for (const [id, found] of linked) {
    const then = stoodFor.get(id) ?? id;
    scores.set(then, Math.max(candidates.get(found) ?? 0, scores.get(then) ?? 0));
  }
  for await (const some of someEntitiesAt(scope.sql, tenant, asOf, [...scores.keys()])) {
    yield some
      .filter((entity) => entityType === undefined || entity.entity_type === entityType)
      .map((entity) => ({ entity, score: scores.get(entity.id) ?? 0 }));
  }
}

function namesOf({ entity_type, snapshot, fragments }: Entity): string[] {
  return identifiersOf(schemaFor(entity_type), { ...fragments, ...snapshot })
    .filter(({ kind }) => kind === "name")
    .map(({ value }) => value);
}

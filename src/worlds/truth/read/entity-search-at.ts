import type { SearchHit } from "../../../kernel/index.ts";
import { entityText, partsOf } from "../model/entity-text.ts";
import { SPACES } from "../model/findable.ts";
import { identifiersOf } from "../model/identity/identifiers.ts";
import { normalizeName } from "../model/identity/normalize-name.ts";
import type { Observation } from "../model/observation.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { AsOf } from "../model/time.ts";
import { bestOf, countWords, wordsQuery } from "../search/entity-search.ts";
import type { PlaceInName } from "../store/identifier-store.ts";
import type { Truth } from "../truth.ts";
import { type StoodThen, someEntitiesAt, touchedAfter } from "./entities-at.ts";
import { everLinked } from "./merges-at.ts";

/** Found but not ranked: after all that are. */
const UNRANKED = -1;

export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

/** What is looked for, and the time that is looked back to. */
interface Look {
  readonly text: string;
  readonly entityType: string | undefined;
  readonly asOf: AsOf;
  readonly touched: ReadonlySet<string>;
}

/** The best that a text would have found by its words then. */
export async function bestThen(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<ScoredId[]> {
  const touched = await touchedAfter(truth, asOf);
  return entitiesWithWords(truth, { text, entityType, asOf, touched }, "best");
}

/**
 * Ids of all entities that a text would have found then, by the same steps as `searchEntities` takes now.
 * An entity that has not changed since is found by what the index has of it now; the text of any other is looked into.
 */
export async function searchEntitiesThen(
  truth: Truth,
  text: string,
  entityType: string | undefined,
  asOf: AsOf,
): Promise<string[]> {
  const look = { text, entityType, asOf, touched: await touchedAfter(truth, asOf) };
  const byWords = (await entitiesWithWords(truth, look, "every")).map(({ id }) => id);
  const name = normalizeName(entityType ?? "", text);
  if (name === "") return byWords;
  const found = new Set([...byWords, ...(await entitiesNamed(truth, look, name, "start", new Set(byWords)))]);
  return found.size > 0 ? [...found] : entitiesNamed(truth, look, name, "anywhere", found);
}

/** Those that had every word then, or if none had, those that had any: the best first, the rest by id. */
async function entitiesWithWords(truth: Truth, look: Look, reach: "best" | "every"): Promise<ScoredId[]> {
  const { search } = truth.scope;
  const words = search.words(look.text);
  const askNow = wordsQuery(SPACES.entities, look.text, look.entityType);
  const askPast = wordsQuery(SPACES.past, look.text, look.entityType);
  const past = bestOf((await search.find(askPast)).hits);
  for (const held of ["all", "any"] as const) {
    const least = held === "all" ? words.size : 1;
    const isPart = (text: string) => held === "any" && search.hasCompound(look.text, text);
    const holds = (text: string) => countWords(truth, words, text) >= least || isPart(text);
    const { hits } = await search.find({ ...askNow, everyWordFirst: held === "all" });
    const found = await scoredThen(truth, look, {
      now: new Set([...groupsOf(hits, holds), ...(reach === "best" ? [] : await search.groups(askNow, held))]),
      nowScores: bestOf(hits),
      past: new Set([...past.keys(), ...(reach === "best" ? [] : await search.groups(askPast, held))]),
      pastScores: past,
      holds,
    });
    if (found.length > 0) return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  }
  return [];
}

function groupsOf(hits: readonly SearchHit[], holds: (text: string) => boolean): string[] {
  return hits.filter(({ document }) => holds(document.text)).map(({ document }) => document.group ?? document.id);
}

/** What the index has for a text, now and of all times before. */
interface Candidates {
  readonly now: ReadonlySet<string>;
  readonly nowScores: ReadonlyMap<string, number>;
  readonly past: ReadonlySet<string>;
  readonly pastScores: ReadonlyMap<string, number>;
  readonly holds: (text: string) => boolean;
}

async function scoredThen(truth: Truth, look: Look, candidates: Candidates): Promise<ScoredId[]> {
  const { now, nowScores, past, pastScores, holds } = candidates;
  const ids = [...new Set([...now, ...nowScores.keys(), ...past])];
  // Words of now that no merge has moved since stand where they stood then.
  const moved = ids.filter((id) => past.has(id) || look.touched.has(id));
  const linked = await everLinked(truth, moved);
  const stoodFor = await truth.merges.standsFor([...linked.keys()], look.asOf.atIngested);
  const scores = new Map<string, number>();
  for (const [id, first] of new Map([...ids.map((one) => [one, one] as const), ...linked])) {
    const then = stoodFor.get(id) ?? id;
    const score = Math.max(nowScores.get(first) ?? UNRANKED, pastScores.get(first) ?? UNRANKED);
    scores.set(then, Math.max(score, scores.get(then) ?? UNRANKED));
  }
  const found: ScoredId[] = [];
  for await (const { id, changed } of standingThen(truth, look, [...scores.keys()])) {
    if (changed === undefined) {
      if (now.has(id)) found.push({ id, score: nowScores.get(id) ?? UNRANKED });
    } else if (partsOf(entityText(changed.entity)).some(holds)) found.push({ id, score: scores.get(id) ?? UNRANKED });
  }
  return found;
}

/** Those that had a name with this text by then, in order of names. A name counts from when it was first stated, also after another. */
async function entitiesNamed(
  truth: Truth,
  look: Look,
  name: string,
  place: PlaceInName,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const origins = await truth.identifiers.everNamed(name, place);
  // A split takes names along, so one that it touched may have had the name before.
  const perhaps = origins.some((id) => look.touched.has(id)) ? look.touched : [];
  const looked = [...origins, ...perhaps].filter((id) => !known.has(id));
  const ids = [...new Set((await truth.merges.standsFor(looked, look.asOf.atIngested)).values())];
  const isNamed = (value: string) => (place === "start" ? value.startsWith(name) : value.includes(name));
  const named = new Set<string>();
  const book = await truth.schemas.book();
  for await (const { id, changed } of standingThen(truth, look, ids)) {
    if (changed === undefined || changed.observations.some((one) => namesIn(book, one).some(isNamed))) named.add(id);
  }
  return ids.filter((id) => named.has(id));
}

/** Those of the given that were live then and are of the type asked for. */
async function* standingThen(truth: Truth, look: Look, ids: readonly string[]): AsyncIterable<StoodThen> {
  for await (const some of someEntitiesAt(truth, look.asOf, look.touched, ids)) {
    yield* some.filter(({ entity_type }) => look.entityType === undefined || entity_type === look.entityType);
  }
}

function namesIn(book: SchemaBook, { entity_type, fields, fragments }: Observation): string[] {
  return identifiersOf(book.of(entity_type), { ...fragments, ...fields })
    .filter(({ kind }) => kind === "name")
    .map(({ value }) => value);
}

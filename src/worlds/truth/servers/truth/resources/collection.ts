import type { Json, JsonObject } from "../../../../../kernel/index.ts";
import { isoTime } from "../../../model/time.ts";
import { fitList } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";
import { type Asked, readQuery } from "./query.ts";

/** What one page may hold; `has_more` says that there is a next one. */
const CHARS_MAX = 1_000_000;

/** One page of a collection. */
export interface CollectionPage {
  readonly items: readonly JsonObject[];
  readonly total: number;
  /** When the newest of the whole collection was observed or stored. */
  readonly last: number | null;
}

/** How one collection is described and read. */
export interface Collection {
  readonly type: string;
  readonly category: "entities" | "relationships" | "timeline" | "sources" | "schema";
  /** What the items are called in the answer. */
  readonly items: string;
  /** What else the answer says about the collection. */
  readonly about?: JsonObject;
  readonly sorts: readonly string[];
  /** Filters of this collection besides page, order and user. */
  readonly filters?: readonly ("entity_type" | "relationship_type")[];
  read(asked: Asked, truth: Truth): Promise<CollectionPage>;
}

/** Reads a page. What is wrong with the question or the database becomes an empty page that says so, never a failure. */
export async function readCollection(
  truth: Truth,
  collection: Collection,
  uri: string,
  parameters: URLSearchParams,
): Promise<JsonObject> {
  const { type, category, items: name, about = {} } = collection;
  const answer = (page: CollectionPage, returned: number, more: boolean, extra: JsonObject = {}): JsonObject => ({
    type,
    category,
    ...about,
    [name]: page.items as Json,
    total: page.total,
    returned,
    has_more: more,
    last_updated: page.last === null ? null : isoTime(page.last),
    uri,
    ...extra,
  });
  const empty = (error: string) => answer({ items: [], total: 0, last: null }, 0, false, { error });
  const query = readQuery(parameters);
  if ("problem" in query) return empty(query.problem);
  const { asked } = query;
  const problem = misfit(asked, collection);
  if (problem !== undefined) return empty(problem);
  // Another user's data is not there for this one; that is an answer, not a refusal.
  if (asked.user_id !== undefined && asked.user_id !== truth.userId) {
    return empty("user_id does not match authenticated user");
  }
  try {
    const page = await collection.read(asked, truth);
    const { items } = fitList(page.items, asked.offset, CHARS_MAX);
    return answer({ ...page, items }, items.length, asked.offset + items.length < page.total);
  } catch (error) {
    truth.scope.log.error({ err: error, uri: type }, "a resource could not be read");
    return empty("The collection could not be read. Try again.");
  }
}

function misfit(asked: Asked, { sorts, filters = [] }: Collection): string | undefined {
  if (asked.sort !== undefined && !sorts.includes(asked.sort)) return `sort must be one of ${sorts.join(", ")}.`;
  if (asked.entity_type !== undefined && !filters.includes("entity_type")) return "entity_type does not apply here.";
  if (asked.relationship_type !== undefined && !filters.includes("relationship_type")) {
    return "relationship_type does not apply here.";
  }
  return undefined;
}

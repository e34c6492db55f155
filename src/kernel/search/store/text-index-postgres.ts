import { arrayText, list, type Query, query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { bestOf, countPlaces, scoreDocuments } from "./bm25.ts";
import { type BucketRow, bucketOf, bucketWithout, findTerms, termsOf, toBuckets } from "./posting-buckets.ts";
import { chunkOf, eachPlace, type Gathered, gatherPlaces, LENGTHS, type Places } from "./posting-chunks.ts";
import type { GoneText, Posting, SpaceRow, TextIndex } from "./text-index.ts";

/** What one statement writes at most. */
const ROWS_PER_STATEMENT = 4000;
/** Where a condition lets few through, all others are asked for at once. */
const ASKED_FIRST = 4;

/**
 * PostgreSQL has no BM25. Its table holds the places of terms, many documents and some terms to a row; the scores are added
 * up here, so a query costs a few rows for each word, however many documents hold it.
 */
export const postgresTextIndex: TextIndex = {
  async prepareSpace(sql, space) {
    // What is left of a space whose row was lost is not this space's.
    await this.drop(sql, space);
  },

  async add(sql, space, documents) {
    const gathered: Gathered = new Map();
    for (const { key, found } of documents) gatherPlaces(gathered, key, found);
    const rows = toBuckets(gathered);
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      const some = rows.slice(from, from + ROWS_PER_STATEMENT);
      // From the space's own row, so that it goes where that row lies.
      await sql.run(query`insert into search_posting (tenant_id, space, bucket, chunk, places)
        select s.tenant_id, s.space, x.bucket, x.chunk, decode(x.places, 'hex')
        from search_space s cross join ${columnsOf(some)}
        where s.tenant_id = ${space.tenant_id} and s.space = ${space.space}
        on conflict (tenant_id, space, bucket, chunk) do update set places = search_posting.places || excluded.places`);
    }
  },

  async remove(sql, space, gone) {
    for (const some of Map.groupBy(gone, ({ key }) => chunkOf(key)).values()) await removeFrom(sql, space, some);
  },

  // The lengths go with them: they are nearly always needed next.
  ahead: (sql, place, terms) => rowsOf(sql, place, [...terms, LENGTHS]),

  async look(sql, space, terms, ahead) {
    const found = Map.groupBy(ahead ?? (await rowsOf(sql, space, [...terms, LENGTHS])), ({ term }) => term);
    const lengths = found.get(LENGTHS) ?? [];
    found.delete(LENGTHS);
    const listsOf = (some: readonly string[]) => [...new Set(some)].flatMap((term) => [found.get(term) ?? []]);
    return {
      frequencies: new Map([...found].map(([term, rows]) => [term, countPlaces(rows)])),
      async candidates(telling, condition, limit) {
        const lists = listsOf(telling).filter((rows) => rows.length > 0);
        if (lists.length === 0) return [];
        const scored = scoreDocuments(space, lists, lengths);
        if (condition === undefined) return bestOf(scored, limit);
        const first = bestOf(scored, limit * ASKED_FIRST);
        const passing = await passingOf(sql, space, keysOf(first), condition);
        const good = first.filter(({ key }) => passing.has(key));
        if (good.length >= limit || first.length === scored.length) return good.slice(0, limit);
        const all = await passingOf(sql, space, keysOf(scored), condition);
        return bestOf(
          scored.filter(({ key }) => all.has(key)),
          limit,
        );
      },
      async matches(telling, condition) {
        const keys = anyOf(listsOf(telling));
        return condition === undefined ? keys.size : (await passingOf(sql, space, [...keys], condition)).size;
      },
    };
  },

  async holdingAll(sql, space, terms, condition, limit, ahead) {
    const rows = ahead ?? (await rowsOf(sql, space, terms));
    const keys = [...keysHolding(rows, terms, "all")].sort((a, b) => a - b);
    if (condition === undefined || keys.length === 0) return keys.slice(0, limit);
    const passing = await passingOf(sql, space, keys, condition);
    return keys.filter((key) => passing.has(key)).slice(0, limit);
  },

  async groups(sql, space, terms, held, condition, ahead) {
    const keys = [...keysHolding(ahead ?? (await rowsOf(sql, space, terms)), terms, held)];
    if (keys.length === 0) return [];
    const rows = await sql.all<{ group_id: string }>(
      query`select distinct d.group_id from ${documents(space, keys, condition)} order by d.group_id`,
    );
    return rows.map(({ group_id }) => group_id);
  },

  async *postings(sql, space) {
    const rows = sql.each<BucketRow>(query`select p.bucket, p.chunk, p.places from search_posting p
      where ${ofSpace(space)} and p.bucket <> ${bucketOf(LENGTHS)}`);
    for await (const row of rows) {
      const found: Posting[] = [];
      for (const one of termsOf(row)) eachPlace(one, (key, times) => found.push({ term: one.term, key, times }));
      yield* found;
    }
  },

  cutter: () => async (_sql, terms) => terms,

  // Its table is like any other.
  damage: async () => undefined,
  totals: async () => undefined,

  async lengths(sql, space, keys) {
    const wanted = new Set(keys);
    const found = new Map<number, number>();
    if (keys.length === 0) return found;
    const rows = await sql.all<BucketRow>(query`select p.bucket, p.chunk, p.places from search_posting p
      where ${ofSpace(space)} and p.bucket = ${bucketOf(LENGTHS)} and p.chunk in (${list([...new Set(keys.map(chunkOf))])})`);
    for (const row of rows.flatMap(termsOf))
      eachPlace(row, (key, length) => void (wanted.has(key) && found.set(key, length)));
    return found;
  },

  async clear(sql, space) {
    await this.drop(sql, space);
  },

  async purge(sql, space) {
    const kept = await sql.all<{ key: number }>(
      query`select d.key from search_document d where d.tenant_id = ${space.tenant_id} and d.space = ${space.space}`,
    );
    const live = new Set(kept.map(({ key }) => key));
    const gone = new Set<number>();
    for await (const { key } of this.postings(sql, space)) if (!live.has(key)) gone.add(key);
    await this.remove(
      sql,
      space,
      [...gone].map((key) => ({ key })),
    );
  },

  async sweep(sql, tenant) {
    await sql.run(query`delete from search_posting p where p.tenant_id = ${tenant} and not exists (
      select 1 from search_space s where s.tenant_id = p.tenant_id and s.space = p.space)`);
  },

  async drop(sql, space) {
    await sql.run(query`delete from search_posting p where ${ofSpace(space)}`);
  },
};

type Place = Pick<SpaceRow, "tenant_id" | "space">;

function ofSpace(space: Place): Query {
  return query`p.tenant_id = ${space.tenant_id} and p.space = ${space.space}`;
}

/** As a table of three columns: one statement for any number of rows. */
function columnsOf(rows: readonly BucketRow[]): Query {
  const buckets = rows.map(({ bucket }) => bucket).join(" ");
  const chunks = rows.map(({ chunk }) => chunk).join(" ");
  const places = rows
    .map(({ places }) => Buffer.from(places.buffer, places.byteOffset, places.byteLength).toString("hex"))
    .join(" ");
  return query`unnest(string_to_array(${buckets}::text, ' ')::integer[], string_to_array(${chunks}::text, ' ')::bigint[],
    string_to_array(${places}::text, ' ')) as x(bucket, chunk, places)`;
}

/** What a space holds of some terms. */
async function rowsOf(sql: Sql, space: Place, terms: readonly string[]): Promise<Places[]> {
  if (terms.length === 0) return [];
  // Each bucket is looked up by itself: without statistics the server would rather read the whole space and leave out the rest.
  const buckets = arrayText([...new Set(terms.map(bucketOf))]);
  const rows =
    await sql.all<BucketRow>(query`select b.bucket, p.chunk, p.places from unnest(${buckets}::integer[]) as b(bucket)
    cross join lateral (select p.chunk, p.places from search_posting p where ${ofSpace(space)} and p.bucket = b.bucket offset 0) p`);
  rows.sort((a, b) => a.bucket - b.bucket || a.chunk - b.chunk);
  const wanted = Map.groupBy(
    [...new Set(terms)].map((term) => [term, Buffer.from(term)] as const),
    ([term]) => bucketOf(term),
  );
  return rows.flatMap((row) => findTerms(row, wanted.get(row.bucket) ?? []));
}

/** Of one chunk. Where the words of each are known, only their rows are looked at. */
async function removeFrom(sql: Sql, space: SpaceRow, gone: readonly GoneText[]): Promise<void> {
  const chunk = chunkOf(gone[0]?.key ?? 0);
  const buckets = new Set([LENGTHS, ...gone.flatMap(({ found }) => found ?? [])].map(bucketOf));
  const areNamed = gone.every(({ found }) => found !== undefined);
  const named = areNamed ? query`and p.bucket in (${list([...buckets])})` : query``;
  const here = query`${ofSpace(space)} and p.chunk = ${chunk}`;
  const rows = await sql.all<BucketRow>(
    query`select p.bucket, p.chunk, p.places from search_posting p where ${here} ${named}`,
  );
  const keys = new Set(gone.map(({ key }) => key));
  const changed = rows.flatMap((row) => {
    const places = bucketWithout(row, keys);
    return places === undefined ? [] : [{ ...row, places }];
  });
  const empty = changed.filter(({ places }) => places.length === 0);
  const left = changed.filter(({ places }) => places.length > 0);
  if (empty.length > 0)
    await sql.run(
      query`delete from search_posting p where ${here} and p.bucket in (${list(empty.map(({ bucket }) => bucket))})`,
    );
  if (left.length > 0)
    await sql.run(query`update search_posting p set places = decode(x.places, 'hex') from ${columnsOf(left)}
      where ${here} and p.bucket = x.bucket`);
}

function keysHolding(rows: readonly Places[], terms: readonly string[], held: "all" | "any"): ReadonlySet<number> {
  const wanted = [...new Set(terms)];
  const found = Map.groupBy(rows, ({ term }) => term);
  const lists = wanted.map((term) => found.get(term) ?? []);
  if (held === "any" || lists.length < 2) return anyOf(lists);
  // From the rarest on, so that little is left to look for.
  const [first = new Set<number>(), ...others] = lists.map((rows) => anyOf([rows])).sort((a, b) => a.size - b.size);
  return new Set([...first].filter((key) => others.every((keys) => keys.has(key))));
}

function anyOf(lists: readonly (readonly Places[])[]): Set<number> {
  const keys = new Set<number>();
  for (const rows of lists) for (const row of rows) eachPlace(row, (key) => keys.add(key));
  return keys;
}

const keysOf = (of: readonly { readonly key: number }[]): number[] => of.map(({ key }) => key);

/** Those of some keys whose documents meet a condition. */
async function passingOf(
  sql: Sql,
  space: SpaceRow,
  keys: readonly number[],
  condition: Query,
): Promise<ReadonlySet<number>> {
  if (keys.length === 0) return new Set();
  const rows = await sql.all<{ key: number }>(query`select d.key from ${documents(space, keys, condition)}`);
  return new Set(rows.map(({ key }) => key));
}

/** Documents of a space by their keys, however many those are. */
function documents(space: SpaceRow, keys: readonly number[], condition: Query | undefined): Query {
  return query`search_document d where d.tenant_id = ${space.tenant_id} and d.space = ${space.space}
    and d.key = any(string_to_array(${keys.join(" ")}::text, ' ')::bigint[])
    ${condition === undefined ? query`` : query`and ${condition}`}`;
}

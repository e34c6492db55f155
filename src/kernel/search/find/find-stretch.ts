import type { Query } from "../../query.ts";
import type { SearchAnswer, SearchQuery } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import { isSpokenBy, namedSpeakers, withoutSpeakers } from "../rank/index.ts";
import { toDocument } from "../store/document-row.ts";
import { newestRows } from "../store/document-store.ts";
import type { SpaceRow } from "../store/text-index.ts";

/** Of a longer stretch, only this many of the newest are looked at. */
const ROWS_MAX = 300;
/** Names are few words; of a longer question it need not be looked up whether it is made of them. */
const NAMES_MAX = 3;

/**
 * What was said from some time on, by anyone or by those whom the query names, the newest first: a query without any
 * other word asks for all of it. Undefined where it has other words, or names no beginning.
 */
export async function findStretch(
  sql: Sql,
  space: SpaceRow,
  asked: SearchQuery,
  asTerms: readonly string[],
  condition: Query | undefined,
): Promise<SearchAnswer | undefined> {
  if (asked.from === undefined || condition === undefined || asTerms.length > NAMES_MAX) return undefined;
  const rows = await newestRows(sql, space, condition, ROWS_MAX);
  const speakers = new Set(rows.map(({ speaker }) => speaker ?? ""));
  if (withoutSpeakers(asked.text, speakers) !== "") return undefined;
  const named = namedSpeakers(asked.text, speakers);
  const said = rows.map(toDocument).filter((one) => named.size === 0 || [...named].some((who) => isSpokenBy(one, who)));
  return {
    hits: said.slice(0, asked.limit).map((document) => ({ document, score: 1, parts: {} })),
    matches: said.length,
    evidence: said.length === 0 ? 0 : 1,
    isSupported: said.length > 0,
    mode: "text",
    why: null,
    isFinal: true,
  };
}

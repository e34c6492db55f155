import { batchesOf, canonicalJson, list, query, type Sql } from "../../../kernel/index.ts";
import type { RecordedQuotes } from "../model/quote.ts";
import { projection } from "./projection.ts";

interface QuoteRow {
  readonly observation_id: string;
  readonly quotes: string;
}

/** Folders that are older than quotes have none. */
export const QUOTES = { ...projection("truth_quote", ["observation_id"], ["quotes"]), isLater: true as const };

export type QuoteStore = ReturnType<typeof createQuoteStore>;

/** The only file that knows the table of quotes. */
export function createQuoteStore(sql: Sql, tenant: string) {
  async function findMany(observationIds: readonly string[]): Promise<Map<string, RecordedQuotes>> {
    const found = new Map<string, RecordedQuotes>();
    for (const some of batchesOf([...new Set(observationIds)])) {
      const rows = await sql.all<QuoteRow>(
        query`select observation_id, quotes from truth_quote
          where tenant_id = ${tenant} and observation_id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.observation_id, JSON.parse(row.quotes) as RecordedQuotes);
    }
    return found;
  }

  async function insert(observationId: string, quotes: RecordedQuotes): Promise<void> {
    await sql.run(query`insert into truth_quote (tenant_id, observation_id, quotes)
      values (${tenant}, ${observationId}, ${canonicalJson(quotes as never)})`);
  }

  /** Removes them, and answers with what they were. */
  async function takeOut(observationIds: readonly string[]): Promise<Map<string, RecordedQuotes>> {
    const found = await findMany(observationIds);
    for (const some of batchesOf([...found.keys()])) {
      await sql.run(query`delete from truth_quote where tenant_id = ${tenant} and observation_id in (${list(some)})`);
    }
    return found;
  }

  return { findMany, insert, takeOut };
}

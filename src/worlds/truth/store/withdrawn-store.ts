import { canonicalJson, type Json, query, type Sql } from "../../../kernel/index.ts";
import type { RecordedQuotes } from "../model/quote.ts";
import type { RelationshipObservation } from "../model/relationship.ts";
import type { Source } from "../model/source.ts";
import type { StoredObservation } from "./observation-store.ts";

/** A source and all it said, as they stood. */
export interface TakenOut {
  readonly source: Source;
  readonly observations: readonly StoredObservation[];
  /** By the observations they belong to. */
  readonly quotes: Readonly<Record<string, RecordedQuotes>>;
  readonly relationships: readonly RelationshipObservation[];
}

/** A source that is or was withdrawn. */
export interface Withdrawn {
  /** Undefined where it is not withdrawn now. */
  readonly content: TakenOut | undefined;
  /** Entries before this one were overtaken when the source was stated anew. */
  readonly stated_again: number;
  readonly position: number;
}

export type WithdrawnStore = ReturnType<typeof createWithdrawnStore>;

/** The only file that knows the table of what was withdrawn. */
export function createWithdrawnStore(sql: Sql, tenant: string) {
  async function find(sourceId: string): Promise<Withdrawn | undefined> {
    const row = await sql.first<{ content: string | null; stated_again: number; position: number }>(
      query`select content, stated_again, position from truth_withdrawn
        where tenant_id = ${tenant} and source_id = ${sourceId}`,
    );
    if (row === undefined) return undefined;
    return { ...row, content: row.content === null ? undefined : (JSON.parse(row.content) as TakenOut) };
  }

  async function keep(sourceId: string, content: TakenOut, position: number): Promise<void> {
    const text = canonicalJson(content as unknown as Json);
    await sql.run(query`insert into truth_withdrawn (tenant_id, source_id, content, stated_again, position)
      values (${tenant}, ${sourceId}, ${text}, 0, ${position})
      on conflict (tenant_id, source_id) do update set content = excluded.content, position = excluded.position`);
  }

  /** Takes a withdrawal back. */
  async function release(sourceId: string): Promise<void> {
    await sql.run(
      query`update truth_withdrawn set content = null where tenant_id = ${tenant} and source_id = ${sourceId}`,
    );
  }

  /** The same content was brought again by an entry: what was withdrawn before is not waited for any more. */
  async function statedAgain(sourceId: string, seq: number): Promise<void> {
    await sql.run(query`update truth_withdrawn set content = null, stated_again = ${seq}
      where tenant_id = ${tenant} and source_id = ${sourceId} and content is not null`);
  }

  return { find, keep, release, statedAgain };
}

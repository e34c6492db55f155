import { query, type Sql } from "../../../kernel/index.ts";

/** An undone merge, or a split. */
export interface Regrouping {
  readonly position: number;
  readonly change: "unmerge" | "split";
  readonly entity_id: string;
  readonly other_entity_id: string;
  readonly accepted_at: number;
}

export type RegroupingStore = ReturnType<typeof createRegroupingStore>;

/** The only file that knows the table of regroupings. */
export function createRegroupingStore(sql: Sql, tenant: string) {
  /** The newest before a place in the log. */
  async function before(position: number, limit: number): Promise<Regrouping[]> {
    return sql.all<Regrouping>(
      query`select position, change, entity_id, other_entity_id, accepted_at from truth_regrouping
        where tenant_id = ${tenant} and position < ${position} order by position desc limit ${limit}`,
    );
  }

  /** The one that an entry made. */
  async function at(position: number): Promise<Regrouping | undefined> {
    return sql.first<Regrouping>(
      query`select position, change, entity_id, other_entity_id, accepted_at from truth_regrouping
        where tenant_id = ${tenant} and position = ${position}`,
    );
  }

  async function insert({ position, change, entity_id, other_entity_id, accepted_at }: Regrouping): Promise<void> {
    await sql.run(query`insert into truth_regrouping (tenant_id, position, change, entity_id, other_entity_id, accepted_at)
      values (${tenant}, ${position}, ${change}, ${entity_id}, ${other_entity_id}, ${accepted_at})`);
  }

  return { before, at, insert };
}

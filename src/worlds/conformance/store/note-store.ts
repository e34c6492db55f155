import { type Projection, query, type Sql } from "../../../kernel/index.ts";
import type { Note } from "../model/note.ts";

/** The table as replay and the state root know it. */
export const NOTES: Projection = {
  table: "conformance_note",
  columns: ["tenant_id", "id", "text", "times"],
  orderBy: ["tenant_id", "id"],
};

export type NoteStore = ReturnType<typeof createNoteStore>;

/** The only file that knows the note table. */
export function createNoteStore(sql: Sql, tenant: string) {
  function find(id: string): Promise<Note | undefined> {
    return sql.first<Note>(
      query`select id, text, times from conformance_note where tenant_id = ${tenant} and id = ${id}`,
    );
  }

  async function count(): Promise<number> {
    const row = await sql.first<{ notes: number }>(
      query`select cast(count(*) as integer) as notes from conformance_note where tenant_id = ${tenant}`,
    );
    return row?.notes ?? 0;
  }

  /** Counts instead of keeping copies, so that the table says the same in whatever order the writes arrived. */
  async function add(id: string, text: string): Promise<void> {
    await sql.run(
      query`insert into conformance_note (tenant_id, id, text, times) values (${tenant}, ${id}, ${text}, 1)
        on conflict (tenant_id, id) do update set times = conformance_note.times + 1`,
    );
  }

  return { find, count, add };
}

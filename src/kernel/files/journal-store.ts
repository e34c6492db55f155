import { batchesOf, list, query, rows } from "../query.ts";
import type { Sql } from "../sql.ts";

/** One file that is to take its place, or to go, because the transaction that says so is committed. */
export interface JournalEntry {
  readonly tenant: string;
  /** The name of the root both paths are relative to. */
  readonly root: string;
  readonly path: string;
  readonly call: string;
  /**
   * Where the new file waits, or for a removal what stands for it. Whoever has dealt with the entry has taken it away.
   * For the removal of a blob nothing waits.
   */
  readonly aside: string;
  /** What was withdrawn is not to be done, because something later was committed: all that is left is to take it away. */
  readonly action: "put" | "remove" | "withdrawn";
  /** What must still be there for this to happen; null where it does not matter. */
  readonly replaces: string | null;
  /** Which folder the root was for whoever wrote this. */
  readonly folder: string;
}

const COLUMNS = query`tenant_id as tenant, root, path, call_id as call, aside, action, replaces, folder`;

/** The only file that knows the staged_file table. */
export function createJournalStore(sql: Sql) {
  return {
    async insert(entries: readonly JournalEntry[]): Promise<void> {
      const values = entries.map(({ tenant, root, path, call, aside, action, replaces, folder }) => [
        tenant,
        root,
        path,
        call,
        aside,
        action,
        replaces,
        folder,
      ]);
      for (const batch of batchesOf(values)) {
        await sql.run(
          query`insert into staged_file (tenant_id, root, path, call_id, aside, action, replaces, folder) values ${rows(batch)}`,
        );
      }
    },
    /** Everything that may still have to be done, oldest first. */
    all: () => sql.all<JournalEntry>(query`select ${COLUMNS} from staged_file order by call_id, path`),
    ofRoot: (tenant: string, root: string) =>
      sql.all<JournalEntry>(
        query`select ${COLUMNS} from staged_file where tenant_id = ${tenant} and root = ${root} order by call_id, path`,
      ),
    /** Where files of one path may be waiting. */
    async waitingAt(tenant: string, root: string, path: string): Promise<string[]> {
      const found = await sql.all<{ aside: string }>(
        query`select aside from staged_file
          where tenant_id = ${tenant} and root = ${root} and path = ${path} and action = 'put'`,
      );
      return found.map(({ aside }) => aside);
    },
    /** What was to be done at these paths is not to be done any more. The transaction holds the tenant's lane. */
    async withdraw(tenant: string, root: string, action: "put" | "remove", paths: readonly string[]): Promise<void> {
      for (const batch of batchesOf(paths)) {
        await sql.run(
          query`update staged_file set action = 'withdrawn'
            where tenant_id = ${tenant} and root = ${root} and path in (${list(batch)}) and action = ${action}`,
        );
      }
    },
    async forget(tenant: string, root: string, calls: readonly string[]): Promise<void> {
      for (const batch of batchesOf(calls)) {
        await sql.run(
          query`delete from staged_file where tenant_id = ${tenant} and root = ${root} and call_id in (${list(batch)})`,
        );
      }
    },
  };
}

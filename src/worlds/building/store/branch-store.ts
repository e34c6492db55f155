import { query, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

export interface Branch {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly fork_seq: number | null;
  readonly fork_event_id: string | null;
  readonly created_at: number;
  readonly head_seq: number;
  readonly head_event_id: string;
}

export const BRANCHES = projection("building_branch", ["id"], ["project_id", "name", "parent_id"]);

export type BranchStore = ReturnType<typeof createBranchStore>;

/** The only file that knows the table of branches. */
export function createBranchStore(sql: Sql, tenant: string) {
  return {
    find: (id: string) =>
      sql.first<Branch>(query`select * from building_branch where tenant_id = ${tenant} and id = ${id}`),

    named: (projectId: string, name: string) =>
      sql.first<Branch>(query`select * from building_branch
        where tenant_id = ${tenant} and project_id = ${projectId} and name = ${name}`),

    /** In the order they were made. */
    of: (projectId: string) =>
      sql.all<Branch>(query`select * from building_branch
        where tenant_id = ${tenant} and project_id = ${projectId} order by created_at, id`),

    async insert(branch: Branch): Promise<void> {
      await sql.run(query`insert into building_branch
        (tenant_id, id, project_id, name, parent_id, fork_seq, fork_event_id, created_at, head_seq, head_event_id)
        values (${tenant}, ${branch.id}, ${branch.project_id}, ${branch.name}, ${branch.parent_id}, ${branch.fork_seq},
          ${branch.fork_event_id}, ${branch.created_at}, ${branch.head_seq}, ${branch.head_event_id})`);
    },

    async advance(id: string, seq: number, eventId: string): Promise<void> {
      await sql.run(query`update building_branch set head_seq = ${seq}, head_event_id = ${eventId}
        where tenant_id = ${tenant} and id = ${id}`);
    },
  };
}

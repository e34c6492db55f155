import { query, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly main_branch_id: string;
  readonly created_at: number;
}

export const PROJECTS = projection("building_project", ["id"], ["name", "description", "main_branch_id"]);
export const ACTIVE_BRANCHES = projection("building_active_branch", ["project_id", "agent"], ["branch_id"]);

export type ProjectStore = ReturnType<typeof createProjectStore>;

/** The only file that knows the tables of projects and of who works on which branch. */
export function createProjectStore(sql: Sql, tenant: string) {
  return {
    find: (id: string) =>
      sql.first<Project>(query`select * from building_project where tenant_id = ${tenant} and id = ${id}`),

    /** The first of them in the order they were made, which is that of their ids. */
    first: (limit: number) =>
      sql.all<Project>(query`select * from building_project where tenant_id = ${tenant} order by id limit ${limit}`),

    async insert({ id, name, description, main_branch_id, created_at }: Project): Promise<void> {
      await sql.run(query`insert into building_project (tenant_id, id, name, description, main_branch_id, created_at)
        values (${tenant}, ${id}, ${name}, ${description}, ${main_branch_id}, ${created_at})`);
    },

    async activeBranch(projectId: string, agent: string): Promise<string | undefined> {
      const row = await sql.first<{ branch_id: string }>(query`select branch_id from building_active_branch
        where tenant_id = ${tenant} and project_id = ${projectId} and agent = ${agent}`);
      return row?.branch_id;
    },

    async setActiveBranch(projectId: string, agent: string, branchId: string): Promise<void> {
      await sql.run(query`insert into building_active_branch (tenant_id, project_id, agent, branch_id)
        values (${tenant}, ${projectId}, ${agent}, ${branchId})
        on conflict (tenant_id, project_id, agent) do update set branch_id = excluded.branch_id`);
    },
  };
}

/** How many models there are of all users, for people. */
export async function countProjects(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(query`select cast(count(*) as integer) as n from building_project`);
  return counted?.n ?? 0;
}

import { batchesOf, canonicalJson, query, rows, type Sql } from "../../../kernel/index.ts";
import type { Changes, Element } from "../model/element.ts";

interface VersionRow {
  readonly element_id: string;
  readonly seq: number;
  readonly body: string | null;
}

export type VersionStore = ReturnType<typeof createVersionStore>;

/** The only file that knows what elements became at each event. */
export function createVersionStore(sql: Sql, tenant: string) {
  return {
    /** What a branch itself made of its elements up to an event, the last of each. */
    async upTo(branchId: string, seq: number): Promise<Changes> {
      const found = await sql.all<VersionRow>(query`select v.element_id, v.body from building_version v
        join (select element_id, max(seq) as seq from building_version
          where tenant_id = ${tenant} and branch_id = ${branchId} and seq <= ${seq} group by element_id) last
        on v.element_id = last.element_id and v.seq = last.seq
        where v.tenant_id = ${tenant} and v.branch_id = ${branchId} order by v.element_id`);
      return new Map(found.map(({ element_id, body }) => [element_id, parsed(element_id, body)]));
    },

    /** Which elements were touched after an event. */
    async touchedAfter(branchId: string, seq: number): Promise<string[]> {
      const found = await sql.all<VersionRow>(query`select distinct element_id from building_version
        where tenant_id = ${tenant} and branch_id = ${branchId} and seq > ${seq}`);
      return found.map(({ element_id }) => element_id);
    },

    /** What one branch made of an element, oldest first. */
    async of(branchId: string, elementId: string): Promise<{ seq: number; element: Element | null }[]> {
      const found = await sql.all<VersionRow>(query`select element_id, seq, body from building_version
        where tenant_id = ${tenant} and branch_id = ${branchId} and element_id = ${elementId} order by seq`);
      return found.map(({ element_id, seq, body }) => ({ seq, element: parsed(element_id, body) }));
    },

    /** What stands at one event. */
    async at(branchId: string, seq: number): Promise<Changes> {
      const found = await sql.all<VersionRow>(query`select element_id, body from building_version
        where tenant_id = ${tenant} and branch_id = ${branchId} and seq = ${seq} order by element_id`);
      return new Map(found.map(({ element_id, body }) => [element_id, parsed(element_id, body)]));
    },

    async insert(branchId: string, seq: number, changes: Changes): Promise<void> {
      for (const some of batchesOf([...changes], 100)) {
        const values = some.map(([id, element]) => [
          tenant,
          branchId,
          id,
          seq,
          element === null ? null : bodyOf(element),
        ]);
        await sql.run(
          query`insert into building_version (tenant_id, branch_id, element_id, seq, body) values ${rows(values)}`,
        );
      }
    },
  };
}

function bodyOf({ type, parameters }: Element): string {
  return canonicalJson({ type, parameters });
}

function parsed(id: string, body: string | null): Element | null {
  return body === null ? null : { id, ...(JSON.parse(body) as Omit<Element, "id">) };
}

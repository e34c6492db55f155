import { batchesOf, canonicalJson, KernelError, list, query, rows, type Sql, sha256 } from "../../../kernel/index.ts";
import type { Changes, Element, ElementType, Parameters } from "../model/element.ts";
import { projection } from "./projection.ts";

interface ElementRow {
  readonly branch_id: string;
  readonly id: string;
  readonly type: ElementType;
  readonly parameters: string;
  readonly row_hash: string;
}

const HASH_CHARS = 32;

function rowHash(tenant: string, branchId: string, id: string, type: string, parameters: string): string {
  return sha256(canonicalJson([tenant, branchId, id, type, parameters])).slice(0, HASH_CHARS);
}

export const ELEMENTS = projection("building_element", ["branch_id", "id"], ["type", "parameters"]);

export type ElementStore = ReturnType<typeof createElementStore>;

/** The only file that knows what each branch holds now. */
export function createElementStore(sql: Sql, tenant: string) {
  /** Refuses to answer from a row that somebody changed behind our back. */
  function toElement({ branch_id, id, type, parameters, row_hash }: ElementRow): Element {
    if (row_hash !== rowHash(tenant, branch_id, id, type, parameters)) {
      throw new KernelError("row_altered", "A stored row is not what was written: it was changed outside Bailiwick.", {
        table: "building_element",
        id,
      });
    }
    return { id, type, parameters: JSON.parse(parameters) as Parameters };
  }

  async function find(branchId: string, id: string): Promise<Element | undefined> {
    const row = await sql.first<ElementRow>(query`select * from building_element
      where tenant_id = ${tenant} and branch_id = ${branchId} and id = ${id}`);
    return row && toElement(row);
  }

  async function findMany(branchId: string, ids: readonly string[]): Promise<Element[]> {
    const found: Element[] = [];
    for (const some of batchesOf(ids)) {
      const page = await sql.all<ElementRow>(query`select * from building_element
        where tenant_id = ${tenant} and branch_id = ${branchId} and id in (${list(some)})`);
      found.push(...page.map(toElement));
    }
    return found;
  }

  async function of(branchId: string): Promise<Element[]> {
    const all = await sql.all<ElementRow>(query`select * from building_element
      where tenant_id = ${tenant} and branch_id = ${branchId} order by id`);
    return all.map(toElement);
  }

  /** Whether some branch holds it. */
  async function isAnywhere(id: string): Promise<boolean> {
    const row = await sql.first<{ id: string }>(
      query`select id from building_element where tenant_id = ${tenant} and id = ${id} limit 1`,
    );
    return row !== undefined;
  }

  async function change(branchId: string, changes: Changes): Promise<void> {
    for (const some of batchesOf([...changes.keys()])) {
      await sql.run(query`delete from building_element
        where tenant_id = ${tenant} and branch_id = ${branchId} and id in (${list(some)})`);
    }
    await insert(
      branchId,
      [...changes.values()].filter((element) => element !== null),
    );
  }

  async function insert(branchId: string, elements: readonly Element[]): Promise<void> {
    for (const some of batchesOf(elements, 100)) {
      const values = some.map(({ id, type, parameters }) => {
        const text = canonicalJson(parameters);
        return [tenant, branchId, id, type, text, rowHash(tenant, branchId, id, type, text)];
      });
      await sql.run(
        query`insert into building_element (tenant_id, branch_id, id, type, parameters, row_hash) values ${rows(values)}`,
      );
    }
  }

  return { find, findMany, of, isAnywhere, change, insert };
}

/** How many elements, in all branches, there are of all users, for people. */
export async function countElements(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(query`select cast(count(*) as integer) as n from building_element`);
  return counted?.n ?? 0;
}

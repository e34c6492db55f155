import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";

/** The only file that knows the instruction_indexed table: what the index of meaning holds, as digests by id. */
export function createIndexedStore(sql: Sql, tenant: string) {
  async function read(ids?: readonly string[]): Promise<Map<string, string>> {
    const some = ids === undefined ? query`` : query` and id in (${list(ids)})`;
    const found = await sql.all<{ id: string; digest: string }>(
      query`select id, digest from instruction_indexed where tenant_id = ${tenant}${some}`,
    );
    return new Map(found.map(({ id, digest }) => [id, digest]));
  }

  async function forget(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids)) {
      await sql.run(query`delete from instruction_indexed where tenant_id = ${tenant} and id in (${list(batch)})`);
    }
  }

  return {
    all: () => read(),
    digestOf: async (id: string) => (await read([id])).get(id),
    forget,
    async put(digests: ReadonlyMap<string, string>): Promise<void> {
      await forget([...digests.keys()]);
      const bound = [...digests].map(([id, digest]) => [tenant, id, digest]);
      for (const batch of batchesOf(bound)) {
        await sql.run(query`insert into instruction_indexed (tenant_id, id, digest) values ${rows(batch)}`);
      }
    },
  };
}

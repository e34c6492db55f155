import {
  batchesOf,
  list,
  query,
  rows,
  type Scope,
  type SearchAnswer,
  type Sql,
  sha256,
} from "../../../kernel/index.ts";
import type { Entries } from "../model/entries.ts";
import type { InstructionEntry } from "../model/entry.ts";

const SPACE = "instructions";
/** Stands for all entries together. No id looks like it. */
const EVERYTHING = "*";

/** Search by meaning: the kernel's index, brought in step with the entries before each question. */
export function createMeaningIndex(scope: Scope, entries: Entries) {
  const { tenant } = scope.caller;

  async function bringInStep(): Promise<void> {
    const wanted = new Map(entries.all().map((entry) => [entry.id, digestOf(entry)]));
    const everything = sha256([...wanted].join("|"));
    await scope.derive(async ({ sql, search }) => {
      const known = await digests(sql, tenant, [EVERYTHING]);
      if (known.get(EVERYTHING) === everything) return;
      const indexed = await digests(sql, tenant);
      const changed = entries.all().filter(({ id }) => indexed.get(id) !== wanted.get(id));
      const gone = [...indexed.keys()].filter((id) => id !== EVERYTHING && !wanted.has(id));
      if (gone.length > 0) await search.remove(SPACE, gone);
      if (changed.length > 0) await search.index(changed.map(toDocument));
      await forget(sql, tenant, [...gone, ...changed.map(({ id }) => id), EVERYTHING]);
      const now = changed.map(({ id }) => [tenant, id, wanted.get(id) ?? ""]);
      for (const batch of batchesOf([...now, [tenant, EVERYTHING, everything]])) {
        await sql.run(query`insert into instruction_indexed (tenant_id, id, digest) values ${rows(batch)}`);
      }
    });
  }

  return {
    async find(text: string, limit: number): Promise<SearchAnswer> {
      await bringInStep();
      return scope.search.find({ space: SPACE, text, limit });
    },
  };
}

async function digests(sql: Sql, tenant: string, ids?: readonly string[]): Promise<Map<string, string>> {
  const some = ids === undefined ? query`` : query` and id in (${list(ids)})`;
  const found = await sql.all<{ id: string; digest: string }>(
    query`select id, digest from instruction_indexed where tenant_id = ${tenant}${some}`,
  );
  return new Map(found.map(({ id, digest }) => [id, digest]));
}

async function forget(sql: Sql, tenant: string, ids: readonly string[]): Promise<void> {
  for (const batch of batchesOf(ids)) {
    await sql.run(query`delete from instruction_indexed where tenant_id = ${tenant} and id in (${list(batch)})`);
  }
}

function toDocument(entry: InstructionEntry) {
  return { space: SPACE, id: entry.id, unit: "instruction" as const, text: textOf(entry) };
}

function textOf({ title, body }: InstructionEntry): string {
  return `${title}\n${body}`;
}

function digestOf(entry: InstructionEntry): string {
  return sha256(textOf(entry));
}

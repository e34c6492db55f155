import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";

/** A snapshot that is taken when the first query asks for it: a tool that reads nothing opens nothing. */
export interface LazyRead {
  readonly sql: Sql;
  end(): Promise<void>;
}

export function lazyRead(dialect: Sql["dialect"], database: () => Promise<Database>, whose: string): LazyRead {
  let taken: ReturnType<Database["snapshot"]> | undefined;
  const sql = async (): Promise<Sql> => {
    taken ??= database().then((engine) => engine.snapshot(whose));
    return (await taken).sql;
  };
  return {
    sql: {
      dialect,
      all: async (query) => (await sql()).all(query),
      first: async (query) => (await sql()).first(query),
      run: async (query) => (await sql()).run(query),
      change: async (query) => (await sql()).change(query),
      async *each(query) {
        yield* (await sql()).each(query);
      },
    },
    async end() {
      const snapshot = await taken?.catch(() => undefined);
      await snapshot?.end();
    },
  };
}

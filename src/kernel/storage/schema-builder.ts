import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SchemaModule,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { ColumnTypes, Sql } from "../sql.ts";

const raw = (words: string) => sql.raw(words);

/** Kysely as the one language of migrations. It only writes the statements: the connections are ours. */
export function createSchemaBuilder(dialect: Sql["dialect"]): { schema: SchemaModule; types: ColumnTypes } {
  if (dialect === "sqlite") {
    const kysely = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
    return { schema: kysely.schema, types: { text: sql`text`, integer: sql`integer`, bytes: sql`blob`, raw } };
  }
  const kysely = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    schema: kysely.schema,
    types: { text: sql`text collate "C"`, integer: sql`bigint`, bytes: sql`bytea`, raw },
  };
}

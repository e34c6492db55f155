import { canonicalJson, query, type Sql } from "../../../kernel/index.ts";
import { type RegisteredSchema, type SchemaBook, type SchemaScope, schemaBook } from "../model/schema/schema-book.ts";
import { projection } from "./projection.ts";
import { rememberedIn } from "./remembered.ts";

export const SCHEMAS = projection("truth_schema", ["entity_type", "scope", "schema_version"], ["active", "definition"]);

export type SchemaStore = ReturnType<typeof createSchemaStore>;

/** The only file that knows the table of schemas. */
export function createSchemaStore(sql: Sql, tenant: string) {
  let read: Promise<SchemaBook> | undefined;

  /** What is in force, read once: few types have more than their built-in schema. */
  function book(): Promise<SchemaBook> {
    const remembered = rememberedIn(sql);
    read ??= remembered?.book;
    read ??= sql
      .all<{ definition: string }>(
        query`select definition from truth_schema where tenant_id = ${tenant} and active = 1`,
      )
      .then((rows) => schemaBook(rows.map(({ definition }) => JSON.parse(definition) as RegisteredSchema)));
    if (remembered !== undefined) remembered.book = read;
    return read;
  }

  async function versions(entityType: string, scope: SchemaScope): Promise<string[]> {
    const rows = await sql.all<{ schema_version: string }>(
      query`select schema_version from truth_schema
        where tenant_id = ${tenant} and entity_type = ${entityType} and scope = ${scope} order by schema_version`,
    );
    return rows.map(({ schema_version }) => schema_version);
  }

  async function insert(schema: RegisteredSchema, active: boolean): Promise<void> {
    const { entity_type, scope, schema_version } = schema;
    if (active) {
      await sql.run(query`update truth_schema set active = 0
        where tenant_id = ${tenant} and entity_type = ${entity_type} and scope = ${scope}`);
    }
    await sql.run(query`insert into truth_schema (tenant_id, entity_type, scope, schema_version, active, definition)
      values (${tenant}, ${entity_type}, ${scope}, ${schema_version}, ${active ? 1 : 0},
        ${canonicalJson(JSON.parse(JSON.stringify(schema)))})`);
    forget();
  }

  /** What is in force has changed, here or behind this store: it is read anew. */
  function forget(): void {
    read = undefined;
    const remembered = rememberedIn(sql);
    if (remembered !== undefined) remembered.book = undefined;
  }

  return {
    book,
    versions,
    insert,
    forget,
  };
}

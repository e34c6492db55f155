import { KernelError } from "../errors.ts";
import { EVERY_TENANT, INSTALLATION } from "../installation.ts";
import type { Logger } from "../logger.ts";
import { Query, query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Line } from "./postgres-lines.ts";

/** Whom a transaction becomes where the address names somebody whom no policy binds. Nobody can sign in as it. */
const BOUND_ROLE = "bailiwick_tenant";

/** Said by whoever holds the installation's lane inside a transaction of a tenant. */
export const INSTALLATION_SETTING = "bailiwick.installation";

/** Which rows are a transaction's own. Asked once for a statement, not for each row; only Citus does not take that form. */
function ownRows(isCluster: boolean): string {
  const setting = (name: string) => `current_setting('${name}', true)`;
  const asked = (name: string) => (isCluster ? setting(name) : `(select ${setting(name)})`);
  const whose = asked("bailiwick.tenant");
  const holds = `${asked(INSTALLATION_SETTING)} = 'on'`;
  return `tenant_id = ${whose} or ${whose} = '${EVERY_TENANT}' or (tenant_id = '${INSTALLATION}' and ${holds})`;
}

/** What a table with a column `tenant_id` needs so that the database itself keeps tenants apart, its owner included. */
function tenantPolicies(table: string, isCluster = false): readonly Query[] {
  const own = ownRows(isCluster);
  const policies = [
    `alter table "${table}" enable row level security`,
    `alter table "${table}" force row level security`,
    `create policy tenant_rows on "${table}" using (${own}) with check (${own})`,
    // What belongs to no user is read by all; who may see which of it is for its world to say.
    `create policy installation_rows on "${table}" for select using (tenant_id = '${INSTALLATION}')`,
  ];
  return [...withoutPolicies(table), ...policies.map((text) => new Query([text], []))];
}

/** What takes them away: then nobody whom policies bind sees a row. */
export function withoutPolicies(table: string): readonly Query[] {
  return ["tenant_rows", "installation_rows"].map(
    (policy) => new Query([`drop policy if exists ${policy} on "${table}"`], []),
  );
}

/** What makes a table one that everybody may read and write, until it is bound again. */
export function unboundTable(table: string): readonly Query[] {
  const open = ["no force", "disable"].map((mode) => `alter table "${table}" ${mode} row level security`);
  return [...withoutPolicies(table), ...open.map((text) => new Query([text], []))];
}

/** Gives every table that has tenants its policies: no migration can forget them. */
export async function bindTables(sql: Sql): Promise<void> {
  const tables = await sql.all<{ name: string }>(query`select c.relname as name from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname`);
  for (const { name } of tables) await bindTable(sql, name);
}

/** Gives one table its policies. */
export async function bindTable(sql: Sql, table: string): Promise<void> {
  const citus = await sql.first<{ is_there: boolean }>(
    query`select to_regclass('pg_catalog.pg_dist_partition') is not null as is_there`,
  );
  for (const statement of tenantPolicies(table, citus?.is_there === true)) await sql.run(statement);
}

/**
 * No policy binds a superuser. Where the address names one, transactions of tenants become a role that is bound; whoever
 * is bound by itself needs none. Answers with the role, where one is needed and can be had.
 */
export async function boundRole(ask: Line["ask"], mayMake: boolean, log: Logger): Promise<string | undefined> {
  const { rows } = await ask(
    `select r.rolsuper as is_super, r.rolsuper or r.rolbypassrls as is_free,
       exists (select 1 from pg_roles b where b.rolname = '${BOUND_ROLE}') as is_there from pg_roles r where r.rolname = current_user`,
  );
  const [{ is_super, is_free, is_there } = { is_super: false, is_free: false, is_there: false }] = rows;
  if (!is_free) return undefined;
  if (is_there && (await isGranted(ask))) return BOUND_ROLE;
  try {
    if (!mayMake) throw new KernelError("read_only", "The role is made by a start that may write");
    await ask(grants(is_super));
    return BOUND_ROLE;
  } catch (error) {
    await ask("rollback").catch(() => {});
    log.warn(
      { cause: String(error) },
      "row-level security does not bind this database user: use one that is no superuser and has no BYPASSRLS",
    );
    return undefined;
  }
}

/** Why the policies do not keep tenants apart, where they do not: nobody is bound, or a table has none. */
export async function findGaps(ask: Line["ask"], role: string | undefined): Promise<string[]> {
  const { rows: users } = await ask(
    "select current_user as name, rolsuper or rolbypassrls as is_free from pg_roles where rolname = current_user",
  );
  const { rows: tables } = await ask(
    `select c.relname as name from pg_catalog.pg_class c
       join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select 1 from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_rows'))
     order by c.relname`,
  );
  const isFree = users[0]?.is_free === true && role === undefined;
  return [
    ...(isFree
      ? [`no policy binds the database user ${users[0]?.name}: use one that is no superuser and has no BYPASSRLS`]
      : []),
    ...tables.map(({ name }) => `the table ${name} has no policy that binds its owner too`),
  ];
}

async function isGranted(ask: Line["ask"]): Promise<boolean> {
  const { rows } = await ask(
    `select bool_and(has_table_privilege('${BOUND_ROLE}', c.oid, 'select')) as is_granted from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
  );
  return rows[0]?.is_granted === true;
}

/** Another database of the same server may be making the role at this moment: roles are the server's. */
function grants(isSuper: boolean): string {
  return `begin; select pg_advisory_xact_lock(${GRANT_LOCK});
    do $$ begin create role ${BOUND_ROLE} nologin; exception when duplicate_object or unique_violation then null; end $$;
    ${isSuper ? "" : `grant ${BOUND_ROLE} to current_user;`}
    do $$ begin
      execute format('grant usage on schema %I to ${BOUND_ROLE}', current_schema());
      execute format('grant select, insert, update, delete on all tables in schema %I to ${BOUND_ROLE}', current_schema());
      execute format('grant usage on all sequences in schema %I to ${BOUND_ROLE}', current_schema());
      execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to ${BOUND_ROLE}', current_schema());
      execute format('alter default privileges in schema %I grant usage on sequences to ${BOUND_ROLE}', current_schema());
    end $$;
    revoke insert, update, delete on schema_migration from ${BOUND_ROLE}; commit`;
}

const GRANT_LOCK = 7_242_011_778;

/** Inside a transaction of a tenant that holds the installation's lane. */
export function holdInstallation(key: bigint): Query {
  return query`select pg_advisory_xact_lock(${key}), set_config(${INSTALLATION_SETTING}, 'on', true)`;
}

import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** An operator also invites others and sees who there is; what agents may do is not decided here. */
export type UserRole = "operator" | "member";

/** A removed user keeps the name: what was stored under it is still theirs. */
export type UserState = "invited" | "active" | "disabled" | "removed";

/** A user as the table holds one. */
export interface UserRow {
  readonly name: string;
  readonly role: UserRole;
  readonly state: UserState;
  readonly password_hash: string | null;
  readonly external_id: string | null;
  /** Of earlier versions, as is `locked_until`: wrong passwords are counted by name (`guesses.ts`). */
  readonly failures: number;
  readonly locked_until: number;
  readonly created_at: number;
}

export function findUser(sql: Sql, name: string): Promise<UserRow | undefined> {
  return sql.first<UserRow>(query`select * from account_user where tenant_id = ${ACCOUNTS} and name = ${name}`);
}

/** The user whom another provider knows by this id. */
export function findExternalUser(sql: Sql, externalId: string): Promise<UserRow | undefined> {
  return sql.first<UserRow>(
    query`select * from account_user where tenant_id = ${ACCOUNTS} and external_id = ${externalId}`,
  );
}

/** Everyone, removed ones too, by name. */
export function listUsers(sql: Sql): Promise<UserRow[]> {
  return sql.all<UserRow>(query`select * from account_user where tenant_id = ${ACCOUNTS} order by name`);
}

export async function insertUser(sql: Sql, user: UserRow): Promise<void> {
  await sql.run(query`insert into account_user
    (tenant_id, name, role, state, password_hash, external_id, failures, locked_until, created_at)
    values (${ACCOUNTS}, ${user.name}, ${user.role}, ${user.state}, ${user.password_hash}, ${user.external_id},
      ${user.failures}, ${user.locked_until}, ${user.created_at})`);
}

export async function replaceUser(sql: Sql, user: UserRow): Promise<void> {
  await sql.run(query`update account_user set role = ${user.role}, state = ${user.state},
    password_hash = ${user.password_hash}, external_id = ${user.external_id}, failures = ${user.failures},
    locked_until = ${user.locked_until} where tenant_id = ${ACCOUNTS} and name = ${user.name}`);
}

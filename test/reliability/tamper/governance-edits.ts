import type { Edits } from "./edit.ts";

const PENDING = "tenant_id = 'grete' and state = 'pending'";

/** Rows that say who may do what: permissions, approvals, what was used of limits, and accounts. */
export const GOVERNANCE_EDITS = {
  "permission: what an agent may do": `update permission set record = replace(record, '"calls_per_minute":5', '"calls_per_minute":5000') where agent = 'robot'`,
  "permission: whom it is of": `update permission set agent = 'other' where agent = 'robot'`,
  "permission: one is gone": `delete from permission where agent = 'robot'`,
  "permission: one is planted": `insert into permission (tenant_id, agent, for_user, record, version, changed_at, source)
    values ('~installation', 'planted', '', '{}', 1, 1, 'command line')`,
  "permission: the number of the last change": `update permission_version set version = version + 1`,
  "approval: a waiting one is approved": `update approval set state = 'approved', decided_at = 1, decided_by = 'operator',
    decided_in = 'command line' where ${PENDING}`,
  "approval: one was used and may be used again": `update approval set state = 'approved', used_at = null where state = 'used'`,
  "approval: what it would do": `update approval set request = replace(request, '"affected_count":1', '"affected_count":0') where ${PENDING}`,
  "approval: the arguments that a person is shown": `update approval set arguments = replace(arguments, 'ent_', 'ent-') where ${PENDING}`,
  "approval: how long it counts": `update approval set expires_at = expires_at + 86400000 where ${PENDING}`,
  "approval: one is gone": `delete from approval where ${PENDING}`,
  "account: a member is an operator": `update account_user set role = 'operator' where name = 'mia'`,
  "account: a disabled user is active": `update account_user set state = 'active' where name = 'dora'`,
  "account: one is planted": `insert into account_user select tenant_id, 'eve', role, state, password_hash, null, 0, 0, created_at
    from account_user where name = 'olga'`,
  "account: one is gone": `delete from account_user where name = 'mia'`,
  "account: the hash of a password": `update account_user set password_hash = (select password_hash from account_user
    where name = 'olga') where name = 'mia'`,
  "account: a session is planted": `insert into account_session select tenant_id, 'planted', name, null, 1, 9999999999999
    from account_user where name = 'olga'`,
  "limits: what was used in a minute": `insert into usage_window (tenant_id, counter, started_at, used) values ('local', 'planted', 1, 9)`,
} as const satisfies Edits;

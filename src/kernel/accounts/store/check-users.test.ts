import { expect, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import { ACCOUNTS } from "../../installation.ts";
import { query } from "../../query.ts";
import { openAccounts } from "../index.ts";

test("a full verification names a user whom somebody made, raised, enabled or took away behind our back", async () => {
  const kernel = await openTestKernel({});
  const { env, log, database, committed } = kernel.parts;
  const { users, invitations } = openAccounts({ env, log, keysFolder: kernel.keysFolder, database, committed });
  await users.add({ name: "ada", role: "operator", password: "correct horse battery" });
  await invitations.invite("bob", "member", "ada");
  await users.add({ name: "cleo", role: "member", password: "correct horse battery" });
  await users.setRole("cleo", "operator", "ada");
  await users.disable("cleo", "ada");
  await users.remove("bob", "ada");
  const findings = async () => (await kernel.verify({ full: true })).findings;
  expect(await findings()).toEqual([]);

  await (await database()).write(ACCOUNTS, async (sql) => {
    await sql.run(query`update account_user set role = 'member' where tenant_id = ${ACCOUNTS} and name = 'ada'`);
    await sql.run(query`update account_user set state = 'active' where tenant_id = ${ACCOUNTS} and name = 'bob'`);
    await sql.run(query`update account_user set name = 'eve' where tenant_id = ${ACCOUNTS} and name = 'cleo'`);
  });
  expect(await findings()).toEqual([
    { what: "user ada", reason: "role is member where the log gives operator" },
    { what: "user bob", reason: "state is active where the log gives removed" },
    { what: "user eve", reason: "no entry of the log made it" },
    { what: "user cleo", reason: "is gone: the log gives it" },
  ]);
});

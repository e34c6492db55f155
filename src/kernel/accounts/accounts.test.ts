import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, type Engine, openTestKernel } from "../../../test/kit/kernel.ts";
import { ACCOUNTS } from "../installation.ts";
import { query } from "../query.ts";
import { createConnectionSeal } from "./connection-seal.ts";
import { openAccounts } from "./index.ts";

const PASSWORD = "correct horse battery";

async function open(engine: Engine = "sqlite") {
  const kernel = await openTestKernel({ engine });
  const { env, log, database, committed } = kernel.parts;
  const accounts = openAccounts({ env, log, keysFolder: kernel.keysFolder, database, committed });
  const entries = async () => {
    const rows = await (await database()).read(ACCOUNTS, (sql) =>
      sql.all<{ kind: string; payload: string }>(query`select * from event where tenant_id = ${ACCOUNTS} order by seq`),
    );
    return rows.map(({ kind, payload }) => [kind, JSON.parse(payload)] as const);
  };
  return { kernel, accounts, env, entries };
}

describe.each(ENGINES)("on %s", (engine) => {
  test("every change of a user is an entry of the log, without a secret, and the log verifies", async () => {
    const { kernel, accounts, entries } = await open(engine);
    const { users } = accounts;
    await users.add({ name: "ada", role: "operator", password: PASSWORD });
    await accounts.invitations.invite("bob", "member", "ada");
    await users.setPassword("ada", "another good password", "ada");
    await accounts.signIns.withPassword("ada", "another good password");
    await users.disable("bob", "ada");
    await users.enable("bob", "ada");
    await users.remove("bob", "ada");

    const log = await entries();
    expect(log.map(([kind]) => kind)).toEqual([
      "user_added",
      "user_invited",
      "password_set",
      "signed_in",
      "user_disabled",
      "user_enabled",
      "user_removed",
    ]);
    expect(JSON.stringify(log)).not.toMatch(/argon2|password":|horse/);
    expect(await kernel.verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });
  });

  test("who is invited again comes in with the role of the last invitation, and the log says the same", async () => {
    const { kernel, accounts } = await open(engine);
    await accounts.invitations.invite("bob", "member");
    const secret = await accounts.invitations.invite("bob", "operator");
    expect(await accounts.users.find("bob")).toMatchObject({ role: "operator", state: "invited" });
    expect(await kernel.verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });
    expect(await accounts.invitations.accept(secret, undefined, PASSWORD)).toMatchObject({ role: "operator" });
  });

  test("whoever guesses is answered alike, try by try, whether or not anybody has the name", async () => {
    const { accounts, entries } = await open(engine);
    await accounts.users.add({ name: "ada", role: "member", password: PASSWORD });
    const answersFor = async (name: string) => {
      const answers: unknown[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const refusal = accounts.signIns.withPassword(name, "a wrong password");
        answers.push(await refusal.catch(({ code, message, details }) => ({ code, message, details })));
      }
      return answers;
    };
    const answers = await answersFor("ada");
    expect(answers).toMatchObject([...Array(5).fill({ code: "unauthenticated" }), { code: "rate_limited" }]);
    expect(await answersFor("nobody")).toEqual(answers);
    expect((await entries()).map(([kind]) => kind)).toEqual(["user_added", ...Array(10).fill("refused")]);
  });

  test("a new password ends the wait that wrong ones brought, and so does the right one in time", async () => {
    const { accounts } = await open(engine);
    await accounts.users.add({ name: "ada", role: "member", password: PASSWORD });
    const guess = (word: string) =>
      accounts.signIns.withPassword("ada", word).then(
        () => "in",
        (error) => error.code,
      );
    for (let turn = 0; turn < 4; turn += 1) await guess("a wrong password");
    expect(await guess(PASSWORD)).toBe("in");
    for (let turn = 0; turn < 5; turn += 1) expect(await guess("a wrong password")).toBe("unauthenticated");
    expect(await guess(PASSWORD)).toBe("rate_limited");
    await accounts.users.setPassword("ada", "another good password");
    expect(await guess("another good password")).toBe("in");
  });

  test("a ticket is taken by one of many who try at once", async () => {
    const { accounts } = await open(engine);
    const secret = await accounts.tickets.issue("test", { for: "one" }, 60_000);
    const taken = await Promise.all(Array.from({ length: 8 }, () => accounts.tickets.take("test", secret)));
    expect(taken.filter((payload) => payload !== undefined)).toEqual([{ for: "one" }]);
  });

  test("something is consumed once, and a second try voids all of the same consent", async () => {
    const { accounts } = await open(engine);
    const { artifacts } = accounts;
    await accounts.users.add({ name: "ada", role: "operator", password: PASSWORD });
    await artifacts.upsert("Grant", "g1", { accountId: "ada", clientId: "c" }, 600);
    await artifacts.upsert(
      "RefreshToken",
      "secret-token",
      { jti: "secret-token", grantId: "g1", accountId: "ada" },
      600,
    );
    expect(await artifacts.holds("g1", "ada")).toBe(true);
    expect(await artifacts.holds("g1", "bob")).toBe(false);
    const first = await Promise.all(Array.from({ length: 8 }, () => artifacts.consume("RefreshToken", "secret-token")));
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await artifacts.find("RefreshToken", "secret-token")).toBeUndefined();
    expect(await artifacts.holds("g1", "ada")).toBe(false);
  });

  test("the tables hold nothing by which one could come in", async () => {
    const { kernel, accounts } = await open(engine);
    await accounts.users.add({ name: "ada", role: "operator", password: PASSWORD });
    const session = await accounts.sessions.begin("ada");
    const invitation = await accounts.invitations.invite("bob", "member");
    await accounts.artifacts.upsert("RefreshToken", "the-token", { jti: "the-token", accountId: "ada" }, 600);
    const database = await kernel.parts.database();
    const rows = await database.read(ACCOUNTS, async (sql) => [
      await sql.all(query`select * from account_user where tenant_id = ${ACCOUNTS} order by name`),
      await sql.all(query`select * from account_session where tenant_id = ${ACCOUNTS} and user_name = 'ada'`),
      await sql.all(query`select * from account_ticket where tenant_id = ${ACCOUNTS} and kind = 'invitation'`),
      await sql.all(query`select * from oauth_artifact where tenant_id = ${ACCOUNTS} and user_name = 'ada'`),
      await sql.all(query`select * from event where tenant_id = ${ACCOUNTS} order by seq`),
    ]);
    expect(rows.map((table) => table.length > 0)).toEqual([true, true, true, true, true]);
    const text = JSON.stringify(rows);
    for (const secret of [PASSWORD, session, invitation, "the-token"]) expect(text).not.toContain(secret);
    expect(text).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  });
});

test("the audit says why somebody was refused, as far as there is a reason to tell", async () => {
  const { kernel, accounts } = await open();
  await accounts.signIns.withPassword("ada", "a wrong password").catch(() => {});
  await accounts.refused("bearer", { server: "truth", reason: "token_in_address" });
  const outcomes = [];
  for await (const { outcome } of kernel.audit({})) outcomes.push(outcome);
  expect(outcomes).toEqual(["refused", "refused: token_in_address"]);
});

test("a removed name is not given out again, and the last operator stays", async () => {
  const { accounts } = await open();
  const { users } = accounts;
  const ada = { name: "ada", role: "operator", password: PASSWORD } as const;
  await users.add(ada);
  await expect(users.add(ada)).rejects.toMatchObject({ code: "conflict" });
  await expect(users.remove("ada")).rejects.toMatchObject({ code: "conflict" });
  await expect(users.setRole("ada", "member")).rejects.toMatchObject({ code: "conflict" });
  await users.add({ ...ada, name: "bob" });
  await users.remove("ada");
  await expect(users.add(ada)).rejects.toMatchObject({ code: "conflict" });
  await expect(users.setPassword("ada", PASSWORD)).rejects.toMatchObject({ code: "not_found" });
  for (const name of ["", "~every", "Ada", "a b", "ada/..", "аda", "x".repeat(65)]) {
    await expect(users.add({ ...ada, name })).rejects.toMatchObject({ code: "invalid_arguments" });
  }
  await expect(users.add({ ...ada, name: "eve", password: "short" })).rejects.toMatchObject({
    code: "invalid_arguments",
  });
});

test("a session ends when it is ended, when its user is disabled, and when nobody uses it", async () => {
  const { accounts, env } = await open();
  const { sessions, users } = accounts;
  for (const name of ["ada", "bob"]) await users.add({ name, role: "operator", password: PASSWORD });
  const [first, second, third] = [
    await sessions.begin("ada"),
    await sessions.begin("ada"),
    await sessions.begin("bob"),
  ];
  const found = await sessions.find(first);
  if (found === undefined) throw new Error("no session");
  const token = await sessions.copyToken(found);
  await expect(sessions.find(token)).resolves.toMatchObject({ user: "ada" });
  await sessions.end(found);
  expect([await sessions.find(first), await sessions.find(token)]).toEqual([undefined, undefined]);
  await users.disable("bob");
  expect(await sessions.find(third)).toBeUndefined();
  await expect(sessions.find(second)).resolves.toMatchObject({ user: "ada" });
  await env.sleep(8 * 86_400_000);
  expect(await sessions.find(second)).toBeUndefined();
});

test("refusals beyond sixty a minute are not kept, and a log line says so", async () => {
  const { accounts, entries, kernel } = await open();
  for (let turn = 0; turn < 70; turn += 1) await accounts.refused("test", { reason: "nonsense" });
  const kept = (await entries()).filter(([kind]) => kind === "refused").length;
  expect(kept).toBeLessThanOrEqual(61);
  expect(kept).toBeGreaterThan(0);
  expect(kernel.log.lines.filter(({ message }) => message.includes("not recorded")).length).toBe(70 - kept);
});

test("a sealed refresh token opens for its own connection only", async () => {
  const { kernel, env } = await open();
  const seal = createConnectionSeal(kernel.keysFolder, env);
  const sealed = await seal.seal("one", "the token");
  expect(await seal.open("one", sealed)).toBe("the token");
  expect(await seal.seal("one", "the token")).not.toBe(sealed);
  const bytes = Buffer.from(sealed, "base64url");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(await seal.open("one", bytes.toString("base64url"))).toBeUndefined();
  expect(await seal.open("two", sealed)).toBeUndefined();
  expect(await seal.open("one", "short")).toBeUndefined();
  expect(statSync(join(kernel.keysFolder, "connections.key")).mode & 0o777).toBe(0o600);
});

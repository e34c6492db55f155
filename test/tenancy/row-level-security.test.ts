import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { EVERY_TENANT, INSTALLATION } from "../../src/kernel/installation.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { name as nameOf, query } from "../../src/kernel/query.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { migratedDatabaseUrl, openTestKernel } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { openTestTruth, type TestTruth } from "../kit/truth.ts";

/** Tables that belong to nobody, each with the reason. */
const WITHOUT_TENANT: Readonly<Record<string, string>> = {
  schema_migration: "names the steps of the schema",
};

describe("on PostgreSQL", () => {
  test("every table of the catalogue has a tenant and policies that bind its owner too", async () => {
    const kernel = await openTestKernel({ engine: "postgres" });
    const tables = await (await kernel.parts.database()).read(EVERY_TENANT, (sql) =>
      sql.all<{ name: string; has_tenant: boolean; forced: boolean; policies: number }>(
        query`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
            exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
            (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
          from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm', 'v')
          order by c.relname`,
      ),
    );
    const bare = tables.filter(({ name }) => !Object.hasOwn(WITHOUT_TENANT, name));
    expect(bare.filter((table) => !table.has_tenant || !table.forced || table.policies !== 2)).toEqual([]);
    expect(bare.length).toBeGreaterThan(20);
  });

  test("a statement that forgot its tenant returns only what its caller may see, on every table", async () => {
    const kernel = await openTestTruth({ engine: "postgres" });
    for (const user of ["ada", "bob"]) await storeCompany(kernel, user);
    const database = await kernel.parts.database();
    const tables = await database.read(EVERY_TENANT, (sql) =>
      sql.all<{ name: string }>(query`select c.relname as name from pg_class c join pg_attribute a
        on a.attrelid = c.oid and a.attname = 'tenant_id' where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`),
    );
    const seen = async (whose: string) => {
      const rows = await Promise.all(
        tables.map(({ name }) =>
          database.read(whose, (sql) => sql.all<{ tenant_id: string }>(query`select tenant_id from ${nameOf(name)}`)),
        ),
      );
      return [...new Set(rows.flat().map(({ tenant_id }) => tenant_id))].sort();
    };
    expect(await seen(EVERY_TENANT)).toEqual(expect.arrayContaining(["ada", "bob"]));
    expect(await seen("ada")).toEqual(["ada"]);
    expect(await seen("nobody")).toEqual([]);
  });

  test("a statement that forgot its tenant changes nothing of another, and none can be written for another", async () => {
    const kernel = await openTestTruth({ engine: "postgres" });
    for (const user of ["ada", "bob"]) await storeCompany(kernel, user);
    const database = await kernel.parts.database();
    const before = await kernel.stateRoot();
    expect(await database.write("carl", (sql) => sql.change(query`delete from event`))).toBe(0);
    expect(await database.write("carl", (sql) => sql.change(query`update truth_source set mime_type = 'x'`))).toBe(0);
    for (const victim of ["bob", INSTALLATION]) {
      await expect(
        database.write("carl", (sql) =>
          sql.run(query`insert into log_head (tenant_id, seq, hash) values (${victim}, 99, 'x')
            on conflict (tenant_id) do update set seq = 99`),
        ),
      ).rejects.toThrow();
    }
    expect(await kernel.stateRoot()).toEqual(before);
    expect(await kernel.verify()).toMatchObject({ findings: [] });
  });

  test("what the transaction says of itself ends with it: a line of the pool is nobody's", async () => {
    const url = await migratedDatabaseUrl("postgres", [], temporaryFolder());
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin; set local bailiwick.tenant = 'ada'; commit");
    expect((await client.query("select current_setting('bailiwick.tenant', true) as whose")).rows).toEqual([
      { whose: "" },
    ]);
  });

  test("the owner of the tables is bound as well where it is no superuser, and everything works as it does for one", async () => {
    const url = await migratedDatabaseUrl("postgres", [], temporaryFolder());
    if (url === undefined) throw new Error("this test is about PostgreSQL");
    const role = `owner_${crypto.randomUUID().slice(0, 8)}`;
    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(`create role ${role} login; create schema ${role} authorization ${role}`);
    const own = Object.assign(new URL(url), { username: role });
    own.searchParams.set("options", `-c search_path=${role}`);
    const { WORLDS } = await import("../../src/apps/worlds.ts");
    const log: object[] = [];
    const note = (fields: object) => void log.push(fields);
    const kernel = openKernel({
      worlds: WORLDS,
      env: createSimulatedEnv("owner"),
      log: { debug() {}, info() {}, warn: note, error: note },
      version: "0.0.0-test",
      folder: temporaryFolder(),
      databaseUrl: own.href,
    });
    onTestFinished(async () => {
      await kernel.close();
      await admin.query(`drop schema ${role} cascade; drop owned by ${role}; drop role ${role}`);
      await admin.end();
    });
    const database = await kernel.parts.database();
    await database.write("ada", (sql) =>
      sql.run(query`insert into log_head (tenant_id, seq, hash) values ('ada', 0, '')`),
    );
    const heads = (whose: string) => database.read(whose, (sql) => sql.all(query`select tenant_id from log_head`));
    expect([await heads("bob"), await heads("ada"), await heads(EVERY_TENANT)]).toEqual([
      [],
      [{ tenant_id: "ada" }],
      [{ tenant_id: "ada" }],
    ]);
    expect(log).toEqual([]);
  });
});

async function storeCompany(kernel: TestTruth, user: string): Promise<void> {
  const entities = [{ entity_type: "company", name: `The company of ${user}` }];
  const answer = await kernel.ask("store_structured", { idempotency_key: "k", entities }, { user });
  expect(answer.error).toBeUndefined();
}

import pg from "pg";
import { describe, expect, test } from "vitest";
import { WORLDS } from "../../src/apps/worlds.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { isNearIndexWorth, nearestByIndex } from "../../src/kernel/search/store/near-index-postgres.ts";
import { openSpace } from "../../src/kernel/search/store/space-store.ts";
import { postgresVectorIndex, preparePostgresVectors } from "../../src/kernel/search/store/vector-index-postgres.ts";
import { ADDRESSES, COORDINATOR, newUsers, openAt, SKIPPED } from "./place.ts";

const company = (name: string) => ({ idempotency_key: name, entities: [{ entity_type: "company", name }] });

describe.skipIf(SKIPPED)("on a cluster", () => {
  test("every table of tenants lies on the workers, all parts of a tenant on one; placing them again does nothing", async () => {
    const kernel = openAt(COORDINATOR);
    await kernel.distribute();
    expect(await kernel.distribute()).toMatchObject({ distributed: [], referenced: [] });
    const placed = await (await kernel.parts.database()).read(EVERY_TENANT, (sql) =>
      sql.all<{ name: string; method: string; together: number }>(
        query`select logicalrelid::text as name, partmethod as method, colocationid as together from pg_dist_partition`,
      ),
    );
    const everywhere = placed.filter(({ method }) => method === "n").map(({ name }) => name);
    expect(everywhere.sort()).toEqual(["permission", "permission_version", "schema_migration"]);
    expect(new Set(placed.filter(({ method }) => method === "h").map(({ together }) => together)).size).toBe(1);
    expect(placed.map(({ name }) => name)).toContain("search_document");
  });

  test("users write through every server at once, nothing is lost or doubled, and keys rise below 2^53", async () => {
    const kernels = ADDRESSES.map((address) => openAt(address));
    await kernels[0]?.distribute();
    const users = newUsers(3);
    const names = kernels.flatMap((_, at) => [0, 1, 2].map((n) => `Acme ${at} ${n}`));
    await Promise.all(
      kernels.flatMap((kernel, at) =>
        users.map(async (user) => {
          for (const n of [0, 1, 2]) {
            const answer = await kernel.ask(user, "store_structured", company(`Acme ${at} ${n}`));
            expect(answer.error).toBeUndefined();
          }
        }),
      ),
    );
    const database = await openAt(ADDRESSES.at(-1) ?? "").parts.database();
    for (const user of users) {
      const seen = await database.read(user, async (sql) => ({
        texts: await sql.all<{ key: number; text: string }>(
          query`select key, text from search_document where tenant_id = ${user} and space = 'truth' order by key`,
        ),
        entries: await sql.first<{ n: number; last: number }>(
          query`select count(*) as n, max(seq) as last from event where tenant_id = ${user} and kind <> 'refused'`,
        ),
      }));
      for (const name of names) expect(seen.texts.filter(({ text }) => text.includes(name))).toHaveLength(1);
      expect(seen.entries?.n).toBe(seen.entries?.last);
      expect(seen.texts.every(({ key }) => Number.isSafeInteger(key) && key < 100_000)).toBe(true);
    }
  });

  test("what names a user goes to one server alone", async () => {
    const kernel = openAt(COORDINATOR);
    const [user = ""] = newUsers(1);
    const sent: { text: string; values: unknown[] }[] = [];
    const send = pg.Client.prototype.query;
    pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof send>) {
      const [asked] = args as unknown as [{ text?: string; values?: unknown[] }];
      if (asked?.values?.includes(user) === true) sent.push({ text: asked.text ?? "", values: asked.values });
      return send.apply(this, args);
    } as typeof send;
    try {
      await kernel.ask(user, "store_structured", company("Acme"));
      await kernel.ask(user, "store_structured", { ...company("Acme"), idempotency_key: "again" });
      await kernel.ask(user, "retrieve_entities", { search: "acme" });
    } finally {
      pg.Client.prototype.query = send;
    }
    const client = new pg.Client({ connectionString: COORDINATOR });
    await client.connect();
    const tasks = new Map<string, string>();
    for (const { text, values } of sent.filter(({ text }) => /^(?:select|insert|update|delete)\b/.test(text))) {
      const { rows } = await client.query(`explain ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      if (!/Task Count: 1\b/.test(plan)) tasks.set(text, plan);
    }
    await client.end();
    expect(sent.length).toBeGreaterThan(10);
    expect([...tasks]).toEqual([]);
  });

  test("who erases through a worker is told to finish at the coordinator, where alone tables are written anew", async () => {
    await openAt(COORDINATOR).distribute();
    const kernel = openAt(ADDRESSES.at(-1) ?? "");
    const [user = ""] = newUsers(1);
    await kernel.ask(user, "store_structured", company("Acme"));
    const due = await kernel.scrubsDue();

    await kernel.erase({ kind: "user", id: user });
    expect(await kernel.scrub()).toEqual([
      expect.stringContaining("`bailiwick erase --finish` with the coordinator's"),
    ]);
    expect(await kernel.scrubsDue()).toBe(due + 1);
  });

  test("how neighbours are searched for holds at the worker that searches", async () => {
    const kernel = openAt(COORDINATOR);
    await kernel.distribute();
    const [user = ""] = newUsers(1);
    await kernel.ask(user, "store_structured", company("Acme"));
    const database = await kernel.parts.database();
    await database.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, 384));
    const near = Float32Array.from({ length: 384 }, () => 1);
    const seen = await database.write(user, async (sql) => {
      const { row } = await openSpace(sql, user, "elsewhere");
      await postgresVectorIndex.put(sql, row, { key: 1_000_000, text: "", model: "made" }, near);
      expect(await isNearIndexWorth(sql, { ...row, documents: 10_000 }, 384)).toBe(true);
      const asked = Float32Array.from({ length: 384 }, (_, n) => n + 1);
      expect(await nearestByIndex(sql, { tenant_id: user, space: "truth" }, asked, undefined, 120)).toEqual([]);
      return sql.first(query`select current_setting('hnsw.iterative_scan') as scan, current_setting('hnsw.ef_search') as seen,
        current_setting('enable_sort') as sorts from search_document where tenant_id = ${user} limit 1`);
    });
    expect(seen).toEqual({ scan: "strict_order", seen: "200", sorts: "on" });
  });

  test("who has entered a lane waits for others as long as on one server, at the worker too", async () => {
    const kernel = openAt(COORDINATOR);
    const [user = ""] = newUsers(1);
    await kernel.ask(user, "store_structured", company("Acme"));
    const seen = await (await kernel.parts.database()).write(user, (sql) =>
      sql.first(
        query`select current_setting('lock_timeout') as waits from search_document where tenant_id = ${user} limit 1`,
      ),
    );
    expect(seen).toEqual({ waits: "30s" });
  });

  test("where pgvector comes after the tables were placed, the coordinator places its table and a worker says who must", async () => {
    const kernel = openAt(COORDINATOR);
    await kernel.distribute();
    const client = new pg.Client({ connectionString: COORDINATOR });
    await client.connect();
    await client.query("drop table search_vector");
    await client.end();
    const worker = await openAt(ADDRESSES[1] ?? "").parts.database();
    expect(await worker.read(EVERY_TENANT, (sql) => postgresVectorIndex.missing(sql))).toContain("cluster init");
    expect(await worker.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, 384))).toBe(false);
    const coordinator = await kernel.parts.database();
    expect(await coordinator.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, 384))).toBe(true);
    const placed = query`select partmethod as method, colocationid = (select colocationid from pg_dist_partition
      where logicalrelid = 'event'::regclass) as is_beside from pg_dist_partition where logicalrelid = 'search_vector'::regclass`;
    expect(await coordinator.read(EVERY_TENANT, (sql) => sql.first(placed))).toEqual({ method: "h", is_beside: true });
    expect(await worker.read(EVERY_TENANT, (sql) => postgresVectorIndex.missing(sql))).toBeUndefined();
    expect(await coordinator.gaps()).not.toContainEqual(expect.stringContaining("search_vector"));
  });

  test("tables are changed at the coordinator only: a worker says so, and what a later step makes is placed", async () => {
    const later = {
      name: "test-later",
      up: () => [query`create table later_thing (tenant_id text collate "C" primary key)`],
    };
    const worlds = WORLDS.map((world, n) =>
      n === WORLDS.length - 1 ? { ...world, migrations: [...world.migrations, later] } : world,
    );
    await openAt(COORDINATOR).distribute();
    await expect(openAt(ADDRESSES[1] ?? "", worlds).parts.database()).rejects.toMatchObject({
      code: "storage_refused",
      message: expect.stringContaining("bailiwick cluster init"),
    });
    const found = await (await openAt(COORDINATOR, worlds).parts.database()).read(EVERY_TENANT, (sql) =>
      sql.first(query`select partmethod as method from pg_dist_partition where logicalrelid = 'later_thing'::regclass`),
    );
    const client = new pg.Client({ connectionString: COORDINATOR });
    await client.connect();
    await client.query("drop table later_thing");
    await client.query("delete from schema_migration where name = 'test-later'");
    await client.end();
    expect(found).toEqual({ method: "h" });
  });
});

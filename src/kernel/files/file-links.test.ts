import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, type Engine, openTestKernel } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { query } from "../query.ts";
import { createFileLinks } from "./index.ts";

const HASH = "a".repeat(64);
const FILE = {
  tenant: "ada@example.com",
  path: `00000000-0000-4000-8000-000000000000/${HASH}`,
  mimeType: "text/plain",
  name: "a & b.txt",
};

async function setup(keysFolder = temporaryFolder(), chance = "links", engine: Engine = "sqlite") {
  const kernel = await openTestKernel({ engine, worlds: [] });
  const { env, database } = { env: createSimulatedEnv(chance), database: kernel.parts.database };
  const links = createFileLinks({ keysFolder, env, database, base: async () => "http://127.0.0.1:1" });
  const revoke = async (tenant: string, sha256?: string) =>
    (await database()).write(tenant, (sql) => links.revoke(sql, tenant, sha256));
  return { env, keysFolder, links, revoke };
}

async function parts(url: string) {
  const { pathname, searchParams } = new URL(url);
  return { path: pathname.slice("/files/".length), searchParams };
}

test("a signed link opens its file until it expires", async () => {
  const { env, links } = await setup();
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  expect(await links.check(path, searchParams)).toEqual({ ...FILE, sha256: HASH });
  await env.sleep(1000);
  await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test("a link that a clock ten years ahead made is not good for ten years", async () => {
  const { env, links } = await setup();
  const tenYearsMs = 10 * 365 * 24 * 60 * 60_000;
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + tenYearsMs));
  await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test("a link made by one process is good at another of the same folder, and worthless with another key", async () => {
  const { env, links, keysFolder } = await setup();
  const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  expect(await (await setup(keysFolder)).links.check(path, searchParams)).toMatchObject({ sha256: HASH });
  const stranger = await setup(temporaryFolder(), "another key");
  await expect(stranger.links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
});

test.each(["issued", "expires", "type", "name", "owner", "signature"])(
  "a link whose %s was changed or taken out is refused",
  async (key) => {
    const { env, links } = await setup();
    const { path, searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
    const changed = new URLSearchParams(searchParams);
    changed.set(key, key === "expires" ? String(env.now() + 9999) : "x");
    await expect(links.check(path, changed)).rejects.toMatchObject({ code: "forbidden" });
    changed.delete(key);
    await expect(links.check(path, changed)).rejects.toMatchObject({ code: "forbidden" });
  },
);

test("a link for another path is refused", async () => {
  const { env, links } = await setup();
  const { searchParams } = await parts(await links.sign(FILE, env.now() + 1000));
  for (const path of [`00000000-0000-4000-8000-000000000000/${"b".repeat(64)}`, "../keys/x", ""]) {
    await expect(links.check(path, searchParams)).rejects.toMatchObject({ code: "forbidden" });
  }
});

test.each(ENGINES)("links are revoked for one file or for all of a user, and new ones hold (%s)", async (engine) => {
  const { env, links, revoke } = await setup(temporaryFolder(), "links", engine);
  const other = { ...FILE, path: FILE.path.replace(HASH, "b".repeat(64)) };
  const foreign = { ...FILE, tenant: "bob" };
  const give = async (file: typeof FILE) => parts(await links.sign(file, env.now() + 60_000));
  const holds = async ({ path, searchParams }: Awaited<ReturnType<typeof give>>) =>
    links.check(path, searchParams).then(
      () => "holds",
      ({ message }) => message,
    );
  const [own, second, bobs] = [await give(FILE), await give(other), await give(foreign)];
  await revoke(FILE.tenant, HASH);
  const REVOKED = "This link was revoked; ask for a new one";
  expect([await holds(own), await holds(second), await holds(bobs)]).toEqual([REVOKED, "holds", "holds"]);
  await env.sleep(1);
  const anew = await give(FILE);
  expect(await holds(anew)).toBe("holds");
  await revoke(FILE.tenant);
  expect([await holds(anew), await holds(second), await holds(bobs)]).toEqual([REVOKED, REVOKED, "holds"]);
});

test("verification names links that were revoked and hold again", async () => {
  const kernel = await openTestKernel({});
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  await kernel.revokeLinks("local", one);
  await kernel.revokeLinks("local", other);
  await kernel.revokeLinks("ada");
  const findings = async () => (await kernel.verify({ full: true })).findings;
  expect(await findings()).toEqual([]);

  const database = await kernel.parts.database();
  const first = query`select min(file) from link_revocation where tenant_id = 'local'`;
  await database.write("local", (sql) =>
    sql.run(query`delete from link_revocation where tenant_id = 'local' and file = (${first})`),
  );
  await database.write("ada", (sql) => sql.run(query`update link_revocation set until = 1 where tenant_id = 'ada'`));
  const reason = "they hold again: the log says that they were revoked";
  expect(await findings()).toEqual([
    { what: expect.stringMatching(/^links of user local to blob (a{64}|b{64})$/), reason },
    { what: "links of user ada", reason },
  ]);
});

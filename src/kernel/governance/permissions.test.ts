import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, migratedDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { openTestYard } from "../../../test/kit/yard.ts";
import { yard } from "../../../test/kit/yard-world.ts";
import { INSTALLATION } from "../installation.ts";

const OPERATOR = { user: "operator", source: "command line" } as const;

describe.each(ENGINES)("on %s", (engine) => {
  test("an agent may do what it was given and nothing else, from the next call on, in every process", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await migratedDatabaseUrl(engine, [yard], folder);
    const [here, elsewhere] = await Promise.all(
      ["here", "elsewhere"].map((seed) => openTestYard({ folder, databaseUrl, env: createSimulatedEnv(seed) })),
    );
    if (here === undefined || elsewhere === undefined) throw new Error("two kernels");
    expect(await here.ask("set_posts", { names: ["a"] })).toEqual({ posts: 1 });
    await elsewhere.allow("test", { permissions: { READ: {} } });
    expect(await here.refused("set_posts", { names: ["b"] })).toMatchObject({
      code: "forbidden",
      details: { permission: "CREATE", server: "yard" },
    });
    expect(await here.ask("count_posts")).toEqual({ posts: 1 });
    await elsewhere.allow("test", { permissions: { CREATE: {} } });
    expect((await here.ask("count_posts")).error.code).toBe("forbidden");
    // What is given holds as soon as what is taken away.
    await elsewhere.allow("test", { permissions: { READ: {} } });
    expect(await here.ask("count_posts")).toEqual({ posts: 1 });
    await elsewhere.allow("test", { permissions: { CREATE: {} } });
    expect(await here.ask("set_posts", { names: ["b"] })).toEqual({ posts: 2 });
    // A write that does not say what it needs needs both.
    expect((await here.refused("paint_posts", {})).details.permission).toBe("MODIFY");
    expect((await here.refused("pull_posts", { names: ["a"] })).details.permission).toBe("DELETE");
    await elsewhere.governance.permissions.remove({ agent: "test" }, OPERATOR);
    expect(await here.ask("paint_posts")).toEqual({ posts: 2 });
  });

  test("a record is not overwritten or removed by whoever saw an older one", async () => {
    const { governance, allow } = await openTestYard({ engine });
    const { set, show, remove, history } = governance.permissions;
    const subject = { agent: "claude" };
    const first = await set(subject, { bulk_over: 1 }, OPERATOR, null);
    await allow("claude", { bulk_over: 2 });
    const now = await show(subject);
    const conflict = { code: "conflict", details: { version: now?.version } };
    for (const seen of [null, first.version]) {
      await expect(set(subject, { bulk_over: 3 }, OPERATOR, seen)).rejects.toMatchObject(conflict);
      await expect(remove(subject, OPERATOR, seen)).rejects.toMatchObject(conflict);
    }
    expect(await show(subject)).toEqual(now);
    expect(await history(subject)).toHaveLength(2);
    expect(await remove(subject, OPERATOR, now?.version)).toBe(true);
  });

  test("every change is an entry of the installation's log, and its history can be shown", async () => {
    const yard = await openTestYard({ engine });
    await yard.allow("claude", { permissions: { READ: {} } });
    await yard.allow("claude", { permissions: { READ: { servers: ["yard"] } }, calls_per_minute: 5 });
    await yard.governance.permissions.remove({ agent: "claude" }, OPERATOR);
    expect((await yard.events(INSTALLATION)).map(({ kind, actor }) => [kind, actor.user, actor.agent])).toEqual([
      ["permissions.set", "operator", null],
      ["permissions.set", "operator", null],
      ["permissions.removed", "operator", null],
    ]);
    const history = await yard.governance.permissions.history({ agent: "claude" });
    expect(history.map(({ version, record }) => [version, record])).toEqual([
      [1, { permissions: { READ: {} } }],
      [2, { permissions: { READ: { servers: ["yard"] } }, calls_per_minute: 5 }],
      [3, undefined],
    ]);
    expect(await yard.verify({ full: true })).toMatchObject({ bad: undefined, findings: [] });
  });

  test("outside its scope an agent is refused, and what it did is undone", async () => {
    const yard = await openTestYard({ engine });
    const scope = { categories: ["Oak", "Ash*"] };
    await yard.allow("test", { permissions: { CREATE: scope, READ: scope } });
    expect(await yard.ask("set_posts", { names: ["a"], category: "Oak" })).toEqual({ posts: 1 });
    expect(await yard.ask("set_posts", { names: ["b"], category: "Ash tree" })).toEqual({ posts: 2 });
    expect(await yard.refused("set_posts", { names: ["c", "d"], category: "Elm" })).toMatchObject({
      code: "out_of_scope",
      details: { permission: "CREATE", limited_by: "categories", scope },
    });
    expect(await yard.ask("look_at_posts", { category: "Oak" })).toEqual({ posts: 2 });
    expect((await yard.ask("look_at_posts", { category: "Elm" })).error.code).toBe("out_of_scope");
    // Who cannot tell what it touches is not covered.
    expect((await yard.ask("count_posts")).error.code).toBe("out_of_scope");
    await yard.allow("test", { permissions: { CREATE: { servers: ["shed"] } } });
    expect((await yard.refused("set_posts", { names: ["c"] })).details.limited_by).toBe("servers");
  });

  test("changes of an hour are counted over all connections, and dry runs are not", async () => {
    const env = createSimulatedEnv("session");
    const yard = await openTestYard({ engine, env });
    await yard.allow("test", { max_operations_per_session: 2 });
    for (const connection of ["one", "two"]) await yard.ask("set_posts", { names: ["a"] }, { connection });
    await yard.ask("set_posts", { names: ["b"], dry_run: true });
    expect(await yard.refused("set_posts", { names: ["b"] })).toMatchObject({
      code: "session_used_up",
      details: { limit: 2, retry_after_seconds: 3600 },
    });
    expect(await yard.ask("set_posts", { names: ["b"] }, { user: "ada" })).toEqual({ posts: 1 });
    await env.sleep(3_600_000);
    expect(await yard.ask("set_posts", { names: ["b"] })).toEqual({ posts: 2 });
  });
});

test("an agent that names itself anew gets no more than its connection has, and no more than its user", async () => {
  const yard = await openTestYard();
  await yard.allow("test", { permissions: { READ: {} } });
  expect((await yard.refused("set_posts", { names: ["a"], agent_id: "free" })).code).toBe("forbidden");
  await yard.allow("test", {});
  await yard.allow("bound", { permissions: { READ: {} } });
  expect((await yard.refused("set_posts", { names: ["a"], agent_id: "bound" })).code).toBe("forbidden");
  expect(await yard.ask("set_posts", { names: ["a"], agent_id: "free" })).toEqual({ posts: 1 });
  await yard.person("local", { permissions: { READ: {} } });
  expect((await yard.refused("set_posts", { names: ["b"] })).code).toBe("forbidden");
});

test("what is said of all agents holds for those of whom nothing is said, and a record may be for one user alone", async () => {
  const yard = await openTestYard();
  await yard.allow("*", { permissions: { READ: {} }, dry_run: true });
  expect((await yard.ask("set_posts", { names: ["a"] })).error.code).toBe("forbidden");
  await yard.governance.permissions.set({ agent: "test", user: "ada" }, { permissions: { CREATE: {} } }, OPERATOR);
  expect(await yard.ask("set_posts", { names: ["a"] }, { user: "ada" })).toMatchObject({ dry_run: true });
  expect(await yard.ask("set_posts", { names: ["a"], dry_run: false }, { user: "ada" })).toEqual({ posts: 1 });
  await yard.allow("test", { permissions: { CREATE: {} }, dry_run: { yard: false } });
  expect(await yard.ask("set_posts", { names: ["a"] })).toEqual({ posts: 1 });
});

test("permissions that are not understood are refused before anything is written", async () => {
  const yard = await openTestYard();
  const wrong = [{ permission: {} }, { permissions: { WRITE: {} } }, { permissions: { READ: { servers: "yard" } } }];
  for (const record of wrong)
    await expect(yard.allow("test", record)).rejects.toMatchObject({ code: "invalid_arguments" });
  await expect(yard.allow("", {})).rejects.toMatchObject({ code: "invalid_arguments" });
  expect(await yard.governance.permissions.list()).toEqual([]);
});

test("what the configuration says is taken over once, and what the operator said later stays", async () => {
  const folder = temporaryFolder();
  const permissions = [{ subject: { agent: "test" }, record: { permissions: { READ: {} } } }];
  const first = await openTestYard({ folder, permissions });
  expect((await first.refused("set_posts", { names: ["a"] })).code).toBe("forbidden");
  await first.allow("test", {});
  await first.close();
  const second = await openTestYard({ folder, permissions });
  expect(await second.ask("set_posts", { names: ["a"] })).toEqual({ posts: 1 });
  const history = await second.governance.permissions.history({ agent: "test" });
  expect(history.map(({ source }) => source)).toEqual(["configuration", "command line"]);
  await expect(openTestYard({ permissions: [{ subject: { agent: "x" }, record: { nothing: 1 } }] })).rejects.toThrow(
    /nothing/,
  );
});

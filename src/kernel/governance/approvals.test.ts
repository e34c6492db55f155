import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, migratedDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { openTestYard } from "../../../test/kit/yard.ts";
import { yard } from "../../../test/kit/yard-world.ts";
import { query } from "../query.ts";

const HOUR_MS = 3_600_000;
const PULL = { names: ["a"], reasoning: "rotten" };

describe.each(ENGINES)("on %s", (engine) => {
  test("a destructive call waits for a person, is done once when they approve, and every step is in the log", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a", "b"] });
    const { code, details } = await yard.refused("pull_posts", PULL);
    expect({ code, details }).toEqual({
      code: "approval_required",
      details: {
        approval_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        state: "pending",
        server: "yard",
        tool: "pull_posts",
        trigger: "destructive",
        affected_count: 1,
        affected_ids: ["a"],
        would_record: ["post.pulled"],
        expires_at: expect.stringMatching(/^2026-.*Z$/),
        resource: `bailiwick://approvals/${details.approval_id}`,
        how_to_approve: `bailiwick approvals approve ${details.approval_id}`,
      },
    });
    const again = await yard.refused("pull_posts", { ...PULL, reasoning: "still rotten" });
    expect(again.details.approval_id).toBe(details.approval_id);
    const [shown] = await yard.governance.approvals.list();
    expect(shown).toMatchObject({ state: "pending", arguments: '{"names":["a"]}', reasoning: "rotten", agent: "test" });

    await yard.approve(details.approval_id);
    const { approval_id } = details;
    expect(await yard.ask("pull_posts", { ...PULL, approval_id })).toEqual({ posts: 1 });
    expect((await yard.governance.approvals.find(approval_id))?.state).toBe("used");
    expect(
      (await yard.events()).slice(2).map(({ kind, approval_id: under, actor }) => [kind, under, actor.agent]),
    ).toEqual([
      ["approval.requested", approval_id, "test"],
      ["refused", null, "test"],
      ["refused", null, "test"],
      ["approval.decided", approval_id, null],
      ["approval.used", approval_id, "test"],
      ["post.pulled", approval_id, "test"],
    ]);
    expect(await yard.verify({ full: true })).toMatchObject({ bad: undefined, findings: [] });
    const { live, rebuilt, wrong } = await yard.replay();
    expect([rebuilt, wrong]).toEqual([live, undefined]);
  });

  test("the same call finds the approval that was given for it without naming it", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a"] });
    await yard.approve((await yard.refused("pull_posts", PULL)).details.approval_id);
    expect(await yard.ask("pull_posts", PULL)).toEqual({ posts: 0 });
    expect((await yard.refused("pull_posts", PULL)).code).toBe("approval_required");
  });

  test("used again, edited, of another agent or of another user: refused", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a", "b"] });
    const { approval_id } = (await yard.refused("pull_posts", PULL)).details;
    await yard.approve(approval_id);
    const reasonOf = async (args: object, as = {}) => {
      const { code, details } = await yard.refused("pull_posts", { ...args, approval_id }, as);
      return [code, details.reason];
    };
    expect(await reasonOf({ names: ["b"] })).toEqual(["approval_invalid", "other_arguments"]);
    expect(await reasonOf({ names: ["a"], agent_id: "other" })).toEqual(["approval_invalid", "unknown"]);
    expect(await reasonOf({ names: ["a"] }, { user: "bob" })).toEqual(["approval_invalid", "unknown"]);
    expect(await reasonOf({ names: ["a"] }, { server: "shed" })).toEqual(["approval_invalid", "other_arguments"]);
    expect(await yard.ask("pull_posts", { ...PULL, approval_id })).toEqual({ posts: 1 });
    expect(await reasonOf({ names: ["a"] })).toEqual(["approval_invalid", "used"]);
  });

  test("one that has expired, was rejected, or whose approver may no longer approve does not count", async () => {
    const env = createSimulatedEnv("expiry");
    const yard = await openTestYard({ engine, env });
    await yard.ask("set_posts", { names: ["a", "b", "c"] });
    const wait = async (name: string) => (await yard.refused("pull_posts", { names: [name] })).details.approval_id;
    const use = async (name: string, approval_id: string) =>
      (await yard.refused("pull_posts", { names: [name], approval_id })).details.reason;

    const demoted = await wait("a");
    await yard.approve(demoted, "ada");
    await yard.person("ada", { permissions: { READ: {} } });
    expect(await use("a", demoted)).toBe("approver_demoted");
    await expect(yard.approve(await wait("b"), "ada")).rejects.toMatchObject({ code: "forbidden" });

    const rejected = await wait("b");
    const by = { user: "operator", agent: null, client: "bailiwick" };
    await yard.governance.approvals.decide(rejected, { approve: false, by, in: "command line", reason: "no" });
    expect(await use("b", rejected)).toBe("rejected");
    await expect(yard.approve(rejected)).rejects.toMatchObject({ code: "conflict", details: { state: "rejected" } });

    const [expired, late] = [await wait("c"), await wait("b")];
    await yard.approve(expired);
    await env.sleep(HOUR_MS);
    expect(await use("c", expired)).toBe("expired");
    expect(await use("b", late)).toBe("expired");
    await expect(yard.approve(late)).rejects.toMatchObject({ code: "conflict", details: { state: "expired" } });
    expect((await yard.governance.approvals.find(late))?.state).toBe("expired");
  });

  test("an agent never approves, not even for another; the attempt is in the log and the state is unchanged", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a"] });
    const { approval_id } = (await yard.refused("pull_posts", PULL)).details;
    const root = await yard.stateRoot();
    // A person of the asking agent's name may be that agent.
    const named = { user: "test", agent: null, client: "test" };
    for (const by of [...["test", "other"].map((agent) => ({ user: "local", agent, client: agent })), named]) {
      const decision = { approve: true, by, in: "dashboard" } as const;
      await expect(yard.governance.approvals.decide(approval_id, decision)).rejects.toMatchObject({
        code: "forbidden",
      });
      expect((await yard.events()).at(-1)).toMatchObject({
        kind: "refused",
        server: "governance",
        payload: { code: "forbidden", approval_id },
      });
    }
    expect(await yard.stateRoot()).toEqual(root);
    expect((await yard.governance.approvals.find(approval_id))?.state).toBe("pending");
  });

  test("eight uses at once, over two processes, give one success", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await migratedDatabaseUrl(engine, [yard], folder);
    const processes = await Promise.all(
      ["one", "two"].map((seed) => openTestYard({ folder, databaseUrl, seed, env: createSimulatedEnv(seed) })),
    );
    const [first, second] = processes as [(typeof processes)[0], (typeof processes)[0]];
    await first.ask("set_posts", { names: ["a"] });
    const { approval_id } = (await first.refused("pull_posts", PULL)).details;
    await second.approve(approval_id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? first : second).ask("pull_posts", { ...PULL, approval_id })),
    );
    const codes = answers.map((answer) => answer.error?.details.reason ?? "done").sort();
    expect(codes).toEqual(["done", ...Array(7).fill("used")]);
    expect((await first.events()).filter(({ kind }) => kind === "post.pulled")).toHaveLength(1);
  });

  test("a call that fails leaves its approval as it was", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: Array.from({ length: 60 }, (_, n) => `p${n}`) });
    const [bulk] = await yard.governance.approvals.list();
    await yard.approve(bulk?.id ?? "");
    await yard.allow("test", { max_elements_per_operation: 59 });
    const names = Array.from({ length: 60 }, (_, n) => `p${n}`);
    expect((await yard.refused("set_posts", { names, approval_id: bulk?.id })).code).toBe("too_many_elements");
    expect((await yard.governance.approvals.find(bulk?.id ?? ""))?.state).toBe("approved");
    await yard.allow("test", {});
    expect(await yard.ask("set_posts", { names })).toEqual({ posts: 60 });
  });

  test("an approval that no person gave, or that was used before, is not used whatever its row says", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a", "b"] });
    const database = await yard.parts.database();
    const edit = (state: string) =>
      database.write("local", (sql) =>
        sql.run(
          query`update approval set state = ${state}, decided_by = ${"operator"}, decided_in = ${"command line"}`,
        ),
      );
    const { approval_id } = (await yard.refused("pull_posts", PULL)).details;
    await edit("approved");
    const altered = { code: "row_altered", details: { table: "approval", id: approval_id } };
    expect(await yard.refused("pull_posts", { ...PULL, approval_id })).toMatchObject(altered);
    expect(await yard.refused("pull_posts", PULL)).toMatchObject(altered);
    const entry = (await yard.events()).at(-1);
    expect(entry).toMatchObject({ kind: "refused", payload: { code: "row_altered", approval_id } });

    await edit("pending");
    await yard.approve(approval_id);
    expect(await yard.ask("pull_posts", { ...PULL, approval_id })).toEqual({ posts: 1 });
    await edit("approved");
    expect(await yard.refused("pull_posts", { ...PULL, approval_id })).toMatchObject(altered);

    const other = (await yard.refused("pull_posts", { names: ["b"] })).details.approval_id;
    const by = { user: "operator", agent: null, client: "bailiwick" };
    await yard.governance.approvals.decide(other, { approve: false, by, in: "command line" });
    await edit("approved");
    // Also where the entry of the log was edited with it.
    await database.write("local", (sql) =>
      sql.run(query`update event set payload = replace(payload, 'rejected', 'approved') where approval_id = ${other}`),
    );
    expect((await yard.refused("pull_posts", { names: ["b"], approval_id: other })).code).toBe("row_altered");
    expect(await yard.ask("count_posts", {})).toEqual({ posts: 1 });
  });

  test("an approval that expired does not count again because its row says a later end", async () => {
    const env = createSimulatedEnv("late");
    const yard = await openTestYard({ engine, env });
    await yard.ask("set_posts", { names: ["a"] });
    const { approval_id } = (await yard.refused("pull_posts", PULL)).details;
    await yard.approve(approval_id);
    await env.sleep(HOUR_MS);
    const database = await yard.parts.database();
    await database.write("local", (sql) => sql.run(query`update approval set expires_at = expires_at + ${HOUR_MS}`));
    const root = (await yard.stateRoot()).worlds;
    expect(await yard.refused("pull_posts", { ...PULL, approval_id })).toMatchObject({ code: "row_altered" });
    expect(await yard.refused("pull_posts", PULL)).toMatchObject({ code: "row_altered" });
    expect((await yard.stateRoot()).worlds).toEqual(root);
    expect(await yard.ask("count_posts", {})).toEqual({ posts: 1 });
  });

  test("an approval that was edited in the database is found by replay and by verify", async () => {
    const yard = await openTestYard({ engine });
    await yard.ask("set_posts", { names: ["a"] });
    await yard.refused("pull_posts", PULL);
    const database = await yard.parts.database();
    await database.write("local", (sql) => sql.run(query`update approval set state = 'approved'`));
    expect((await yard.replay()).wrong?.what).toContain("approval");
    expect((await yard.verify({ full: true })).findings[0]?.what).toContain("approval");
  });
});

test("more than fifty elements need an approval, a hundred pass with it, more are refused even so", async () => {
  const yard = await openTestYard();
  const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
  expect(await yard.ask("set_posts", { names: names(50) })).toEqual({ posts: 50 });
  const asked = await yard.refused("set_posts", { names: names(51) });
  expect(asked).toMatchObject({ code: "approval_required", details: { trigger: "bulk", affected_count: 51 } });
  expect(asked.details.affected_ids).toHaveLength(20);
  await yard.approve(asked.details.approval_id);
  expect(await yard.ask("set_posts", { names: names(51) })).toEqual({ posts: 51 });
  const over = await yard.refused("set_posts", { names: names(101) });
  expect(over).toMatchObject({ code: "too_many_elements", details: { affected_count: 101, limit: 100 } });
  await yard.allow("test", { max_elements_per_operation: 200, approvals: "off" });
  expect(await yard.ask("set_posts", { names: names(101) })).toEqual({ posts: 101 });
});

test("elsewhere only what the operator lists asks: tools, kinds of entries; and one server never does", async () => {
  const yard = await openTestYard();
  const shed = { server: "shed" };
  await yard.ask("set_posts", { names: ["a", "b", "c", "d"] });
  expect(await yard.ask("pull_posts", { names: ["a"] }, shed)).toEqual({ posts: 3 });
  // What a call does on another server counts as if it were done there.
  expect((await yard.refused("tidy", { name: "b" }, shed)).details.trigger).toBe("destructive");
  await yard.allow("*", { requires_approval: ["shed/set_posts", "post.pulled"] });
  expect((await yard.refused("set_posts", { names: ["x"] }, shed)).details.trigger).toBe("listed_tool");
  expect((await yard.refused("pull_posts", { names: ["b"] }, shed)).details.trigger).toBe("listed_event");
  expect(await yard.ask("set_posts", { names: ["x"] })).toEqual({ posts: 4 });
  expect(await yard.ask("pull_posts", { names: ["b"] }, { server: "attic" })).toEqual({ posts: 3 });
});

test("a rehearsal tells that it would need an approval, and leaves none behind", async () => {
  const yard = await openTestYard();
  await yard.ask("set_posts", { names: ["a"] });
  expect(await yard.ask("pull_posts", { names: ["a"], dry_run: true })).toEqual({
    posts: 0,
    dry_run: true,
    would_record: ["post.pulled"],
    needs_approval: "destructive",
  });
  expect(await yard.governance.approvals.list()).toEqual([]);
});

test("no more than a hundred calls of one agent wait at a time", async () => {
  const yard = await openTestYard();
  for (let n = 0; n < 100; n++) await yard.ask("pull_posts", { names: [`p${n}`] });
  expect(await yard.refused("pull_posts", { names: ["one more"] })).toMatchObject({
    code: "rate_limited",
    details: { limit: 100 },
  });
});

import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { ENGINES, migratedDatabaseUrl } from "../../../test/kit/kernel.ts";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { openTestYard } from "../../../test/kit/yard.ts";
import { yard } from "../../../test/kit/yard-world.ts";

const MINUTE_MS = 60_000;

describe.each(ENGINES)("on %s", (engine) => {
  test("a hundred calls at once over two processes, at a limit of ten: exactly ten are done", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await migratedDatabaseUrl(engine, [yard], folder);
    const limits = { toolCallsPerMinute: { "yard/set_posts": 10 } };
    const processes = await Promise.all(
      ["one", "two"].map((seed) => openTestYard({ folder, databaseUrl, env: createSimulatedEnv(seed), limits })),
    );
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => processes[n % 2]?.ask("set_posts", { names: [`p${n}`] })),
    );
    expect(answers.filter((answer) => answer.error === undefined)).toHaveLength(10);
    const refused = answers.filter((answer) => answer.error?.code === "rate_limited");
    expect(refused).toHaveLength(90);
    expect(refused[0].error.details.retry_after_seconds).toBeLessThanOrEqual(60);
    expect(await processes[0]?.ask("count_posts")).toEqual({ posts: 10 });
  });

  test("a clock that is set back gives nothing back; after a whole minute there is room again", async () => {
    let offsetMs = 0;
    const env = createSimulatedEnv("clock");
    const shifted = { ...env, now: () => env.now() + offsetMs };
    const options = { engine, folder: temporaryFolder(), limits: { userCallsPerMinute: 2 } };
    const yard = await openTestYard({ ...options, env: shifted });
    for (const name of ["a", "b"]) await yard.ask("set_posts", { names: [name] });
    offsetMs = -3_600_000;
    // Another process has no share of its own and asks the database.
    const { databaseUrl } = { databaseUrl: undefined };
    const other = engine === "sqlite" ? await openTestYard({ ...options, databaseUrl, env: shifted }) : yard;
    expect((await other.refused("set_posts", { names: ["c"] })).code).toBe("rate_limited");
    await env.sleep(MINUTE_MS);
    expect(await other.ask("set_posts", { names: ["c"] })).toEqual({ posts: 3 });
  });
});

test("the rate of an agent is its own, said in its permissions, and rehearsals use nothing up", async () => {
  const yard = await openTestYard();
  await yard.allow("test", { calls_per_minute: 2 });
  for (let n = 0; n < 5; n++) await yard.ask("set_posts", { names: ["a"], dry_run: true });
  for (let n = 0; n < 2; n++) await yard.ask("set_posts", { names: ["a"] });
  expect((await yard.refused("set_posts", { names: ["a"] })).code).toBe("rate_limited");
});

test("reads may be a twentieth ahead of what is counted, and what they took ahead is counted then", async () => {
  const folder = temporaryFolder();
  const limits = { userCallsPerMinute: 40 };
  const yard = await openTestYard({ folder, limits });
  await yard.parts.database();
  for (let n = 0; n < 40; n++) expect(await yard.ask("count_posts")).toEqual({ posts: 0 });
  expect((await yard.ask("count_posts")).error.code).toBe("rate_limited");
});

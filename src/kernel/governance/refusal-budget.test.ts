import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { openTestYard } from "../../../test/kit/yard.ts";

const MINUTE_MS = 60_000;

test("of what one user is refused six hundred a minute are recorded, and the next entry says how many were not", async () => {
  const env = createSimulatedEnv("refusals");
  const yard = await openTestYard({ env });
  await yard.allow("test", { permissions: { READ: {} } });
  for (let n = 0; n < 650; n += 1) {
    expect((await yard.ask("set_posts", { names: ["a"] })).error.code).toBe("forbidden");
  }
  expect(await yard.events()).toHaveLength(600);
  // Another user has a minute of their own.
  expect((await yard.refused("set_posts", { names: ["a"] }, { user: "bob" })).code).toBe("forbidden");

  await env.sleep(MINUTE_MS);
  await yard.refused("set_posts", { names: ["a"] });
  await yard.refused("set_posts", { names: ["a"] });

  const [told, after] = (await yard.events()).slice(600);
  expect(told?.payload).toMatchObject({ code: "forbidden", left_out: 50 });
  expect(after?.payload).not.toHaveProperty("left_out");
  expect(await yard.verify()).toMatchObject({ findings: [] });
});

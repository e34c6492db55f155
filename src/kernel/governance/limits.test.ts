import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { createLimiter } from "./index.ts";

const setup = (limits: Partial<Parameters<typeof createLimiter>[0]>) => {
  const env = createSimulatedEnv("limits");
  return { env, limiter: createLimiter({ callsPerMinute: 0, writesPerMinute: 0, callsInFlight: 0, ...limits }, env) };
};

test("refuses the call beyond the minute's limit, says how long to wait, and admits it after that", async () => {
  const { env, limiter } = setup({ callsPerMinute: 2 });
  limiter.admit("a", false)();
  limiter.admit("a", false)();
  expect(() => limiter.admit("a", false)).toThrow(
    expect.objectContaining({ code: "rate_limited", details: { retry_after_seconds: 60 } }),
  );
  limiter.admit("b", false)();
  await env.sleep(60_000);
  limiter.admit("a", false)();
});

test("a rehearsal never uses up the limit on writes", () => {
  const { limiter } = setup({ writesPerMinute: 1 });
  for (let n = 0; n < 5; n++) limiter.admit("a", false)();
  limiter.admit("a", true)();
  expect(() => limiter.admit("a", true)).toThrow(expect.objectContaining({ code: "rate_limited" }));
});

test("calls in flight are limited at once, and a finished one makes room", () => {
  const { limiter } = setup({ callsInFlight: 1 });
  const done = limiter.admit("a", false);
  expect(() => limiter.admit("a", false)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  done();
  limiter.admit("a", false)();
});

test("a budget is a user's, shared by the tools that name it, and full again after a minute", async () => {
  const { env, limiter } = setup({});
  const store = { name: "store", callsPerMinute: 2 };
  limiter.spend("ada", store);
  limiter.spend("ada", store);
  expect(() => limiter.spend("ada", store)).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      message: "Rate limit exceeded. Retry after 60 seconds.",
      details: { retry_after_seconds: 60 },
    }),
  );
  limiter.spend("bob", store);
  limiter.spend("ada", { name: "other", callsPerMinute: 1 });
  await env.sleep(60_000);
  limiter.spend("ada", store);
});

test("the operator's word on a budget overrules the tool's, and zero turns it off", () => {
  const { limiter } = setup({ budgets: { store: 1, free: 0 } });
  limiter.spend("ada", { name: "store", callsPerMinute: 100 });
  expect(() => limiter.spend("ada", { name: "store", callsPerMinute: 100 })).toThrow(
    expect.objectContaining({ code: "rate_limited" }),
  );
  for (let n = 0; n < 500; n++) limiter.spend("ada", { name: "free", callsPerMinute: 1 });
});

test("remembers a bounded number of users: past it the one who has rested longest starts anew", () => {
  const { limiter } = setup({});
  const store = { name: "store", callsPerMinute: 1 };
  const others = (count: number) => {
    for (let n = 0; n < count; n++) limiter.spend(`user ${n}`, store);
  };
  limiter.spend("ada", store);
  others(16_383);
  expect(() => limiter.spend("ada", store)).toThrow(expect.objectContaining({ code: "rate_limited" }));
  limiter.spend("one more", store);
  limiter.spend("ada", store);
});

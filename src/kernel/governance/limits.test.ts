import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../test/kit/simulated-env.ts";
import { createLimiter, createOwnWindows } from "./index.ts";

const setup = (limits: Partial<Parameters<typeof createLimiter>[0]>) => {
  const env = createSimulatedEnv("limits");
  const options = { callsPerMinute: 0, writesPerMinute: 0, callsInFlight: 0, ...limits };
  return { env, limiter: createLimiter(options, env, createOwnWindows(env)) };
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

const call = (tenant: string, more = {}) => ({
  tenant,
  agent: "claude",
  server: "truth",
  tool: "store",
  isRead: false,
  budget: { name: "store", callsPerMinute: 2 },
  agentPerMinute: undefined,
  ...more,
});

test("a budget is a user's, shared by the tools that name it, and full again after a minute", async () => {
  const { env, limiter } = setup({});
  await limiter.spend(call("ada"));
  await limiter.spend(call("ada", { tool: "store_structured" }));
  await expect(limiter.spend(call("ada"))).rejects.toMatchObject({
    code: "rate_limited",
    message: "Rate limit exceeded. Retry after 60 seconds.",
    details: { retry_after_seconds: 60 },
  });
  await limiter.spend(call("bob"));
  await limiter.spend(call("ada", { budget: { name: "other", callsPerMinute: 1 } }));
  await env.sleep(60_000);
  await limiter.spend(call("ada"));
});

test("the operator's word on a budget overrules the tool's, and zero turns it off", async () => {
  const { limiter } = setup({ budgets: { store: 1, free: 0 } });
  await limiter.spend(call("ada"));
  await expect(limiter.spend(call("ada"))).rejects.toMatchObject({ code: "rate_limited" });
  const free = call("ada", { budget: { name: "free", callsPerMinute: 1 } });
  for (let n = 0; n < 500; n++) await limiter.spend(free);
});

test("users, agents and tools have rates of their own, and what is said of one agent overrules that of all", async () => {
  const none = { budget: undefined };
  const { limiter } = setup({
    userCallsPerMinute: 4,
    agentCallsPerMinute: 2,
    toolCallsPerMinute: { "truth/store": 1, correct: 3 },
  });
  await limiter.spend(call("ada", none));
  const refused = { code: "rate_limited" };
  await expect(limiter.spend(call("ada", none))).rejects.toMatchObject(refused);
  await expect(limiter.spend(call("ada", { ...none, tool: "correct" }))).rejects.toMatchObject(refused);
  await limiter.spend(call("ada", { ...none, tool: "correct", agent: "cursor", agentPerMinute: 9 }));
  await expect(limiter.spend(call("ada", { ...none, tool: "merge", agent: "third" }))).rejects.toMatchObject(refused);
  await limiter.spend(call("bob", none));
});

test("more calls at once than a process can answer are refused before they begin, and room comes back by itself", () => {
  const { limiter } = setup({ callsInFlightInAll: 2 });
  const done = limiter.admit("a", false);
  limiter.admit("b", false);
  expect(() => limiter.admit("c", false)).toThrow(
    expect.objectContaining({ code: "overloaded", details: { retry_after_seconds: 1 } }),
  );
  done();
  limiter.admit("c", false);
});

test("remembers a bounded number of users: past it the one who has rested longest starts anew", async () => {
  const { limiter } = setup({});
  const budget = { name: "store", callsPerMinute: 1 };
  await limiter.spend(call("ada", { budget }));
  for (let n = 0; n < 16_383; n++) await limiter.spend(call(`user ${n}`, { budget }));
  await expect(limiter.spend(call("ada", { budget }))).rejects.toMatchObject({ code: "rate_limited" });
  await limiter.spend(call("one more", { budget }));
  await limiter.spend(call("ada", { budget }));
});

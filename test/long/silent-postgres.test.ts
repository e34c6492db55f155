import { expect, test } from "vitest";
import { openOnClock, writeThroughFaults } from "../reliability/silent-postgres.ts";

/** What a call may take: each of its parts has a bound, and these are their sum. */
const BOUNDS = { connectMs: 2000, lockMs: 10_000, statementMs: 1000, settleMs: 20_000 };

test("1 000 writes through faults of every kind: none acknowledged is lost, none is doubled, all are answered", async () => {
  const { kernel, proxy, url } = await openOnClock(BOUNDS);
  const { slowestMs, ...told } = await writeThroughFaults(kernel, proxy, url, 1000);
  process.stderr.write(`${JSON.stringify({ ...told, slowestMs: Math.round(slowestMs) })}\n`);
  const { acknowledged, unknown, lost, doubled, fired } = told;
  expect({ acknowledged, lost, doubled }).toEqual({ acknowledged: 1000 - unknown, lost: [], doubled: [] });
  for (const [fault, count] of Object.entries(fired)) expect([fault, count > 0]).toEqual([fault, true]);
  expect((await kernel.verify()).bad).toBeUndefined();
  const { live, rebuilt } = await kernel.replay();
  expect(rebuilt).toEqual(live);
});

import { describe, expect, test } from "vitest";
import { ENGINES, openTestKernel } from "../../../../test/kit/kernel.ts";
import { takeDocument } from "./claim-store.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60_000;
const LEASE_MS = 6000;

describe.each(ENGINES)("on %s", (engine) => {
  test("a claim holds while it lasts, for its holder alone, and may then be taken", async () => {
    const database = await (await openTestKernel({ engine })).parts.database();
    const take = (holder: string, nowMs: number) =>
      database.write("local", (sql) => takeDocument(sql, "local", 1, { holder, nowMs, leaseMs: LEASE_MS }));
    expect(await take("a", NOW_MS)).toBe(true);
    expect(await take("b", NOW_MS + 1)).toBe(false);
    expect(await take("a", NOW_MS + 1)).toBe(true);
    expect(await take("b", NOW_MS + 1 + LEASE_MS)).toBe(false);
    expect(await take("b", NOW_MS + 2 + LEASE_MS)).toBe(true);
  });

  test("a claim written by a clock ten years ahead is not honoured", async () => {
    const database = await (await openTestKernel({ engine })).parts.database();
    const take = (holder: string, nowMs: number) =>
      database.write("local", (sql) => takeDocument(sql, "local", 1, { holder, nowMs, leaseMs: LEASE_MS }));
    expect(await take("ahead", NOW_MS + TEN_YEARS_MS)).toBe(true);
    expect(await take("right", NOW_MS)).toBe(true);
    expect(await take("other", NOW_MS)).toBe(false);
  });
});

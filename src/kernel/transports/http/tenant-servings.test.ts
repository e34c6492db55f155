import { expect, test } from "vitest";
import { createTenantServings } from "./tenant-servings.ts";

function setup(tenantsMax: number) {
  const closed: string[] = [];
  const servings = createTenantServings(
    tenantsMax,
    (tenant) => ({ tenant }),
    async ({ tenant }) => void closed.push(tenant),
  );
  return { servings, closed, visit: (tenant: string) => servings.use(tenant, async () => {}) };
}

/** Work that lasts until it is told to end. */
function lasting() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test("ten thousand tenants leave no more than the bound behind, and each of the others is closed once", async () => {
  const { servings, closed, visit } = setup(100);
  for (let n = 0; n < 10_000; n++) await visit(`tenant ${n}`);

  expect(servings.size).toBe(100);
  expect(closed).toEqual(Array.from({ length: 9900 }, (_, n) => `tenant ${n}`));
});

test("who was used last stays, and who comes back is opened again", async () => {
  const { closed, visit } = setup(2);
  for (const tenant of ["ada", "bob", "ada", "eve", "bob"]) await visit(tenant);

  expect(closed).toEqual(["bob", "ada"]);
});

test("one that is listened to is never closed, however long ago it was opened", async () => {
  const { servings, closed, visit } = setup(2);
  const listening = lasting();
  const done = servings.use("listener", listening.work);
  for (const tenant of ["a", "b", "c"]) await visit(tenant);

  expect([servings.size, closed]).toEqual([2, ["a", "b"]]);
  listening.end();
  await done;
  await visit("d");
  expect(closed).toEqual(["a", "b", "listener"]);
});

test("work that fails lets go all the same, and the end closes what is left", async () => {
  const { servings, closed, visit } = setup(1);
  await expect(servings.use("ada", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await visit("bob");

  expect(closed).toEqual(["ada"]);
  await servings.close();
  expect([closed, servings.size]).toEqual([["ada", "bob"], 0]);
});

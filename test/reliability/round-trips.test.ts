import { expect, test } from "vitest";
import { truth } from "../../src/worlds/truth/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { migratedDatabaseUrl } from "../kit/kernel.ts";
import { countRoundTrips } from "../kit/round-trips.ts";
import { openTestTruth } from "../kit/truth.ts";

/** A network between us and the server makes each of them cost its whole way. */
const STORE_TRIPS_MAX = 8;
const SNAPSHOT_TRIPS_MAX = 4;
const NAMES = ["Astrid Berg", "Bruno Keller", "Carla Moreau", "Dmitri Novak", "Elena Haas", "Farid Costa"];

test("a durable store is a few round trips to the server, and comes to what it comes to on SQLite", async () => {
  const folder = temporaryFolder();
  const proxy = await countRoundTrips((await migratedDatabaseUrl("postgres", [truth], folder)) as string);
  const counted = await openTestTruth({ folder, databaseUrl: proxy.url });
  const plain = await openTestTruth();
  const rowOf = (name: string) => ({ entity_type: "person", name, role: "baker", address: "Bergen" });

  const stores: number[] = [];
  const reads: number[] = [];
  for (const name of NAMES) {
    proxy.take();
    const [id = ""] = await counted.put(rowOf(name));
    stores.push(proxy.take());
    expect(await counted.snapshot(id)).toMatchObject({ snapshot: { name, role: "baker" } });
    reads.push(proxy.take());
    await plain.put(rowOf(name));
  }

  // The least of several: now and then the witness looks beside them.
  expect(Math.min(...stores)).toBeLessThanOrEqual(STORE_TRIPS_MAX);
  expect(Math.min(...reads)).toBeLessThanOrEqual(SNAPSHOT_TRIPS_MAX);
  expect(await counted.root()).toBe(await plain.root());
});

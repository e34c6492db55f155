import { expect, test } from "vitest";
import { truth } from "../../src/worlds/truth/index.ts";
import { cannotRun } from "../kit/cannot-run.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { migratedDatabaseUrl } from "../kit/kernel.ts";
import { PGBOUNCER, startPgbouncer } from "../kit/pgbouncer.ts";
import { openTestTruth } from "../kit/truth.ts";

const USERS = ["ada", "bob", "carl", "dora"];
const ROUNDS = 6;

test("two processes behind a pooler that gives every transaction another session lose and mix nothing", async (context) => {
  if (PGBOUNCER === undefined) return cannotRun(context, 'pgbouncer is not installed: install the package "pgbouncer"');
  const folder = temporaryFolder();
  const url = (await migratedDatabaseUrl("postgres", [truth], folder)) as string;
  const pooled = await startPgbouncer(PGBOUNCER, url);
  const processes = [
    await openTestTruth({ folder, databaseUrl: pooled, seed: "one" }),
    await openTestTruth({ folder: temporaryFolder(), databaseUrl: pooled, seed: "two" }),
  ] as const;

  const heard: unknown[] = [];
  // What one process writes the other hears of, without a session of its own to listen on.
  const leave = await processes[1].parts.watcher.subscribe("ada", (event) => void heard.push(event.seq));
  for (let round = 0; round < ROUNDS; round += 1) {
    const stores = USERS.flatMap((user) =>
      processes.map((side, index) =>
        side.ask(
          "store_structured",
          {
            idempotency_key: `${round} ${index}`,
            entities: [{ entity_type: "company", name: `Firm ${user} ${"abcdefgh"[round]} ${index}`, notes: user }],
          },
          { user },
        ),
      ),
    );
    for (const answer of await Promise.all(stores)) expect(answer).toMatchObject({ deduplicated: false });
  }

  for (const user of USERS) {
    const found = await processes[1].ask("retrieve_entities", { search: "firm", limit: 100 }, { user });
    const entities = found.entities as { snapshot: { notes: string } }[];
    expect(entities.map(({ snapshot }) => snapshot.notes)).toEqual(Array(2 * ROUNDS).fill(user));
  }
  await expect.poll(() => heard.length).toBe(2 * ROUNDS);
  leave();
  const { bad, findings } = await processes[0].verify({ full: true });
  expect({ bad, findings }).toEqual({ bad: undefined, findings: [] });
});

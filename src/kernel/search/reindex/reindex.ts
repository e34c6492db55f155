import { refuseCancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import type { Event } from "../../event.ts";
import { EVERY_TENANT, INSTALLATION } from "../../installation.ts";
import type { IndexWriter, StoredFiles } from "../../search.ts";
import type { Sql } from "../../sql.ts";
import type { Database } from "../../storage/index.ts";
import type { Derived, ReindexHost } from "../../world.ts";
import type { Engine } from "../store/engine.ts";
import { countSpaces, everySpace } from "../store/space-store.ts";
import { followsLog, type Place, placesIn } from "../store/version-store.ts";
import { SEED_BYTES } from "../store/word-sums.ts";
import type { Tally } from "../store/write-index.ts";
import { createExpectedIndex } from "./expected-index.ts";
import { type Mended, mendSpace, type Transactions } from "./mend-space.ts";
import { reconcileStep } from "./reconcile-space.ts";

/** Worlds rebuilt from the log beside the real database. */
export interface RebuiltLog {
  readonly scratch: Database;
  /** Takes up some more entries of a tenant; 0 when there are none left. */
  step(sql: Sql, tenant: string): Promise<number>;
  close(): Promise<void>;
}

/** What reindexing needs of the rest of the kernel. */
export interface ReindexParts {
  /** Whose documents are made anew. */
  readonly worlds: readonly { readonly name: string; reindex(host: ReindexHost): Promise<void> }[];
  /** Whether these are all there are: then what none of them claims is removed. */
  readonly isEveryWorld: boolean;
  files(tenant: string): StoredFiles;
  /** Where the log of each tenant ends. */
  heads(sql: Sql): Promise<ReadonlyMap<string, { readonly seq: number }>>;
  rebuild(index: {
    open(world: string, event: Event): IndexWriter;
    applied(target: Sql): Promise<void>;
  }): Promise<RebuiltLog>;
  /** Derived work of the installation; what it writes to the index is counted. */
  derive<Value>(work: (derived: Derived) => Promise<Value>, written: (tally: Tally) => void): Promise<Value>;
  readonly progress: ReindexHost["progress"];
  /** Ends it after the step it is at. */
  readonly signal: AbortSignal;
}

/** What became of the documents of one world. */
export interface WorldTally extends Tally {
  readonly world: string;
}

export interface ReindexReport extends Mended {
  readonly worlds: readonly WorldTally[];
  /** What is findable now, in all spaces, and how much of it waits for a vector. */
  readonly documents: number;
  readonly pending: number;
  /** Documents that were removed because no world says them. */
  readonly unclaimed: number;
  /** Stored files whose words are left out because they cannot be read. */
  readonly unreadable: number;
}

/**
 * First words, vectors and counts are made to follow from the documents that are there; then the documents, a few at a
 * time, are made what log and files say. Every step is a transaction of its own that leaves a better index than it
 * found: it may end anywhere and be begun again, and whoever searches meanwhile finds what is there.
 */
export async function reindex(
  engine: Engine,
  database: Database,
  env: Env,
  parts: ReindexParts,
): Promise<ReindexReport> {
  const mended = await mendEverySpace(engine, database, env, parts);
  const tallies = new Map(parts.worlds.map(({ name }) => [name, { world: name, added: 0, changed: 0, removed: 0 }]));
  const unclaimed: Tally = { added: 0, changed: 0, removed: 0 };
  let unreadable = 0;
  const expected = createExpectedIndex(parts.files, () => {
    unreadable += 1;
  });
  const log = await parts.rebuild(expected);
  try {
    await takeUpLog(database, log, parts);
    const tallyOf = (place: Place) => {
      const world = expected.owners.get(place.space);
      if (world !== undefined) return tallies.get(world);
      return parts.isEveryWorld && followsLog(place, expected.owners) ? unclaimed : undefined;
    };
    await followLog(engine, database, log, tallyOf, parts);
  } finally {
    await log.close();
  }
  await followFiles(env, parts, tallies);
  const worlds = [...tallies.values()];
  return {
    ...mended,
    worlds,
    unclaimed: unclaimed.removed,
    unreadable,
    ...(await database.read(EVERY_TENANT, countSpaces)),
  };
}

async function mendEverySpace(
  engine: Engine,
  database: Database,
  env: Env,
  { progress, signal }: ReindexParts,
): Promise<Mended> {
  const mended: Mended = { texts: 0, vectors: 0 };
  await database.write(EVERY_TENANT, (sql) => engine.vectors.sweep(sql));
  const places = await database.read(EVERY_TENANT, everySpace);
  for (const [index, place] of places.entries()) {
    progress(index, places.length, `checking ${place.space}`);
    // Readers and other writers go on meanwhile.
    const steps: Transactions = {
      read: (work) => database.read(place.tenant_id, work),
      write: (work) => database.write(place.tenant_id, work),
    };
    await mendSpace(engine, steps, place, mended, env.randomBytes(SEED_BYTES), signal);
  }
  return mended;
}

async function takeUpLog(
  database: Database,
  log: RebuiltLog,
  { heads, progress, signal }: ReindexParts,
): Promise<void> {
  const ends = await database.read(EVERY_TENANT, heads);
  const total = [...ends.values()].reduce((sum, { seq }) => sum + seq, 0);
  let done = 0;
  for (const [tenant, { seq }] of ends) {
    // To where it ended when this began: whoever writes on and on must not keep it from ending.
    for (let taken = 0, more = 1; more > 0 && taken < seq; taken += more) {
      refuseCancelled(signal);
      progress(done + taken, total, "events replayed");
      more = await database.read(tenant, (sql) => log.step(sql, tenant));
    }
    done += seq;
  }
}

/** Each step first takes up what was recorded meanwhile, and so compares with what should stand at that moment. */
async function followLog(
  engine: Engine,
  database: Database,
  log: RebuiltLog,
  tallyOf: (place: Place) => Tally | undefined,
  { progress, signal }: ReindexParts,
): Promise<void> {
  const places = placesIn(
    await log.scratch.read(EVERY_TENANT, everySpace),
    await database.read(EVERY_TENANT, everySpace),
  );
  let done = 0;
  for (const place of places) {
    progress(done++, places.length, `comparing ${place.space}`);
    const tally = tallyOf(place);
    if (tally === undefined) continue;
    let after: string | undefined;
    do {
      refuseCancelled(signal);
      const from: string | undefined = after;
      after = await database.write(place.tenant_id, async (sql) => {
        while ((await log.step(sql, place.tenant_id)) > 0) {
          // Until all that is recorded is taken up.
        }
        return log.scratch.read(EVERY_TENANT, (target) => reconcileStep(engine, sql, target, place, from, tally));
      });
    } while (after !== undefined);
  }
}

/** Worlds that follow files look at them again. */
async function followFiles(
  env: Env,
  { worlds, derive, progress, signal }: ReindexParts,
  tallies: ReadonlyMap<string, WorldTally>,
): Promise<void> {
  for (const world of worlds) {
    const tally = tallies.get(world.name);
    const written = (more: Tally) => {
      if (tally === undefined) return;
      tally.added += more.added;
      tally.changed += more.changed;
      tally.removed += more.removed;
    };
    refuseCancelled(signal);
    await world.reindex({
      env,
      progress,
      signal,
      installation: { id: INSTALLATION, derive: (work) => derive(work, written) },
    });
  }
}

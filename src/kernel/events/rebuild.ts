import type { Env } from "../env.ts";
import type { Event } from "../event.ts";
import type { IndexWriter } from "../search.ts";
import type { Migration, Sql } from "../sql.ts";
import { type Database, openScratchDatabase } from "../storage/index.ts";
import { applyAgain } from "./apply-again.ts";
import { eventsAfter } from "./event-log.ts";
import type { ReplayedWorld } from "./replay.ts";

/** Entries applied at once; short enough that a tenant's lane may wait for it. */
const EVENTS_PER_STEP = 200;

/** Gives each entry its index writer, and is told when the entry was applied. */
export interface EntryIndex {
  open(world: string, event: Event): IndexWriter;
  applied(target: Sql): Promise<void>;
}

/** Worlds rebuilt from the log beside the real ones, and kept in step with a log that goes on. */
export interface Rebuild {
  readonly scratch: Database;
  /** Applies some entries of a tenant that were not applied yet; answers with how many there were. */
  step(sql: Sql, tenant: string): Promise<number>;
  close(): Promise<void>;
}

export async function openRebuild(
  worlds: readonly ReplayedWorld[],
  migrations: readonly Migration[],
  env: Env,
  index: EntryIndex,
): Promise<Rebuild> {
  const scratch = await openScratchDatabase([...migrations, ...worlds.flatMap((world) => world.migrations)], env);
  const worldOf = new Map(worlds.flatMap((world) => world.servers.map((server) => [server.name, world] as const)));
  const seen = new Map<string, number>();

  async function apply(target: Sql, event: Event): Promise<void> {
    const world = worldOf.get(event.server);
    if (world !== undefined && (await applyAgain(world, event, target, () => index.open(world.name, event)))) {
      await index.applied(target);
    }
  }

  return {
    scratch,
    async step(sql, tenant) {
      const events = await eventsAfter(sql, tenant, seen.get(tenant) ?? 0, EVENTS_PER_STEP);
      const last = events.at(-1);
      if (last === undefined) return 0;
      await scratch.write("rebuild", async (target) => {
        for (const event of events) await apply(target, event);
      });
      seen.set(tenant, last.seq);
      return events.length;
    },
    close: scratch.close,
  };
}

import type { Env } from "../env.ts";
import { NO_INDEX } from "../search.ts";
import type { Migration } from "../sql.ts";
import { type Database, openScratchDatabase } from "../storage/index.ts";
import type { WorldCode } from "../world.ts";
import { applyAgain } from "./apply-again.ts";
import { everyEvent } from "./event-log.ts";
import { type StateRoot, stateRoot } from "./state-root.ts";

export interface ReplayReport {
  readonly events: number;
  readonly live: StateRoot;
  readonly rebuilt: StateRoot;
}

/** A world as far as its log and its tables go. */
export interface ReplayedWorld extends Pick<WorldCode<unknown, unknown>, "projections" | "apply"> {
  readonly name: string;
  readonly servers: readonly { readonly name: string }[];
  readonly migrations: readonly Migration[];
}

/** Rebuilds every projection from the log alone, in a scratch database, and hashes both. The live data is only read. */
export async function replay(
  database: Database,
  worlds: readonly ReplayedWorld[],
  env: Env,
  onProgress: (events: number) => void,
): Promise<ReplayReport> {
  const scratch = await openScratchDatabase(
    worlds.flatMap((world) => world.migrations),
    env,
  );
  const worldOf = new Map(worlds.flatMap((world) => world.servers.map((server) => [server.name, world] as const)));
  try {
    return await database.read(async (sql) => {
      let events = 0;
      // One transaction for the whole log: a scratch copy needs no durability on the way.
      await scratch.write("replay", async (target) => {
        for await (const event of everyEvent(sql)) {
          const world = worldOf.get(event.server);
          if (world !== undefined) await applyAgain(world, event, target, () => NO_INDEX);
          events += 1;
          if (events % 1000 === 0) onProgress(events);
        }
      });
      const rebuilt = await scratch.read((target) => stateRoot(target, worlds));
      return { events, live: await stateRoot(sql, worlds), rebuilt };
    });
  } finally {
    await scratch.close();
  }
}

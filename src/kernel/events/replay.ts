import type { Env } from "../env.ts";
import { EVERY_TENANT } from "../installation.ts";
import { NO_INDEX } from "../search.ts";
import type { Migration, Sql } from "../sql.ts";
import { type Database, openScratchDatabase } from "../storage/index.ts";
import type { Derivation, Finding, WorldCode } from "../world.ts";
import { applyAgain } from "./apply-again.ts";
import { compareTable, findingOf } from "./compare-tables.ts";
import { everyEvent } from "./event-log.ts";
import { type StateRoot, stateRoot } from "./state-root.ts";

export interface ReplayReport {
  readonly events: number;
  readonly live: StateRoot;
  readonly rebuilt: StateRoot;
  /** The first row that is not what the log gives, in whatever column; also where that is no part of the root. */
  readonly wrong: Finding | undefined;
}

/** A world as far as its log and its tables go. */
export interface ReplayedWorld extends Pick<WorldCode<unknown, unknown>, "projections" | "apply"> {
  readonly name: string;
  readonly servers: readonly { readonly name: string }[];
  readonly migrations: readonly Migration[];
  readonly follows: readonly Derivation[];
}

/**
 * Rebuilds every projection from the log alone, in a scratch database, and hashes both. The live data is only read.
 * What stands beside the worlds is rebuilt and compared too, and has no part in the root.
 */
export async function replay(
  database: Database,
  worlds: readonly ReplayedWorld[],
  beside: readonly ReplayedWorld[],
  env: Env,
  onProgress: (events: number) => void,
): Promise<ReplayReport> {
  const all = [...worlds, ...beside];
  const scratch = await openScratchDatabase(
    all.flatMap((world) => world.migrations),
    env,
  );
  const worldOf = new Map(all.flatMap((world) => world.servers.map((server) => [server.name, world] as const)));
  try {
    return await database.read(EVERY_TENANT, async (sql) => {
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
      return scratch.read(EVERY_TENANT, async (target) => ({
        events,
        live: await stateRoot(sql, worlds),
        rebuilt: await stateRoot(target, worlds),
        wrong: await firstWrong(sql, target, all),
      }));
    });
  } finally {
    await scratch.close();
  }
}

async function firstWrong(live: Sql, expected: Sql, worlds: readonly ReplayedWorld[]): Promise<Finding | undefined> {
  for (const derivation of worlds.flatMap(({ follows }) => follows)) {
    for await (const difference of compareTable(live, expected, derivation)) return findingOf(difference);
  }
  return undefined;
}

import { madePeople } from "../truth/people.ts";
import type { Session } from "../truth/session.ts";
import { store } from "./engines.ts";
import type { Place } from "./places.ts";

const ROUNDS = 6;
const STORES = 40;
/** Stores of one process that are under way at once. */
const AT_ONCE = 4;

export interface TwoProcesses {
  readonly engine: Place["engine"];
  /** Stores a second through one server process, and through two on the same database, in turns. */
  readonly one: number;
  readonly two: number;
}

/** The same user through both: the stores of one user wait for each other, so this is the harder case. */
export async function measureTwoProcesses(places: readonly Place[]): Promise<TwoProcesses[]> {
  const results: TwoProcesses[] = [];
  let next = 1_000_000;
  for (const place of places) {
    const sessions = [await place.open(), await place.open()] as const;
    const seconds = { one: 0, two: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, used] of [
        ["one", sessions.slice(0, 1)],
        ["two", sessions],
      ] as const) {
        const startedMs = performance.now();
        await Promise.all(used.map((session) => storeSome(session, STORES / used.length)));
        if (round > 0) seconds[name] += (performance.now() - startedMs) / 1000;
      }
    }
    for (const session of sessions) await session.close();
    const done = STORES * (ROUNDS - 1);
    results.push({ engine: place.engine, one: done / seconds.one, two: done / seconds.two });
  }
  return results;

  async function storeSome(session: Session, count: number): Promise<void> {
    const lane = async () => {
      for (let done = 0; done < count / AT_ONCE; done += 1) {
        const at = next++;
        await store(session, `pair ${at}`, madePeople(1, at));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }
}

import { refuseCancelled } from "../cancel.ts";
import type { Env } from "../env.ts";
import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";

/** Work goes on for this long before others have their turn: long enough that a small write never gives one. */
const TURN_MS = 8;

/** When others are to have their turn. An engine that answers at once, as SQLite does, would never give them one. */
export interface Turns {
  /** Work begins now. */
  begin(): void;
  isDue(): boolean;
  /** Lets all others go first. */
  take(): Promise<void>;
}

export function createTurns(env: Env): Turns {
  let sinceMs = env.monotonicMs();
  const begin = () => {
    sinceMs = env.monotonicMs();
  };
  return {
    begin,
    isDue: () => env.monotonicMs() - sinceMs >= TURN_MS,
    async take() {
      await env.turn();
      begin();
    },
  };
}

/**
 * The same statements, but others have their turn between two of them where one is due; the transaction stays this
 * writer's alone. Whoever cancels meanwhile is heard: the writer ends there and is undone.
 */
export function takingTurns(sql: Sql, turns: Turns, signal: AbortSignal | undefined): Sql {
  async function turn(): Promise<void> {
    await turns.take();
    if (signal !== undefined) refuseCancelled(signal);
  }
  // Where none is due, which is nearly always, the statement runs as if this were not here.
  return {
    get dialect() {
      return sql.dialect;
    },
    all: <Row>(query: Query) => (turns.isDue() ? turn().then(() => sql.all<Row>(query)) : sql.all<Row>(query)),
    first: <Row>(query: Query) => (turns.isDue() ? turn().then(() => sql.first<Row>(query)) : sql.first<Row>(query)),
    run: (query) => (turns.isDue() ? turn().then(() => sql.run(query)) : sql.run(query)),
    async *each<Row>(query: Query) {
      for await (const row of sql.each<Row>(query)) {
        if (turns.isDue()) await turn();
        yield row;
      }
    },
  };
}

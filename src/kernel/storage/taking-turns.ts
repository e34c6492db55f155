import { refuseCancelled } from "../cancel.ts";
import type { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Turns } from "../turns.ts";

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
    change: (query) => (turns.isDue() ? turn().then(() => sql.change(query)) : sql.change(query)),
    async *each<Row>(query: Query) {
      for await (const row of sql.each<Row>(query)) {
        if (turns.isDue()) await turn();
        yield row;
      }
    },
  };
}

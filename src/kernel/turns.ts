import type { Env } from "./env.ts";

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

/** `items.map(work)` for many items, where each takes a moment: others have their turn in between. */
export async function mapInTurns<Item, Value>(
  env: Env,
  items: readonly Item[],
  work: (item: Item) => Value,
): Promise<Value[]> {
  const turns = createTurns(env);
  const values: Value[] = [];
  for (const item of items) {
    if (turns.isDue()) await turns.take();
    values.push(work(item));
  }
  return values;
}

/** Lets in one after another, and everybody else in between where those let in have worked for a while. */
export function createTurnstile(env: Env): () => Promise<void> {
  const turns = createTurns(env);
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => (turns.isDue() ? turns.take() : undefined));
    return last;
  };
}

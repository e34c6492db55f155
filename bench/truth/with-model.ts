import { join } from "node:path";
import { DOOR } from "../kit/server-process.ts";
import { madePeople, plainQuestions, rowOf } from "./people.ts";
import { type Quantiles, quantilesOf } from "./quantiles.ts";
import { openSession } from "./session.ts";

const ENTITIES = 500;
const WAIT_MS = 300_000;
const ROUNDS = 5;

/** The bundled model at work, as the product comes. */
export interface WithModel {
  readonly entities: number;
  readonly store: Quantiles;
  readonly search: Quantiles;
  /** From the last store until search says that every vector took part. */
  readonly vectorsSeconds: number;
  readonly memoryMiB: number;
}

export async function measureWithModel(folder: string): Promise<WithModel> {
  const session = await openSession([DOOR, "mcp", "truth", "--data", join(folder, "model")]);
  try {
    const people = madePeople(ENTITIES);
    const store: number[] = [];
    // Within the limit of stores a minute that the product comes with.
    for (let from = 0; from < ENTITIES; from += 10) {
      const startedMs = performance.now();
      await session.call("store_structured", {
        idempotency_key: `load ${from}`,
        entities: people.slice(from, from + 10).map(rowOf),
      });
      store.push((performance.now() - startedMs) / 10);
    }
    const loadedMs = performance.now();
    const questions = plainQuestions(people);
    const find = (query: string) => session.call("search", { query, limit: 5 });
    // One word alone is always asked by its meaning too.
    while ((await find("honey")).search_note !== undefined) {
      if (performance.now() - loadedMs > WAIT_MS) throw new Error("the vectors did not come");
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const vectorsSeconds = (performance.now() - loadedMs) / 1000;
    const search: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { text } of questions) {
        const startedMs = performance.now();
        await find(text);
        search.push(performance.now() - startedMs);
      }
    }
    return {
      entities: ENTITIES,
      store: quantilesOf(store),
      search: quantilesOf(search),
      vectorsSeconds,
      memoryMiB: session.memoryMiB(),
    };
  } finally {
    await session.close();
  }
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { arrayText, query } from "../../src/kernel/query.ts";
import { nearestByIndex } from "../../src/kernel/search/store/near-index-postgres.ts";
import { postgresVectorIndex, preparePostgresVectors } from "../../src/kernel/search/store/vector-index-postgres.ts";
import { createRandom } from "../search/corpus.ts";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import type { Place } from "./places.ts";

const DIMENSIONS = 384;
/** Vectors of texts lie near far fewer directions than they have numbers. */
const DIRECTIONS = 48;
const BATCH = 500;
const QUESTIONS = 40;
const LIMIT = 100;

export interface Neighbours {
  readonly engine: Place["engine"];
  readonly vectors: number;
  /** Milliseconds of a question, looking at all and by the index. */
  readonly exact: Quantiles;
  readonly near: Quantiles;
  /** Of the hundred nearest, how many the index finds. */
  readonly recall: number;
}

/** The index of neighbours beside looking at all vectors, in turns. */
export async function measureNeighbours(place: Place, vectors: number, folder: string): Promise<Neighbours> {
  const data = join(folder, `near-${place.engine}`);
  await mkdir(data, { recursive: true });
  const kernel = openKernel({
    env: createRealEnv(),
    version: "0.0.0-bench",
    worlds: WORLDS,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    folder: data,
    databaseUrl: place.url,
    embedder: "none",
  });
  try {
    const database = await kernel.parts.database();
    const made = createMadeVectors();
    const tenant = `near-${process.pid}`;
    // A small one by its counts: then `nearest` looks at all.
    const counts = { number: 1, documents: 1, terms: 1, past: 0, pending: 0, model: "made" };
    const space = { tenant_id: tenant, space: "bench", ...counts };
    await database.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, DIMENSIONS));
    for (let from = 0; from < vectors; from += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, vectors - from) }, (_, n) => ({
        key: from + n,
        vector: made(),
      }));
      const texts = some.map(({ vector }) => `[${vector.join(",")}]`);
      await database.write(tenant, (sql) =>
        sql.run(query`insert into search_vector (tenant_id, space, key, embedding)
          select ${tenant}, 'bench', x.key, x.vector::vector
          from unnest(${arrayText(some.map(({ key }) => key))}::bigint[], ${arrayText(texts)}::text[]) as x(key, vector)`),
      );
    }
    const [exact, near]: [number[], number[]] = [[], []];
    let found = 0;
    for (let n = 0; n < QUESTIONS; n += 1) {
      const asked = made();
      const [all, best] = await database.read(tenant, async (sql) => {
        const startedMs = performance.now();
        const all = await postgresVectorIndex.nearest(sql, space, asked, undefined, LIMIT);
        const betweenMs = performance.now();
        const best = await nearestByIndex(sql, space, asked, undefined, LIMIT);
        exact.push(betweenMs - startedMs);
        near.push(performance.now() - betweenMs);
        return [new Set(all), best] as const;
      });
      found += best.filter((key) => all.has(key)).length;
    }
    return {
      engine: place.engine,
      vectors,
      exact: quantilesOf(exact),
      near: quantilesOf(near),
      recall: found / (QUESTIONS * Math.min(LIMIT, vectors)),
    };
  } finally {
    await kernel.close();
  }
}

function createMadeVectors(): () => Float32Array {
  const random = createRandom(5);
  const directions = Array.from({ length: DIRECTIONS }, () =>
    Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5),
  );
  return () => {
    const vector = new Float32Array(DIMENSIONS);
    for (const direction of directions) {
      const weight = random() - 0.5;
      for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0);
    }
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + (random() - 0.5) / 4;
    return vector;
  };
}

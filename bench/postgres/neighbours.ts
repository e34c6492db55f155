import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { type Kernel, openKernel } from "../../src/kernel/kernel.ts";
import { arrayText, type Query, query } from "../../src/kernel/query.ts";
import { nearestByIndex } from "../../src/kernel/search/store/near-index-postgres.ts";
import { postgresVectorIndex, preparePostgresVectors } from "../../src/kernel/search/store/vector-index-postgres.ts";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import type { Place } from "./places.ts";
import type { VectorSet } from "./vectors.ts";

const BATCH = 500;
const LIMIT = 100;
/** A filter that lets one in ten through, evenly spread. */
const ONE_IN_TEN = query`d.position % 10 = 0`;

export interface Neighbours {
  readonly engine: Place["engine"];
  readonly name: string;
  readonly vectors: number;
  readonly all: Compared;
  /** With a filter that a tenth of the documents meets. */
  readonly filtered: Compared;
}

/** Looking at all vectors, and by the index. */
interface Compared {
  /** Milliseconds of a question. */
  readonly exact: Quantiles;
  readonly near: Quantiles;
  /** Of the hundred nearest, how many the index finds; of the ten nearest. */
  readonly recall: number;
  readonly recallOfTen: number;
}

/** The index of neighbours beside looking at all vectors, in turns. */
export async function measureNeighbours(place: Place, set: VectorSet, folder: string): Promise<Neighbours> {
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
    const tenant = `near-${set.name}-${process.pid}`;
    await keep(kernel, tenant, set.vectors);
    return {
      engine: place.engine,
      name: set.name,
      vectors: set.vectors.length,
      all: await compare(kernel, tenant, set.questions, undefined),
      filtered: await compare(kernel, tenant, set.questions, ONE_IN_TEN),
    };
  } finally {
    await kernel.close();
  }
}

/** Documents without words, each with its vector. */
async function keep(kernel: Kernel, tenant: string, vectors: readonly Float32Array[]): Promise<void> {
  const database = await kernel.parts.database();
  await database.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, vectors[0]?.length ?? 0));
  for (let from = 0; from < vectors.length; from += BATCH) {
    const texts = vectors.slice(from, from + BATCH).map((vector) => `[${vector.join(",")}]`);
    const documents = texts.map((_, n) => {
      const position = from + n;
      return { space: "bench", id: `v${position}`, unit: "passage" as const, text: "", position };
    });
    await database.write(tenant, async (sql) => {
      await kernel.parts.searchOn(sql, tenant).index(documents);
      await sql.run(query`insert into search_vector (tenant_id, space, key, embedding)
        select d.tenant_id, d.space, d.key, x.vector::vector
        from search_document d join unnest(${arrayText(documents.map(({ position }) => position))}::bigint[],
          ${arrayText(texts)}::text[]) as x(position, vector) on x.position = d.position
        where d.tenant_id = ${tenant} and d.space = 'bench'`);
    });
  }
}

async function compare(
  kernel: Kernel,
  tenant: string,
  questions: readonly Float32Array[],
  condition: Query | undefined,
): Promise<Compared> {
  const database = await kernel.parts.database();
  // A small one by its counts: then `nearest` looks at all.
  const counts = { number: 1, documents: 1, terms: 1, past: 0, pending: 0, model: "made" };
  const space = { tenant_id: tenant, space: "bench", ...counts };
  const [exact, near]: [number[], number[]] = [[], []];
  let [found, foundOfTen, all] = [0, 0, 0];
  for (const asked of questions) {
    const [right, best] = await database.read(tenant, async (sql) => {
      const startedMs = performance.now();
      const right = await postgresVectorIndex.nearest(sql, space, asked, condition, LIMIT);
      const betweenMs = performance.now();
      const best = await nearestByIndex(sql, space, asked, condition, LIMIT);
      exact.push(betweenMs - startedMs);
      near.push(performance.now() - betweenMs);
      return [right, new Set(best)] as const;
    });
    all += right.length;
    found += right.filter((key) => best.has(key)).length;
    foundOfTen += right.slice(0, 10).filter((key) => best.has(key)).length;
  }
  return {
    exact: quantilesOf(exact),
    near: quantilesOf(near),
    recall: found / all,
    recallOfTen: foundOfTen / (10 * questions.length),
  };
}

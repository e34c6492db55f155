import { allHeads, openRebuild } from "../../src/kernel/events/index.ts";
import type { EntryIndex } from "../../src/kernel/events/rebuild.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { createSearchIndex, searchMigrations } from "../../src/kernel/search/index.ts";
import { engineFor } from "../../src/kernel/search/store/engine.ts";
import { createMadeVectors } from "../../src/kernel/search/vectors/made-vectors.ts";
import { createVectorQueue } from "../../src/kernel/search/vectors/vector-queue.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { Finding } from "../../src/kernel/world.ts";
import type { TestKernel } from "./kernel.ts";

const DIMENSIONS = 64;

/** Numbers that depend on a text alone: as good as a model's where only their keeping matters. */
const TEXT_EMBEDDER = {
  model: "letters",
  dimensions: DIMENSIONS,
  async embed(texts: readonly string[]) {
    return texts.map((text) => {
      const vector = new Float32Array(DIMENSIONS);
      for (const [index, char] of [...text].entries()) {
        const place = ((char.codePointAt(0) ?? 0) * 7 + index) % DIMENSIONS;
        vector[place] = (vector[place] ?? 0) + (index % 2 === 0 ? 1 : -1);
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    });
  },
  close: async () => {},
};

/** Gives every document its vector. */
export async function embedAll(kernel: TestKernel): Promise<void> {
  const database = await kernel.parts.database();
  const { env, dialect } = kernel.parts;
  const queue = createVectorQueue(
    async () => database,
    async () => TEXT_EMBEDDER,
    createMadeVectors(async () => TEXT_EMBEDDER),
    engineFor(dialect),
    env,
    kernel.log,
  );
  queue.poke();
  const waiting = query`select count(*) as n from search_document where vector_model is null`;
  for (;;) {
    const row = await database.read(EVERY_TENANT, (sql) => sql.first<{ n: number }>(waiting));
    if (row?.n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await queue.close();
}

/** An index beside that of the kernel, and what its log says should be in it. */
async function withExpected<Value>(
  kernel: TestKernel,
  work: (
    search: ReturnType<typeof createSearchIndex>,
    expected: Sql,
    owners: ReadonlyMap<string, string>,
  ) => Promise<Value>,
): Promise<Value> {
  const { env, dialect, files } = kernel.parts;
  const database = await kernel.parts.database();
  const embedder = async () => ({ absent: "not asked for" });
  const search = createSearchIndex({ env, log: kernel.log, dialect, database: async () => database, embedder });
  const index = search.expected(files.blobs, () => {});
  const rebuilt = await openRebuild(await kernel.worlds(), searchMigrations, env, index satisfies EntryIndex);
  try {
    for (const tenant of (await database.read(EVERY_TENANT, allHeads)).keys()) {
      while ((await database.read(EVERY_TENANT, (sql) => rebuilt.step(sql, tenant))) > 0) {
        // Until all is taken up.
      }
    }
    return await rebuilt.scratch.read(EVERY_TENANT, (expected) => work(search, expected, index.owners));
  } finally {
    await rebuilt.close();
    await search.close();
  }
}

/** All that is wrong with the index of a kernel. */
export async function findingsOf(kernel: TestKernel): Promise<string[]> {
  const database = await kernel.parts.database();
  const { signal } = new AbortController();
  return withExpected(kernel, (search, expected, owners) =>
    database.read(EVERY_TENANT, async (live) => {
      const found: Finding[] = [];
      const parts = { live, expected, owners, exactSince: async () => 0, progress: () => {}, signal };
      for await (const finding of search.check(parts)) found.push(finding);
      return found.map(({ what, reason }) => `${what}: ${reason}`);
    }),
  );
}

/** Makes the documents of a tenant what the log says. */
export async function reconcileTenant(kernel: TestKernel, tenant: string) {
  const database = await kernel.parts.database();
  const { signal } = new AbortController();
  return withExpected(kernel, (search, expected, owners) =>
    database.write(tenant, (live) => search.reconcile({ live, expected, tenant, owners, signal })),
  );
}

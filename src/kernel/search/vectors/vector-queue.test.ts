import { expect, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import { createRealEnv } from "../../../apps/real-env.ts";
import { KernelError } from "../../errors.ts";
import { EVERY_TENANT } from "../../installation.ts";
import { query } from "../../query.ts";
import type { SearchDocument } from "../../search.ts";
import { engineFor } from "../store/engine.ts";
import { createMadeVectors } from "./made-vectors.ts";
import { createVectorQueue } from "./vector-queue.ts";

const document = (space: string): SearchDocument => ({ space, id: "only", unit: "passage", text: "A lantern." });
const VECTOR = new Float32Array(384).fill(1 / Math.sqrt(384));

test("a vector that comes late is not given to another tenant's document that took the key meanwhile", async () => {
  const env = createRealEnv();
  const kernel = await openTestKernel({ env, embedder: "none" });
  const database = await kernel.parts.database();
  const searchAs = <Value>(
    tenant: string,
    work: (search: ReturnType<typeof kernel.parts.searchOn>) => Promise<Value>,
  ) => database.write(tenant, (sql) => work(kernel.parts.searchOn(sql, tenant)));
  await searchAs("a", (search) => search.index([document("x")]));

  let asked = 0;
  const embedder = {
    model: "test",
    dimensions: VECTOR.length,
    async embed(texts: readonly string[]) {
      asked += 1;
      if (asked === 1) {
        await searchAs("a", (search) => search.remove("x"));
        await searchAs("b", (search) => search.index([document("y")]));
      }
      return texts.map(() => VECTOR);
    },
    close: async () => {},
  };
  const queue = createVectorQueue(
    async () => database,
    async () => embedder,
    createMadeVectors(async () => embedder),
    engineFor("sqlite"),
    env,
    kernel.log,
  );
  queue.poke();
  const spaces = query`select s.tenant_id, s.pending, (select count(*) from search_bits b where b.number = s.number) as bits
    from search_space s order by s.tenant_id`;
  await expect
    .poll(() => database.read(EVERY_TENANT, (sql) => sql.all(spaces)))
    .toEqual([
      { tenant_id: "a", pending: 0, bits: 0 },
      { tenant_id: "b", pending: 0, bits: 1 },
    ]);
  await queue.close();
  expect(asked).toBe(2);
});

test("a process that stops before the first vector is made says nothing of it", async () => {
  const said: string[] = [];
  const log = {
    ...(await openTestKernel({ embedder: "none" })).log,
    warn: (_: unknown, text: string) => said.push(text),
  };
  const embedder = async () => ({ absent: "not asked" });
  const queueWhere = (code: "shutting_down" | "storage_unavailable") =>
    createVectorQueue(
      () => Promise.reject(new KernelError(code, "The database is not there")),
      embedder,
      createMadeVectors(embedder),
      engineFor("sqlite"),
      createRealEnv(),
      log,
    );
  for (const code of ["shutting_down", "storage_unavailable"] as const) {
    const queue = queueWhere(code);
    queue.poke("local");
    await new Promise(setImmediate);
    await queue.close();
  }
  expect(said).toEqual(["vectors could not be made; text search goes on"]);
});

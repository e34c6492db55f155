import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";
import { EVERY_TENANT } from "../../installation.ts";
import type { Logger } from "../../logger.ts";
import type { Sql } from "../../sql.ts";
import type { Database } from "../../storage/index.ts";
import type { Embedder } from "../embed/index.ts";
import { endClaims, type Maker } from "../store/claim-store.ts";
import type { Engine } from "../store/engine.ts";
import { claim, nextPending, noteVector, type Pending, stillPending, tenantsWaiting } from "../store/pending-store.ts";
import { changeSpace, findSpace, hasOthers, isIndexEmpty, setModel, startOver } from "../store/space-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import { hasPostgresVectors, preparePostgresVectors } from "../store/vector-index-postgres.ts";
import type { MadeVectors } from "./made-vectors.ts";

const BATCH = 8;
/** What a process took and did not make, because it died, goes to another after this long. */
const LEASE_MS = 6000;
const PAUSE_MS = 1000;

/** Makes the vectors of what was indexed, in the background: every tenant in turn, the newest first, beside other processes. */
export interface VectorQueue {
  /** There may be work of a tenant, or of whom it is must be looked for. */
  poke(tenant?: string): void;
  close(): Promise<void>;
}

/** Whether a tenant has documents left that this process can make vectors of. */
type Left = "some" | "those of others" | "none";

export function createVectorQueue(
  database: () => Promise<Database>,
  embedder: () => Promise<Embedder | { absent: string }>,
  made: MadeVectors,
  engine: Engine,
  env: Env,
  log: Logger,
): VectorQueue {
  const holder = env.id();
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  /** Whose turn it is next stands first. */
  const waiting = new Set<string>();
  let isLookDue = false;
  /** Whether this process has looked for tenants while it works, and has made some since. */
  let hasLooked = false;
  let hasMade = false;
  /** Once there was something it is not asked again at each look. */
  let isFilled = false;
  let isPrepared = false;

  const maker = (): Maker => ({ holder, nowMs: env.now(), leaseMs: LEASE_MS });

  async function work(): Promise<void> {
    while ((isLookDue || waiting.size > 0) && !stop.signal.aborted) {
      const db = await database();
      // Where nothing is indexed, nobody needs the model: checking its files takes longer than most calls.
      isFilled ||= waiting.size > 0 || !(await db.read(EVERY_TENANT, isIndexEmpty));
      const model = isFilled ? await embedder() : undefined;
      if (model === undefined || "absent" in model || !(await canKeep(db, model))) {
        waiting.clear();
        isLookDue = false;
        return;
      }
      if (isLookDue) await lookForTenants(db, model);
      await embedInTurn(db, model);
      // What others left while these were made is found by looking until there is nothing to make.
      if (waiting.size === 0 && hasMade && hasLooked) isLookDue = true;
    }
  }

  /** The table of vectors is made by the first who has one to keep. */
  async function canKeep(db: Database, { dimensions }: Embedder): Promise<boolean> {
    if (isPrepared || db.dialect === "sqlite") return true;
    if ((await db.read(EVERY_TENANT, (sql) => engine.vectors.missing(sql))) !== undefined) return false;
    try {
      isPrepared = await db.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql, dimensions));
      return isPrepared;
    } catch (error) {
      if (!(error instanceof KernelError) || error.code !== "storage_unavailable") throw error;
      // A server of a cluster may be away: where the table is there, those of the others go on.
      return db.read(EVERY_TENANT, hasPostgresVectors);
    }
  }

  async function lookForTenants(db: Database, { model }: Embedder): Promise<void> {
    isLookDue = false;
    hasLooked = true;
    hasMade = false;
    try {
      for (const tenant of await db.read(EVERY_TENANT, (sql) => tenantsWaiting(sql, model))) waiting.add(tenant);
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      if (stop.signal.aborted) return;
      // A server that holds some of the tenants may be away: those of whom this process knows go on.
      log.warn({ cause: String(error) }, "who waits for vectors could not be looked up; trying again later");
    }
  }

  /** A batch of each tenant. Whoever cannot be reached is left out until somebody speaks of them again. */
  async function embedInTurn(db: Database, model: Embedder): Promise<void> {
    let isIdle = true;
    for (const tenant of [...waiting]) {
      if (stop.signal.aborted) return;
      waiting.delete(tenant);
      try {
        const left = await embedSome(db, model, tenant);
        if (left !== "none") waiting.add(tenant);
        if (left === "some") isIdle = false;
      } catch (error) {
        if (!(error instanceof KernelError)) throw error;
        if (stop.signal.aborted) return;
        log.warn({ cause: String(error) }, "vectors of a user could not be made; text search goes on");
      }
    }
    if (isIdle && waiting.size > 0) await env.sleep(PAUSE_MS, stop.signal);
  }

  async function embedSome(db: Database, model: Embedder, tenant: string): Promise<Left> {
    if (await db.read(tenant, (sql) => hasOthers(sql, tenant, model.model)))
      await db.write(tenant, (sql) => startOver(sql, tenant, model.model));
    const { documents, isSharedOut } = await db.read(tenant, (sql) => nextPending(sql, tenant, BATCH, maker()));
    if (documents.length === 0) return isSharedOut ? "those of others" : "none";
    const mine = await db.write(tenant, (sql) => take(sql, tenant, model, documents));
    if (mine.length === 0) return "some";
    const vectors = await made.of(mine, stop.signal, true);
    await db.write(tenant, (sql) => keep(sql, tenant, model, mine, vectors));
    hasMade = true;
    return "some";
  }

  /** Claims documents and answers with those that need the model: a vector it has made before is still there after another model's turn. */
  async function take(sql: Sql, tenant: string, model: Embedder, documents: readonly Pending[]): Promise<Pending[]> {
    const mine = await claim(sql, tenant, documents, maker());
    const wanted: Pending[] = [];
    for (const document of mine) {
      const space = await findSpace(sql, tenant, document.space);
      if (space === undefined) continue;
      const [fault] = await engine.vectors.faults(sql, space, [{ ...document, model: model.model }]);
      if (fault === undefined) await note(sql, space, document, model);
      else wanted.push(document);
    }
    if (wanted.length === 0) await endClaims(sql, tenant, maker());
    return wanted;
  }

  async function keep(
    sql: Sql,
    tenant: string,
    model: Embedder,
    documents: readonly Pending[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const vectorOf = new Map(documents.map(({ key }, index) => [key, vectors[index]]));
    for (const document of await stillPending(sql, tenant, documents)) {
      const vector = vectorOf.get(document.key);
      const space = await findSpace(sql, tenant, document.space);
      if (vector === undefined || space === undefined) continue;
      await engine.vectors.put(sql, space, { ...document, model: model.model }, vector);
      await note(sql, space, document, model);
    }
    await endClaims(sql, tenant, maker());
  }

  async function note(sql: Sql, space: SpaceRow, document: Pending, { model }: Embedder): Promise<void> {
    await setModel(sql, space, model);
    await noteVector(sql, document, model);
    await changeSpace(sql, space, { documents: 0, terms: 0, past: 0, pending: -1 });
  }

  return {
    poke(tenant) {
      if (tenant === undefined) isLookDue = true;
      else waiting.add(tenant);
      running ??= work()
        .catch((error) => {
          waiting.clear();
          // Whoever stops the process has not stopped this queue yet; what is left is made by the next process.
          const isStopping = stop.signal.aborted || (error instanceof KernelError && error.code === "shutting_down");
          if (!isStopping) log.warn({ cause: String(error) }, "vectors could not be made; text search goes on");
        })
        .finally(() => {
          running = undefined;
          hasLooked = false;
        });
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

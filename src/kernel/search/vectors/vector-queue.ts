import type { Env } from "../../env.ts";
import { EVERY_TENANT } from "../../installation.ts";
import type { Logger } from "../../logger.ts";
import type { Sql } from "../../sql.ts";
import type { Database } from "../../storage/index.ts";
import type { Embedder } from "../embed/index.ts";
import type { Engine } from "../store/engine.ts";
import {
  claim,
  endClaims,
  type Maker,
  nextPending,
  noteVector,
  type Pending,
  stillPending,
} from "../store/pending-store.ts";
import { changeSpace, findSpace, isIndexEmpty, setModel, startOver } from "../store/space-store.ts";
import type { SpaceRow } from "../store/text-index.ts";
import { preparePostgresVectors } from "../store/vector-index-postgres.ts";
import type { MadeVectors } from "./made-vectors.ts";

const BATCH = 8;
/** What a process took and did not make, because it died, goes to another after this long. */
const LEASE_MS = 6000;
const PAUSE_MS = 1000;

/** Makes the vectors of what was indexed, in the background: every tenant in turn, the newest first, beside other processes. */
export interface VectorQueue {
  /** There may be work. */
  poke(): void;
  close(): Promise<void>;
}

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
  let again = false;
  let startedOver: string | undefined;
  /** Whose turn it was last. */
  let turn = "";
  /** Once there was something it is not asked again after each write. */
  let isFilled = false;

  const maker = (): Maker => ({ holder, nowMs: env.now(), leaseMs: LEASE_MS });

  async function work(): Promise<void> {
    do {
      again = false;
      while (!stop.signal.aborted && (await embedSome())) {
        // Until nothing is left.
      }
    } while (again && !stop.signal.aborted);
  }

  async function embedSome(): Promise<boolean> {
    const db = await database();
    // Where nothing is indexed, nobody needs the model: checking its files takes longer than most calls.
    isFilled ||= !(await db.read(EVERY_TENANT, isIndexEmpty));
    if (!isFilled) return false;
    const model = await embedder();
    if ("absent" in model) return false;
    if (startedOver !== model.model) {
      await db.write(EVERY_TENANT, (sql) => startOver(sql, model.model));
      startedOver = model.model;
    }
    const { documents, isSharedOut } = await db.read(EVERY_TENANT, (sql) => nextPending(sql, turn, BATCH, maker()));
    if (documents.length === 0) {
      if (isSharedOut) await env.sleep(PAUSE_MS, stop.signal);
      return isSharedOut;
    }
    turn = documents[0]?.tenant_id ?? "";
    const mine = await db.write(EVERY_TENANT, (sql) => take(sql, model, documents));
    if (mine.length === 0) return true;
    const vectors = await made.of(mine, stop.signal);
    return db.write(EVERY_TENANT, (sql) => keep(sql, model, mine, vectors));
  }

  /** Claims documents and answers with those that need the model: a vector it has made before is still there after another model's turn. */
  async function take(sql: Sql, model: Embedder, documents: readonly Pending[]): Promise<Pending[]> {
    const mine = await claim(sql, documents, maker());
    const wanted: Pending[] = [];
    for (const document of mine) {
      const space = await findSpace(sql, document.tenant_id, document.space);
      if (space === undefined) continue;
      const [fault] = await engine.vectors.faults(sql, space, [{ ...document, model: model.model }]);
      if (fault === undefined) await note(sql, space, document, model);
      else wanted.push(document);
    }
    if (wanted.length === 0) await endClaims(sql, maker());
    return wanted;
  }

  async function keep(
    sql: Sql,
    model: Embedder,
    documents: readonly Pending[],
    vectors: readonly Float32Array[],
  ): Promise<boolean> {
    if (sql.dialect === "postgres" && !(await preparePostgresVectors(sql))) return false;
    const vectorOf = new Map(documents.map(({ key }, index) => [key, vectors[index]]));
    for (const document of await stillPending(sql, documents)) {
      const vector = vectorOf.get(document.key);
      const space = await findSpace(sql, document.tenant_id, document.space);
      if (vector === undefined || space === undefined) continue;
      await engine.vectors.put(sql, space, { ...document, model: model.model }, vector);
      await note(sql, space, document, model);
    }
    await endClaims(sql, maker());
    return true;
  }

  async function note(sql: Sql, space: SpaceRow, document: Pending, { model }: Embedder): Promise<void> {
    await setModel(sql, space, model);
    await noteVector(sql, document, model);
    await changeSpace(sql, space, { documents: 0, terms: 0, past: 0, pending: -1 });
  }

  return {
    poke() {
      again = true;
      running ??= work()
        .catch((error) => {
          if (!stop.signal.aborted)
            log.warn({ cause: String(error) }, "vectors could not be made; text search goes on");
        })
        .finally(() => {
          running = undefined;
        });
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

import type { Env } from "../../env.ts";
import { EVERY_TENANT } from "../../installation.ts";
import type { Logger } from "../../logger.ts";
import type { Sql } from "../../sql.ts";
import type { Database } from "../../storage/index.ts";
import type { Embedder } from "../embed/index.ts";
import { embeddedText, kindOf } from "../rank/index.ts";
import type { Engine } from "../store/engine.ts";
import { takeLease } from "../store/lease-store.ts";
import { nextPending, noteVector, type Pending, stillPending } from "../store/pending-store.ts";
import { changeSpace, findSpace, isIndexEmpty, setModel, startOver } from "../store/space-store.ts";
import { preparePostgresVectors } from "../store/vector-index-postgres.ts";

const BATCH = 8;
/** A process that dies while it embeds is replaced after this long. */
const LEASE_MS = 6000;
const LEASE = "search";
const PAUSE_MS = 1000;

/** Makes the vectors of what was indexed, in the background, in one process at a time. */
export interface VectorQueue {
  /** There may be work. */
  poke(): void;
  close(): Promise<void>;
}

export function createVectorQueue(
  database: () => Promise<Database>,
  embedder: () => Promise<Embedder | { absent: string }>,
  engine: Engine,
  env: Env,
  log: Logger,
): VectorQueue {
  const holder = env.id();
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  let startedOver: string | undefined;
  /** Once there was something it is not asked again after each write. */
  let isFilled = false;

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
    const pending = await db.read(EVERY_TENANT, (sql) => nextPending(sql, BATCH));
    if (pending.length === 0) return false;
    if (!(await db.write(EVERY_TENANT, (sql) => takeLease(sql, LEASE, holder, env.now(), LEASE_MS)))) {
      await env.sleep(PAUSE_MS, stop.signal);
      return true;
    }
    const vectors = await model.embed(pending.map(textToEmbed), stop.signal);
    return db.write(EVERY_TENANT, (sql) => keep(sql, model, pending, vectors));
  }

  async function keep(
    sql: Sql,
    model: Embedder,
    pending: readonly Pending[],
    vectors: readonly Float32Array[],
  ): Promise<boolean> {
    if (sql.dialect === "postgres" && !(await preparePostgresVectors(sql))) return false;
    const vectorOf = new Map(pending.map(({ key }, index) => [key, vectors[index]]));
    for (const document of await stillPending(sql, pending)) {
      const vector = vectorOf.get(document.key);
      const space = await findSpace(sql, document.tenant_id, document.space);
      if (vector === undefined || space === undefined) continue;
      await setModel(sql, space, model.model);
      await engine.vectors.put(sql, space, { ...document, model: model.model }, vector);
      await noteVector(sql, document, model.model);
      await changeSpace(sql, space, { documents: 0, terms: 0, past: 0, pending: -1 });
    }
    return true;
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

/** A short turn is embedded with the one before it: an answer means what was asked. */
function textToEmbed({ unit, text, before }: Pending): string {
  return kindOf(unit) === "turn" && before !== null ? embeddedText({ text }, { text: before }) : embeddedText({ text });
}

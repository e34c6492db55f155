import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import { list, query } from "../query.ts";
import type { Unit } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Embedder } from "./embed/index.ts";
import type { Engine } from "./engine.ts";
import { kindOf } from "./kind.ts";
import { embeddedText } from "./rank/index.ts";
import { changeSpace, findSpace, isIndexEmpty, setModel, startOver } from "./space-store.ts";
import { preparePostgresVectors } from "./vector-index-postgres.ts";

const BATCH = 8;
/** A process that dies while it embeds is replaced after this long. */
const LEASE_MS = 6000;
const LANE = "search";
const PAUSE_MS = 1000;

interface Pending {
  readonly key: number;
  readonly tenant_id: string;
  readonly space: string;
  readonly unit: Unit;
  readonly text: string;
  /** What stands right before it in its group. */
  readonly before: string | null;
}

const NEXT = query`select d.key, d.tenant_id, d.space, d.unit, d.text,
    (select b.text from search_document b where b.tenant_id = d.tenant_id and b.space = d.space
      and b.group_id = d.group_id and b.position = d.position - 1 and b.until is null order by b.key limit 1) as before
  from search_document d where d.vector_model is null order by d.tenant_id, d.key limit ${BATCH}`;

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
    if (await db.read(isIndexEmpty)) return false;
    const model = await embedder();
    if ("absent" in model) return false;
    if (startedOver !== model.model) {
      await db.write(LANE, (sql) => startOver(sql, model.model));
      startedOver = model.model;
    }
    const pending = await db.read((sql) => sql.all<Pending>(NEXT));
    if (pending.length === 0) return false;
    if (!(await db.write(LANE, (sql) => takeLease(sql)))) {
      await env.sleep(PAUSE_MS, stop.signal);
      return true;
    }
    const vectors = await model.embed(pending.map(textToEmbed), stop.signal);
    return db.write(LANE, (sql) => keep(sql, model, pending, vectors));
  }

  async function takeLease(sql: Sql): Promise<boolean> {
    const now = env.now();
    const changed =
      await sql.run(query`insert into search_lease (name, holder, until) values (${LANE}, ${holder}, ${now + LEASE_MS})
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where search_lease.holder = excluded.holder or search_lease.until < ${now}`);
    return changed > 0;
  }

  async function keep(
    sql: Sql,
    model: Embedder,
    pending: readonly Pending[],
    vectors: readonly Float32Array[],
  ): Promise<boolean> {
    if (sql.dialect === "postgres" && !(await preparePostgresVectors(sql))) return false;
    // A key may stand for another document by now, and a vector must not land on that.
    const open = await sql.all<Pick<Pending, "key" | "tenant_id" | "space" | "text">>(
      query`select key, tenant_id, space, text from search_document
        where vector_model is null and key in (${list(pending.map(({ key }) => key))})`,
    );
    const waiting = new Map(open.map((row) => [row.key, row]));
    for (const [index, document] of pending.entries()) {
      const vector = vectors[index];
      const space = await findSpace(sql, document.tenant_id, document.space);
      if (vector === undefined || space === undefined || !isSame(waiting.get(document.key), document)) continue;
      await setModel(sql, space, model.model);
      await engine.vectors.put(sql, space, document.key, vector);
      await sql.run(query`update search_document set vector_model = ${model.model} where key = ${document.key}`);
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

function isSame(row: Pick<Pending, "tenant_id" | "space" | "text"> | undefined, { tenant_id, space, text }: Pending) {
  return row?.tenant_id === tenant_id && row.space === space && row.text === text;
}

/** A short turn is embedded with the one before it: an answer means what was asked. */
function textToEmbed({ unit, text, before }: Pending): string {
  return kindOf(unit) === "turn" && before !== null ? embeddedText({ text }, { text: before }) : embeddedText({ text });
}

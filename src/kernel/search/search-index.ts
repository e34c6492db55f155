import type { Env } from "../env.ts";
import type { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import type { Logger } from "../logger.ts";
import type {
  Embedded,
  EmbedOptions,
  GatheredIndex,
  IndexedDocuments,
  IndexWriter,
  StoredFiles,
  WritableSearch,
} from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Finding } from "../world.ts";
import { type CheckParts, checkIndex } from "./check/check-index.ts";
import type { Embedder } from "./embed/index.ts";
import { type Finder, find, findGroups } from "./find/find.ts";
import { createPreparedDocuments } from "./find/prepared-documents.ts";
import { hasCompound, terms } from "./rank/index.ts";
import { createExpectedIndex, type ExpectedIndex } from "./reindex/expected-index.ts";
import { type ReconcileParts, reconcileTenant } from "./reindex/reconcile-tenant.ts";
import { type ReindexParts, type ReindexReport, reindex } from "./reindex/reindex.ts";
import { toDocument } from "./store/document-row.ts";
import { liveIds, liveRow } from "./store/document-store.ts";
import { engineFor } from "./store/engine.ts";
import { gatherIndex } from "./store/gather-index.ts";
import { indexedDocuments } from "./store/indexed-documents.ts";
import { countStanding, findSpace } from "./store/space-store.ts";
import { preparePostgresVectors } from "./store/vector-index-postgres.ts";
import { type Tally, writeIndex } from "./store/write-index.ts";
import { createMadeVectors } from "./vectors/made-vectors.ts";
import { createQueryVectors } from "./vectors/query-vectors.ts";
import { createVectorQueue } from "./vectors/vector-queue.ts";

export interface SearchStanding {
  readonly documents: number;
  readonly waiting: number;
  readonly noModel?: string;
}

export interface SearchIndexOptions {
  readonly env: Env;
  readonly log: Logger;
  readonly dialect: Sql["dialect"];
  database(): Promise<Database>;
  /** The model, loaded when first asked for. */
  embedder(): Promise<Embedder | { absent: string }>;
}

const FIRST_LOOK_MS = 5000;
const LOOK_EVERY_MS = 30_000;

/** Who says what is to be found has its text at hand. */
const NO_FILES: StoredFiles = {
  has: async () => false,
  open: () => Promise.reject(new TypeError("there are no stored files here")),
};

/** The one index of all worlds. */
export interface SearchIndex {
  /** What is written through it is counted, where somebody wants to know. */
  on(sql: Sql, tenant: string, written?: (tally: Tally) => void): WritableSearch;
  /** What the entries of one call are to be found by. */
  gather(tenant: string): GatheredIndex;
  /** Vectors for whoever keeps some of their own, and the model they come from. */
  embed(texts: readonly string[], signal: AbortSignal, options?: EmbedOptions): Promise<Embedded>;
  /** Makes the index what log and files say, from whatever it is. Calls go on meanwhile. */
  reindex(parts: ReindexParts): Promise<ReindexReport>;
  /** What the entries of a log make findable, in a database beside the real one: enough to check against. */
  expected(files: (tenant: string) => StoredFiles, unreadable: (error: KernelError) => void): ExpectedIndex;
  /** What of the index is not as log and files have it; nothing is written. */
  check(parts: CheckParts): AsyncIterable<Finding>;
  /** What is held of one tenant, as it is. */
  documents(sql: Sql, tenant: string): IndexedDocuments;
  /** Makes one tenant's documents what they are in the expected index, and leaves nothing of the others' words. */
  reconcile(parts: ReconcileParts): Promise<Tally>;
  /** How much there is to find by words, what of it cannot be found by meaning yet, and why not, where there is no model. */
  standing(sql: Sql): Promise<SearchStanding>;
  /** Makes the tables that are otherwise made when they are first needed. */
  prepare(engine: Database): Promise<void>;
  /** Vectors that wait are made, whoever left them. */
  poke(): void;
  /** After a commit: vectors of what is new are made in the background. */
  committed(): void;
  /** From now on also makes what an import or an earlier process left, whenever the database is there. */
  goOn(isPresent: () => boolean): void;
  close(): Promise<void>;
}

export function createSearchIndex({ env, log, dialect, database, embedder }: SearchIndexOptions): SearchIndex {
  const engine = engineFor(dialect);
  const made = createMadeVectors(embedder);
  const finder: Finder = {
    engine,
    log,
    async noModel() {
      const model = await embedder();
      return "absent" in model ? model.absent : undefined;
    },
    queryVectors: createQueryVectors(embedder, log),
    made,
    prepared: createPreparedDocuments(),
  };
  const queue = createVectorQueue(database, embedder, made, engine, env, log);
  const stop = new AbortController();
  let following: Promise<void> | undefined;
  /** Whose documents have changed since the last commit was told of. */
  const indexed = new Set<string>();
  let isUnknown = true;

  /** Other processes say nothing when they leave work, so it is looked for. The first calls come before it. */
  async function follow(isPresent: () => boolean): Promise<void> {
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = LOOK_EVERY_MS) {
      await env.sleep(waitMs, stop.signal);
      if (stop.signal.aborted) return;
      if (isPresent()) queue.poke();
    }
  }

  function gather(tenant: string, written?: (tally: Tally) => void): GatheredIndex {
    return gatherIndex(async (sql, wanted) => {
      indexed.add(tenant);
      const tally = await writeIndex(engine, sql, tenant, wanted);
      written?.(tally);
    });
  }

  /** Says something of the index and writes it at once. */
  async function say(gathered: GatheredIndex, sql: Sql, statement: (index: IndexWriter) => void): Promise<void> {
    statement(gathered.writer(env.now()));
    await gathered.write(sql, NO_FILES);
  }

  return {
    gather: (tenant) => gather(tenant),
    async embed(texts, signal, options) {
      const model = await embedder();
      if ("absent" in model) return model;
      if (options?.tokens !== true) return { model: model.model, vectors: await model.embed(texts, signal) };
      const encoded = await model.embedTokens?.(texts, signal);
      if (encoded === undefined) return { absent: "the model behind the endpoint does not show its tokens" };
      return {
        model: model.model,
        vectors: encoded.map(({ vector }) => vector),
        tokens: encoded.map(({ tokens }) => tokens),
      };
    },
    on: (sql, tenant, written) => ({
      index: (documents, options) => say(gather(tenant, written), sql, (index) => index.put(documents, options)),
      remove: (space, ids, options) => say(gather(tenant, written), sql, (index) => index.remove(space, ids, options)),
      async retain(space, ids) {
        const row = await findSpace(sql, tenant, space);
        const gone = row === undefined ? [] : (await liveIds(sql, row)).filter((id) => !ids.has(id));
        await say(gather(tenant, written), sql, (index) => index.remove(space, gone));
      },
      async find(asked) {
        const answer = await find(finder, sql, tenant, asked);
        // Left over by a process that died: somebody must finish it.
        if (answer.mode === "text" || !answer.isFinal) queue.poke(tenant);
        return answer;
      },
      groups: (asked, held) => findGroups(finder, sql, tenant, asked, held),
      words: (text) => new Set(terms(text)),
      hasCompound,
      async get(space, id) {
        const row = await findSpace(sql, tenant, space);
        const found = row && (await liveRow(sql, row, id));
        return found && toDocument(found);
      },
      async count(space) {
        const row = await findSpace(sql, tenant, space);
        return row?.documents ?? 0;
      },
    }),
    async reindex(parts) {
      isUnknown = true;
      return reindex(engine, await database(), env, parts);
    },
    expected: createExpectedIndex,
    check: (parts) => checkIndex(engine, env, parts),
    documents: indexedDocuments,
    async reconcile(parts) {
      indexed.add(parts.tenant);
      return reconcileTenant(engine, env, parts);
    },
    async standing(sql) {
      const counted = await countStanding(sql);
      const noModel = counted.waiting === 0 ? undefined : await finder.noModel();
      return noModel === undefined ? counted : { ...counted, noModel };
    },
    async prepare(db) {
      if (db.dialect === "postgres") await db.write(EVERY_TENANT, (sql) => preparePostgresVectors(sql));
    },
    poke: () => queue.poke(),
    committed() {
      for (const tenant of indexed) queue.poke(tenant);
      indexed.clear();
      if (isUnknown) queue.poke();
      isUnknown = false;
    },
    goOn(isPresent) {
      following ??= follow(isPresent);
    },
    async close() {
      stop.abort();
      await following;
      await queue.close();
    },
  };
}

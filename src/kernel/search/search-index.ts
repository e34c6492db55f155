import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import type { Search } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import type { Embedder } from "./embed/index.ts";
import { type Finder, find, findGroups } from "./find/find.ts";
import { createPreparedDocuments } from "./find/prepared-documents.ts";
import { terms } from "./rank/index.ts";
import { toDocument } from "./store/document-row.ts";
import { liveRow } from "./store/document-store.ts";
import { engineFor } from "./store/engine.ts";
import { findSpace } from "./store/space-store.ts";
import { indexDocuments, removeDocuments } from "./store/write-index.ts";
import { createQueryVectors } from "./vectors/query-vectors.ts";
import { createVectorQueue } from "./vectors/vector-queue.ts";

export interface SearchIndexOptions {
  readonly env: Env;
  readonly log: Logger;
  readonly dialect: Sql["dialect"];
  database(): Promise<Database>;
  /** The model, loaded when first asked for. */
  embedder(): Promise<Embedder | { absent: string }>;
}

/** The one index of all worlds. */
export interface SearchIndex {
  on(sql: Sql, tenant: string): Search;
  /** After a commit: vectors of what is new are made in the background. */
  committed(): void;
  close(): Promise<void>;
}

export function createSearchIndex({ env, log, dialect, database, embedder }: SearchIndexOptions): SearchIndex {
  const engine = engineFor(dialect, env);
  const finder: Finder = {
    engine,
    async noModel() {
      const model = await embedder();
      return "absent" in model ? model.absent : undefined;
    },
    queryVectors: createQueryVectors(embedder, log),
    prepared: createPreparedDocuments(),
  };
  const queue = createVectorQueue(database, embedder, engine, env, log);
  let indexed = true;

  return {
    on: (sql, tenant) => ({
      async index(documents, options) {
        indexed = true;
        await indexDocuments(engine, sql, tenant, documents, options?.history ?? false);
      },
      remove: (space, ids, options) => removeDocuments(engine, sql, tenant, space, ids, options?.history ?? false),
      async find(asked) {
        const answer = await find(finder, sql, tenant, asked);
        // Left over by a process that died: somebody must finish it.
        if (answer.mode === "text") queue.poke();
        return answer;
      },
      groups: (asked, held) => findGroups(finder, sql, tenant, asked, held),
      words: (text) => new Set(terms(text)),
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
    committed() {
      if (!indexed) return;
      indexed = false;
      queue.poke();
    },
    close: () => queue.close(),
  };
}

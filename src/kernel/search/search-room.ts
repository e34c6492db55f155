import type { Env } from "../env.ts";
import type { Logger } from "../logger.ts";
import { query } from "../query.ts";
import type { Search } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";
import { toDocument } from "./document-row.ts";
import { liveRow } from "./document-store.ts";
import type { Embedder } from "./embed/index.ts";
import { engineFor } from "./engine.ts";
import { type Finder, find, findGroups } from "./find.ts";
import { createPreparedDocuments } from "./prepared-documents.ts";
import { createQueryVectors } from "./query-vector.ts";
import { terms } from "./rank/index.ts";
import { findSpace } from "./space-store.ts";
import { createVectorQueue } from "./vector-queue.ts";
import { indexDocuments, removeDocuments } from "./write-index.ts";

export interface SearchRoomOptions {
  readonly env: Env;
  readonly log: Logger;
  readonly dialect: Sql["dialect"];
  database(): Promise<Database>;
  /** The model, loaded when first asked for. */
  embedder(): Promise<Embedder | { absent: string }>;
}

/** The one index of all worlds. */
export interface SearchRoom {
  on(sql: Sql, tenant: string): Search;
  /** After a commit: vectors of what is new are made in the background. */
  committed(): void;
  close(): Promise<void>;
}

export function createSearchRoom({ env, log, dialect, database, embedder }: SearchRoomOptions): SearchRoom {
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
        const row = await sql.first<{ n: number }>(
          query`select documents as n from search_space where tenant_id = ${tenant} and space = ${space}`,
        );
        return row?.n ?? 0;
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

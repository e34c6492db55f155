import type { Search, SearchAnswer, SearchDocument, SearchHit, Sql, WritableSearch } from "../../../kernel/index.ts";
import type { VectorConfig } from "../config.ts";
import { refuse } from "../errors.ts";
import type { VectorAdapters, VectorDocument, VectorSearchAdapter } from "../model/vector-search.ts";

/** Chooses the vector storage of one transaction. */
export type OpenVectors = (on: { sql: Sql; search: Search | WritableSearch }) => VectorSearchAdapter;

/** Matches weaker than this share of the best are chance. */
const SHARE_LEAST = 0.05;

const GUIDE = "docs/guide/notebook.md#your-own-vector-storage";

/** Answers with the configured storage; one that is not here refuses searches and leaves all other tools alone. */
export function configuredVectors(
  config: VectorConfig,
  own: VectorAdapters,
  databaseUrl: string | undefined,
): OpenVectors {
  const factory = own[config.type];
  const adapter = factory?.(config.connection ?? "");
  return ({ sql, search }) => {
    if (adapter !== undefined) return adapter;
    if (config.type === "pinecone" || config.type === "weaviate") throw notBuiltIn(config.type);
    if (config.type === "pgvector") requirePostgres(config, sql, databaseUrl);
    return embeddedVectors(search);
  };
}

function notBuiltIn(type: string) {
  return refuse({
    type: "upstream_failure",
    message: `The vector storage ${type} is not built in.`,
    recovery: `Set notebook.vector_storage.type to embedded or pgvector, or write an adapter: ${GUIDE} has the interface and a worked example.`,
    context: { vector_storage: type, guide: GUIDE },
  });
}

/** The one index of this installation is in its database: with PostgreSQL that is pgvector, and there is no second one. */
function requirePostgres({ connection }: VectorConfig, sql: Sql, databaseUrl: string | undefined): void {
  const elsewhere = connection !== undefined && databaseUrl !== undefined && connection !== databaseUrl;
  if (sql.dialect === "postgres" && !elsewhere) return;
  throw refuse({
    type: "upstream_failure",
    message: "The vector storage pgvector is the PostgreSQL database of this installation, and this is not it.",
    recovery: "Start Bailiwick with --database and the address that notebook.vector_storage.connection names.",
    context: { vector_storage: "pgvector", guide: GUIDE },
  });
}

/** The kernel's own index: text and vectors in the database that everything else is in. */
function embeddedVectors(search: Search | WritableSearch): VectorSearchAdapter {
  return {
    async search(query, collectionId, k) {
      const answer = await search.find({ space: spaceOf(collectionId), text: query, limit: k });
      const hits = answer.hits
        .filter((hit) => isMatch(hit, answer))
        .map(({ document, score }) => ({ referenceId: document.id, score: round(score) }));
      hits.sort((a, b) => b.score - a.score || (a.referenceId < b.referenceId ? -1 : 1));
      return {
        hits,
        totalMatches: answer.matches,
        note: noteOn(answer),
        isProvisional: !answer.isFinal,
        isSupported: answer.isSupported,
      };
    },
    index: (collectionId, documents) =>
      writable(search).index(documents.map((document) => toSearch(collectionId, document))),
    remove: (collectionId, referenceIds) => writable(search).remove(spaceOf(collectionId), referenceIds),
  };
}

function writable(search: Search | WritableSearch): WritableSearch {
  if ("index" in search) return search;
  throw new TypeError("the index is written by derived work only");
}

/** The index ranks all it has. By words alone, what shares none with the query is no hit. */
function isMatch({ score, parts }: SearchHit, { mode, evidence }: SearchAnswer): boolean {
  return score > SHARE_LEAST * evidence && (mode === "hybrid" || Number(parts.words ?? 0) > 0);
}

/** Hits by meaning alone are worth showing, and worth a warning. */
function noteOn({ mode, why, matches, hits }: SearchAnswer): string | null {
  if (mode === "text") return why === null ? null : `Ranked by words alone: ${why}.`;
  if (why !== null) return `The ranking is not complete: ${why}.`;
  const byMeaning = matches === 0 && hits.length > 0;
  return byMeaning ? "No word of the query occurs in the collection: these passages are the nearest by meaning." : null;
}

/** Where the passages of a collection are looked for. */
export function spaceOf(collectionId: string): string {
  return `notebook/${collectionId}`;
}

function toSearch(collectionId: string, document: VectorDocument): SearchDocument {
  return {
    space: spaceOf(collectionId),
    id: document.referenceId,
    unit: "passage",
    text: document.text,
    group: document.notebookId,
    position: document.ordinal,
    ...(document.timestamp !== null && { at: document.timestamp }),
    ...(document.page !== null && { filters: { page: String(document.page) } }),
  };
}

/** Six digits: more would differ between machines by how they add. */
function round(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

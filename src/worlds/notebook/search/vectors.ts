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
      const answer = merged(await askAll(search, collectionId, query, k));
      const hits = answer.hits.map(({ document, score }) => ({ referenceId: document.id, score: round(score) }));
      hits.sort((a, b) => b.score - a.score || (a.referenceId < b.referenceId ? -1 : 1));
      return {
        hits: hits.slice(0, k),
        totalMatches: answer.matches,
        note: noteOn(answer),
        isProvisional: !answer.isFinal,
        isSupported: answer.isSupported,
      };
    },
    async index(collectionId, documents) {
      const [prose, talk] = spacesOf(collectionId);
      const said = documents.filter(({ speaker }) => speaker !== null);
      // What was prose once may be talk now, and the other way round.
      for (const [space, others] of [
        [prose, said],
        [talk, documents.filter((one) => !said.includes(one))],
      ] as const) {
        if (others.length === 0 || (await search.count(space)) === 0) continue;
        await writable(search).remove(
          space,
          others.map(({ referenceId }) => referenceId),
        );
      }
      await writable(search).index(documents.map((document) => toSearch(collectionId, document)));
    },
    async remove(collectionId, referenceIds) {
      for (const space of spacesOf(collectionId)) await writable(search).remove(space, referenceIds);
    },
  };
}

function writable(search: Search | WritableSearch): WritableSearch {
  if ("index" in search) return search;
  throw new TypeError("the index is written by derived work only");
}

/** Prose and talk, as far as the collection has them. */
async function askAll(search: Search, collectionId: string, text: string, limit: number): Promise<SearchAnswer[]> {
  const [prose, talk] = spacesOf(collectionId);
  const hasTalk = (await search.count(talk)) > 0;
  const hasProse = !hasTalk || (await search.count(prose)) > 0;
  const spaces = [...(hasProse ? [prose] : []), ...(hasTalk ? [talk] : [])];
  return Promise.all(spaces.map((space) => search.find({ space, text, limit })));
}

function merged(answers: readonly SearchAnswer[]): SearchAnswer {
  return {
    hits: answers.flatMap((answer) => answer.hits.filter((hit) => isMatch(hit, answer))),
    matches: answers.reduce((sum, { matches }) => sum + matches, 0),
    evidence: Math.max(...answers.map(({ evidence }) => evidence)),
    isSupported: answers.some(({ isSupported }) => isSupported),
    mode: answers.every(({ mode }) => mode === "hybrid") ? "hybrid" : "text",
    why: answers.find(({ why }) => why !== null)?.why ?? null,
    isFinal: answers.every(({ isFinal }) => isFinal),
  };
}

/** The index ranks all it has. By words alone, what shares none with the query is no hit. */
function isMatch({ document, score, parts }: SearchHit, { mode, evidence }: SearchAnswer): boolean {
  // A turn may answer by the one before it: what speaks for it is known to the ranking alone.
  if (document.unit === "turn") return true;
  return score > SHARE_LEAST * evidence && (mode === "hybrid" || Number(parts.words ?? 0) > 0);
}

/** Hits by meaning alone are worth showing, and worth a warning. */
function noteOn({ mode, why, matches, hits }: SearchAnswer): string | null {
  if (mode === "text") return why === null ? null : `Ranked by words alone: ${why}.`;
  if (why !== null) return `The ranking is not complete: ${why}.`;
  const byMeaning = matches === 0 && hits.length > 0;
  return byMeaning ? "No word of the query occurs in the collection: these passages are the nearest by meaning." : null;
}

const PROSE = "notebook/";
const TALK = "notebook-talk/";

/** Where the passages of a collection are looked for: talk is ranked otherwise than prose. */
export function spacesOf(collectionId: string): readonly [prose: string, talk: string] {
  return [`${PROSE}${collectionId}`, `${TALK}${collectionId}`];
}

/** The collection that a space belongs to; undefined for the spaces of others. */
export function collectionOf(space: string): string | undefined {
  const prefix = [PROSE, TALK].find((one) => space.startsWith(one));
  return prefix === undefined ? undefined : space.slice(prefix.length);
}

function toSearch(collectionId: string, document: VectorDocument): SearchDocument {
  const [prose, talk] = spacesOf(collectionId);
  const { speaker } = document;
  return {
    space: speaker === null ? prose : talk,
    id: document.referenceId,
    ...(speaker === null ? { unit: "passage" } : { unit: "turn", speaker }),
    text: document.text,
    group: document.notebookId,
    position: document.ordinal,
    ...(document.timestamp !== null && { at: document.timestamp }),
    ...(document.page !== null && { filters: { page: String(document.page) } }),
  };
}

/** Six digits: more would differ between machines by how they add, and fewer would make those far down the list equal. */
function round(score: number): number {
  return Number(score.toPrecision(6));
}

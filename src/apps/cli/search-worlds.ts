import type { JsonObject } from "../../kernel/serve.ts";

/** Calls a tool as the person at the command line; throws a refusal. */
export type Ask = (server: string, tool: string, args: JsonObject) => Promise<JsonObject>;

/** One thing that was found: how to show it, where it is from, and the words themselves. */
interface Hit {
  readonly id: string;
  readonly what: string;
  readonly words: string;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** Why there are none. */
  readonly note?: string;
}

/** How one world is searched for a person. */
interface Searcher {
  readonly world: string;
  find(ask: Ask, words: string, most: number): Promise<Found>;
}

interface TruthHit {
  readonly kind: string;
  readonly entity_id?: string;
  readonly entity_type?: string;
  readonly canonical_name?: string;
  readonly field?: string;
  readonly source_id?: string;
  readonly original_filename?: string | null;
  readonly quote: { readonly text: string } | null;
}

const truth: Searcher = {
  world: "truth",
  async find(ask, query, limit) {
    const answer = (await ask("truth", "search", { query, limit })) as unknown as {
      hits: TruthHit[];
      no_evidence?: { reason: string };
    };
    const hits = answer.hits.map((hit) =>
      hit.kind === "entity"
        ? {
            id: hit.entity_id ?? "",
            what: `${hit.entity_type} ${hit.canonical_name}`,
            words: hit.quote === null ? "" : `${hit.field}: ${hit.quote.text}`,
          }
        : { id: hit.source_id ?? "", what: `file ${hit.original_filename ?? ""}`, words: hit.quote?.text ?? "" },
    );
    return { hits, ...(answer.no_evidence !== undefined && { note: answer.no_evidence.reason }) };
  },
};

interface Passage {
  readonly reference_id: string;
  readonly source_pointer: { readonly notebook_id: string; readonly page: number | null };
  readonly preview_snippet: string;
  readonly relevance_score: number;
}

const notebook: Searcher = {
  world: "notebook",
  async find(ask, query, k) {
    const found: { collection: string; passage: Passage }[] = [];
    for (const collection of await collectionsOf(ask)) {
      await ask("notebook", "enter_collection", { collection_id: collection });
      const { results } = (await ask("notebook", "semantic_search", { query, k })) as unknown as { results: Passage[] };
      found.push(...results.map((passage) => ({ collection, passage })));
    }
    found.sort((a, b) => b.passage.relevance_score - a.passage.relevance_score);
    return {
      hits: found.slice(0, k).map(({ collection, passage: { reference_id, source_pointer, preview_snippet } }) => ({
        id: reference_id,
        what: `${collection}/${source_pointer.notebook_id}${source_pointer.page === null ? "" : `, page ${source_pointer.page}`}`,
        words: preview_snippet,
      })),
    };
  },
};

/** The ids of all collections. */
export async function collectionsOf(ask: Ask): Promise<string[]> {
  const { collections } = (await ask("notebook", "list_collections", {})) as unknown as {
    collections: { collection_id: string }[];
  };
  return collections.map(({ collection_id }) => collection_id);
}

const instructions: Searcher = {
  world: "instructions",
  async find(ask, q, limit) {
    const { items } = (await ask("instructions", "instructions_search", { q })) as unknown as {
      items: { id: string; title: string; body: string }[];
    };
    return { hits: items.slice(0, limit).map(({ id, title, body }) => ({ id, what: title, words: body })) };
  },
};

/** The graph ranks every memory it has; below this they have little to do with the words. */
const SIMILAR_MIN = 0.3;

const graph: Searcher = {
  world: "graph",
  async find(ask, query, topK) {
    const args = { query, topK, includeContent: true, minSimilarity: SIMILAR_MIN };
    const { results } = (await ask("graph", "search_graph", args)) as unknown as {
      results: { fingerprintId: string; similarity: number; content?: string }[];
    };
    return {
      hits: results.map(({ fingerprintId, similarity, content = "" }) => ({
        id: fingerprintId,
        what: `memory, similarity ${similarity.toFixed(2)}`,
        words: content,
      })),
    };
  },
};

export const SEARCHERS: readonly Searcher[] = [truth, notebook, instructions, graph];

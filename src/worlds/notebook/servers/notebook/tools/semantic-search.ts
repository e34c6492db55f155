import { z } from "zod";
import { firstChars } from "../../../model/chars.ts";
import { pointerOf } from "../../../model/indexed-passage.ts";
import { SEARCH_NOTE } from "../../../model/words.ts";
import { findPassages, noEvidence } from "../../../search/find-passages.ts";
import { checkCount, checkQuery } from "../../../search/question.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { requireCollection } from "../session.ts";

const PREVIEW_CHARS_MAX = 100;

const SourcePointer = z.object({
  notebook_id: z.string(),
  page: z.number().nullable(),
  timestamp: z.number().nullable(),
});

export const semanticSearch = defineAffordance({
  name: "semantic_search",
  title: "Search the collection",
  description: "Returns ranked reference identifiers for semantic query within active collection",
  input: z.object({
    query: z.string().describe("Natural language query"),
    k: z.number().default(10).describe("Maximum results (default 10, max 50)"),
    context_handle: ContextHandle,
  }),
  output: z.object({
    collection_id: z.string(),
    query: z.string(),
    results: z.array(
      z.object({
        reference_id: z.string(),
        relevance_score: z.number(),
        source_pointer: SourcePointer,
        preview_snippet: z.string(),
      }),
    ),
    metadata: z.object({ total_matches: z.number(), returned: z.number(), search_time_ms: z.number() }),
    note: z.string(),
    no_evidence: z
      .object({ reason: z.string() })
      .optional()
      .describe("Why there is no answer; results beside it only come nearest"),
    search_note: z.string().optional().describe("What limits the ranking right now"),
  }),
  run: async ({ query, k, context_handle }, notebook) => {
    const { context, collectionId } = requireCollection(notebook, context_handle);
    const text = checkQuery(query);
    const most = checkCount(k, notebook.constraints.max_search_results);
    const startedMs = notebook.scope.env.monotonicMs();
    const answer = await findPassages(notebook, collectionId, text, most);
    const results = answer.found.map(({ row, score }) => ({
      reference_id: row.reference_id,
      relevance_score: score,
      source_pointer: pointerOf(row),
      preview_snippet: preview(row.speaker === null ? row.text : `${row.speaker}: ${row.text}`),
    }));
    const value = {
      collection_id: collectionId,
      query: text,
      results,
      metadata: {
        total_matches: answer.totalMatches,
        returned: results.length,
        search_time_ms: Math.round(notebook.scope.env.monotonicMs() - startedMs),
      },
      note: SEARCH_NOTE,
      ...noEvidence(answer),
      ...(answer.note !== null && { search_note: answer.note }),
    };
    return { value, context, references: results.map((result) => result.reference_id) };
  },
});

/** The first words, on one line. */
function preview(text: string): string {
  return firstChars(text.replace(/\s+/g, " ").trim(), PREVIEW_CHARS_MAX);
}

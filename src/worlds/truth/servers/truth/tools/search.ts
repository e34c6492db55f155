import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityType } from "../../../model/inputs.ts";
import { asOf } from "../../../model/time.ts";
import { fitValues, RawFragments, Values } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import { type Hit, searchEverything } from "../../../read/search-everything.ts";
import type { Truth } from "../../../truth.ts";

const LIMITS = { default: 10, most: 50 };
const SNAPSHOT_CHARS_MAX = 2000;

const Quote = z.object({
  source_id: z.string(),
  text: z.string(),
  start: z.int(),
  end: z.int(),
  unit: z.literal("byte"),
});

export const search = defineTool({
  name: "search",
  title: "Search facts and files",
  description: [
    "Searches what is known about entities and what stored files say, by words and by meaning, best first; a number, address or id that the query names comes before all else.",
    "Each hit carries the exact words of the source behind it, where they stand there verbatim.",
    "no_evidence means nothing here answers the query, and hits beside it are only what comes nearest: say so instead of guessing.",
    "With `at` or `at_ingested`, what would have been found then. To list or filter entities use retrieve_entities.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    query: z.string().trim().min(1).max(4000).describe("Question or words"),
    entity_type: EntityType.optional().describe("Only entities of this type; files are left out then"),
    limit: z.int().min(1).max(LIMITS.most).optional().describe(`At most this many hits (default ${LIMITS.default})`),
    include_sources: z.boolean().optional().describe("Whether to search the text of files too (default true)"),
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    query: z.string(),
    hits: z.array(
      z.object({
        kind: z.enum(["entity", "source"]),
        score: z.number(),
        entity_id: z.string().optional(),
        entity_type: z.string().optional(),
        canonical_name: z.string().optional(),
        snapshot: Values.optional(),
        raw_fragments: RawFragments,
        omitted_fields: z.array(z.string()).optional(),
        field: z.string().optional().describe("The field that matches best"),
        source_id: z.string().optional(),
        original_filename: z.string().nullable().optional(),
        quote: Quote.nullable(),
      }),
    ),
    total: z.int().describe("How many entities and passages match in all"),
    mode: z.enum(["hybrid", "text"]).describe("Whether meaning took part, or words alone"),
    search_note: z.string().optional().describe("What limits the ranking right now"),
    no_evidence: z.object({ reason: z.string() }).optional(),
    truncated: z.boolean().optional(),
  }),
  touches: ({ entity_type }) => (entity_type === undefined ? {} : { entity_types: [entity_type] }),
  async run(input, truth: Truth) {
    const { limit = LIMITS.default, include_sources = true, entity_type } = input;
    const found = await searchEverything(truth, input.query, {
      entityType: entity_type,
      withSources: include_sources && entity_type === undefined,
      limit,
      asOf: asOf(input),
    });
    const { items, cut } = fitList(found.hits.map(fitHit), 0);
    return {
      query: input.query,
      hits: items,
      total: found.matches,
      mode: found.mode,
      ...(found.note !== null && { search_note: found.note }),
      ...(!found.isSupported && found.isFinal && { no_evidence: { reason: found.reason } }),
      ...(cut.truncated && { truncated: true }),
    };
  },
});

function fitHit(hit: Hit) {
  const { snapshot, raw_fragments = {}, ...rest } = hit;
  return snapshot === undefined ? hit : { ...rest, ...fitValues(snapshot, raw_fragments, SNAPSHOT_CHARS_MAX) };
}

import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { Limit, Offset } from "../../../model/inputs.ts";
import type { EntitySchema } from "../../../model/schema/types/entity-schema.ts";
import { NextOffset, Truncated } from "../../../read/answers.ts";
import { knownSchemas } from "../../../read/known-schemas.ts";
import { fitList } from "../../../read/paging.ts";
import { searchTypes } from "../../../search/type-search.ts";
import type { Truth } from "../../../truth.ts";

export const listEntityTypes = defineTool({
  name: "list_entity_types",
  title: "List entity types",
  description: [
    "The entity types with their fields, or those that a keyword may mean: by name and field, else by meaning.",
    "Use it before storing when the type is none of contact, person, company, task, invoice, transaction, receipt, note, contract, event,",
    "or when you need a type's fields. Any other type name may be stored too: it then takes whatever fields it is given.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    keyword: z.string().trim().max(200).optional().describe("What the data is about, such as meal, payment or date"),
    limit: Limit,
    offset: Offset,
  }),
  output: z.object({
    entity_types: z.array(
      z.object({
        entity_type: z.string(),
        schema_version: z.string(),
        field_names: z.array(z.string()),
        field_summary: z.record(z.string(), z.object({ type: z.string(), required: z.boolean() })),
        similarity_score: z.number().optional(),
        match_type: z.enum(["keyword", "vector"]).optional(),
      }),
    ),
    total: z.int(),
    keyword: z.string().nullable(),
    search_method: z.enum(["all", "keyword_exact", "vector_semantic"]),
    search_note: z.string().optional().describe("Why meaning took no part"),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run({ keyword, limit = 100, offset = 0 }, truth: Truth) {
    const schemas = await knownSchemas(truth);
    const asked = keyword === undefined || keyword === "" ? null : keyword;
    const { types: scored, why } = asked === null ? NOTHING_ASKED : await searchTypes(truth, asked, schemas);
    const all =
      asked === null
        ? schemas.map(typeAnswer)
        : scored.map(({ schema, score, match_type }) => ({
            ...typeAnswer(schema),
            similarity_score: score,
            match_type,
          }));
    const { items, cut } = fitList(all.slice(offset, offset + limit), offset);
    return {
      entity_types: items,
      total: all.length,
      keyword: asked,
      search_method: methodOf(asked, scored[0]?.match_type),
      ...(why !== null && { search_note: why }),
      ...cut,
    };
  },
});

const NOTHING_ASKED = { types: [], why: null } as const;

function methodOf(keyword: string | null, matched: "keyword" | "vector" | undefined) {
  if (keyword === null) return "all";
  return matched === "keyword" ? "keyword_exact" : "vector_semantic";
}

function typeAnswer({ entity_type, schema_version, fields }: EntitySchema) {
  return {
    entity_type,
    schema_version,
    field_names: Object.keys(fields),
    field_summary: Object.fromEntries(
      Object.entries(fields).map(([name, { type, required }]) => [name, { type, required }]),
    ),
  };
}

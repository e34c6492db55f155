import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { lineOf } from "../../../model/identity/clean-text.ts";
import { Limit, Offset } from "../../../model/inputs.ts";
import type { EntitySchema } from "../../../model/schema/types/entity-schema.ts";
import { NextOffset, Truncated } from "../../../read/answers.ts";
import { knownSchemas } from "../../../read/known-schemas.ts";
import { fitList } from "../../../read/paging.ts";
import { searchTypes } from "../../../search/type-search.ts";
import type { Truth } from "../../../truth.ts";

const TypeAnswer = z.object({
  entity_type: z.string(),
  schema_version: z.string().optional(),
  field_names: z.array(z.string()).optional(),
  field_summary: z.record(z.string(), z.object({ type: z.string(), required: z.boolean() })).optional(),
  description: z.string().optional(),
});
type TypeAnswer = z.infer<typeof TypeAnswer>;

export const listEntityTypes = defineTool({
  name: "list_entity_types",
  title: "List entity types",
  description: [
    "The entity types with their fields, or those that a keyword may mean: by name and field, else by meaning.",
    "summary: true names every type with one line each, whole: start there; then a keyword gives a type's fields.",
    "Any other type name may be stored too: it then takes whatever fields it is given.",
  ].join("\n"),
  effect: "read",
  narrowsBy: "entity_types",
  input: z.object({
    keyword: z.string().trim().max(200).optional().describe("What the data is about, such as meal, payment or date"),
    summary: z.boolean().optional().describe("Names and one line each, without fields (default false)"),
    limit: Limit,
    offset: Offset,
  }),
  output: z.object({
    entity_types: z.array(
      TypeAnswer.extend({
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
  async run({ keyword, summary = false, limit = summary ? SUMMARY_LIMIT : 100, offset = 0 }, truth: Truth) {
    const answerOf: (schema: EntitySchema) => TypeAnswer = summary ? briefAnswer : typeAnswer;
    const known = await knownSchemas(truth);
    const schemas = known.filter(({ entity_type }) => truth.scope.sees({ entity_types: [entity_type] }));
    const asked = keyword === undefined || keyword === "" ? null : keyword;
    const { types: scored, why } = asked === null ? NOTHING_ASKED : await searchTypes(truth, asked, schemas);
    const all =
      asked === null
        ? schemas.map(answerOf)
        : scored.map(({ schema, score, match_type }) => ({
            ...answerOf(schema),
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

const SUMMARY_LIMIT = 1000;
const LINE_CHARS_MAX = 100;
/** What stands for a type that nobody has described: the first of its fields. */
const FIELDS_IN_LINE = 8;

const NOTHING_ASKED = { types: [], why: null } as const;

function methodOf(keyword: string | null, matched: "keyword" | "vector" | undefined) {
  if (keyword === null) return "all";
  return matched === "keyword" ? "keyword_exact" : "vector_semantic";
}

/** A line of a summary: enough to choose by, and hundreds of them fit into one answer. */
function briefAnswer({ entity_type, description, fields }: EntitySchema) {
  const known = description === "" ? Object.keys(fields).slice(0, FIELDS_IN_LINE).join(", ") : description;
  return { entity_type, description: lineOf(known, LINE_CHARS_MAX) };
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

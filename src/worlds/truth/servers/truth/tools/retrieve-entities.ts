import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { RETRIEVE_BUDGET } from "../../../model/budgets.ts";
import type { Entity } from "../../../model/entity.ts";
import { At, AtIngested, EntityType, Limit, Offset, UserId } from "../../../model/inputs.ts";
import { asOf, isoTime } from "../../../model/time.ts";
import { type Condition, OPERATORS } from "../../../model/values/conditions.ts";
import { EntityAnswer, entityAnswer, NextOffset, Truncated } from "../../../read/answers.ts";
import { entitiesThen } from "../../../read/entities-at.ts";
import { pageOfEntitiesAt } from "../../../read/entity-page-at.ts";
import { searchEntitiesThen } from "../../../read/entity-search-at.ts";
import { filterEntities } from "../../../read/filter-entities.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { fitList } from "../../../read/paging.ts";
import { searchEntities } from "../../../search/entity-search.ts";
import type { Truth } from "../../../truth.ts";

const Where = z
  .array(
    z.object({
      field: z.string().min(1).max(200),
      op: z.enum(OPERATORS),
      value: z.unknown().optional().describe("An array for in, none for exists and missing"),
    }),
  )
  .max(10)
  .optional()
  .describe("Days and times in ISO 8601; entity_type is a field too");

export const retrieveEntities = defineTool({
  name: "retrieve_entities",
  title: "Find entities",
  description: [
    "Lists entities with their snapshots, the latest observed first; with `search`, the best match first.",
    "Filter by entity_type and by fields with where, such as {field: status, op: =, value: open}; all must hold. sort names a field.",
    "Pages with limit and offset; `total` says how many there are.",
    "With `at` or `at_ingested`, the entities and snapshots of that time.",
    "An empty list means nothing matches. For an e-mail, number or exact name use retrieve_entity_by_identifier;",
    "to search what files say as well, use search.",
  ].join("\n"),
  effect: "read",
  budget: RETRIEVE_BUDGET,
  input: z.object({
    entity_type: EntityType.optional(),
    user_id: UserId,
    search: z.string().trim().min(1).max(4000).optional().describe("Words of names and values"),
    where: Where,
    sort: z
      .string()
      .regex(/^-?[^-]/)
      .max(200)
      .optional()
      .describe("A field to sort by; -due_date from the last to the first"),
    limit: Limit,
    offset: Offset,
    include_snapshots: z.boolean().optional().describe("Default true"),
    include_merged: z.boolean().optional().describe("List merged ones too (default false)"),
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    entities: z.array(
      EntityAnswer.extend({
        observation_count: z.int(),
        last_observation_at: z.string(),
        merged_to: z.string().optional().describe("The entity it was merged into"),
      }),
    ),
    total: z.int(),
    excluded_merged: z.boolean(),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  touches: ({ entity_type }) => (entity_type === undefined ? {} : { entity_types: [entity_type] }),
  async run(input, truth: Truth) {
    requireOwnUser(truth, input.user_id);
    const { limit = 100, offset = 0, include_snapshots = true, include_merged = false } = input;
    // Arguments came as JSON, so what a condition compares with is JSON.
    const where = input.where as readonly Condition[] | undefined;
    const { entities, total } = await selectEntities(truth, { ...input, where, limit, offset, include_merged });
    const book = await truth.schemas.book();
    const { items, cut } = fitList(
      entities.map((entity) => ({
        ...entityAnswer(book, entity, include_snapshots),
        observation_count: entity.observation_count,
        last_observation_at: isoTime(entity.last_observed_at),
        ...(entity.merged_to !== null && { merged_to: entity.merged_to }),
      })),
      offset,
    );
    // At another time a merged entity is either itself or not there.
    const excluded_merged = !include_merged || asOf(input) !== undefined;
    return { entities: items, total, excluded_merged, ...cut };
  },
});

interface Selection {
  readonly entity_type?: string | undefined;
  readonly search?: string | undefined;
  readonly where?: readonly Condition[] | undefined;
  readonly sort?: string | undefined;
  readonly at?: string | undefined;
  readonly at_ingested?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly include_merged: boolean;
}

async function selectEntities(truth: Truth, asked: Selection): Promise<{ entities: Entity[]; total: number }> {
  const { entity_type: entityType, include_merged: includeMerged, limit, offset } = asked;
  const cut = asOf(asked);
  if (asked.where !== undefined || asked.sort !== undefined) {
    if (includeMerged) {
      throw refuse("VALIDATION_ERROR", "Merged entities are listed without where and sort only.", {
        problems: [{ path: "include_merged", message: "must be left out beside where or sort" }],
      });
    }
    const { where = [], sort, search } = asked;
    return filterEntities(truth, { entityType, where, sort, search, limit, offset }, cut);
  }
  if (asked.search !== undefined) {
    const ids =
      cut === undefined
        ? await searchEntities(truth, asked.search, { entityType, includeMerged })
        : await searchEntitiesThen(truth, asked.search, entityType, cut);
    const page = ids.slice(offset, offset + limit);
    if (cut !== undefined) return { entities: await entitiesThen(truth, page, cut), total: ids.length };
    const found = await truth.entities.findMany(page);
    return { entities: page.flatMap((id) => found.get(id) ?? []), total: ids.length };
  }
  if (cut !== undefined) return pageOfEntitiesAt(truth, cut, { entityType, limit, offset });
  const counts = await truth.types.count(entityType);
  return {
    entities: await truth.entities.page({ entityType, includeMerged, limit, offset }),
    total: counts.live + (includeMerged ? counts.merged : 0),
  };
}

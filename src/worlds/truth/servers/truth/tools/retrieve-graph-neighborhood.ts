import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested } from "../../../model/inputs.ts";
import type { SchemaBook } from "../../../model/schema/schema-book.ts";
import { asOf } from "../../../model/time.ts";
import {
  EntityAnswer,
  entityAnswer,
  ObservationAnswer,
  observationAnswer,
  RelationshipAnswer,
  relationshipAnswer,
  SourceAnswer,
  sourceAnswer,
  TimelineAnswer,
  Truncated,
  timelineAnswer,
  Values,
} from "../../../read/answers.ts";
import { aroundEntity, aroundSource, type Neighborhood } from "../../../read/neighborhood.ts";
import { fitList, LIST_CHARS_MAX } from "../../../read/paging.ts";
import type { Truth } from "../../../truth.ts";

export const retrieveGraphNeighborhood = defineTool({
  name: "retrieve_graph_neighborhood",
  title: "Read all around a node",
  description: [
    "Everything one step around an entity or a source: relationships, entities, sources, events, observations.",
    "Each list has at most 100 items; truncated_lists names those that were cut, for which there are tools of their own:",
    "list_relationships, retrieve_related_entities, list_timeline_events, list_observations.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    node_id: z
      .string()
      .regex(
        /^(?:ent_[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/,
        "must be an entity id or a source id",
      )
      .describe("Entity id or source id"),
    node_type: z.enum(["entity", "source"]).optional().describe("Default entity"),
    include_relationships: z.boolean().optional().describe("Default true"),
    include_sources: z.boolean().optional().describe("Default true"),
    include_events: z.boolean().optional().describe("Default true"),
    include_observations: z.boolean().optional().describe("Default false"),
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    node_id: z.string(),
    node_type: z.enum(["entity", "source"]),
    entity: EntityAnswer.optional(),
    entity_snapshot: Values.optional(),
    source: SourceAnswer.optional(),
    relationships: z.array(RelationshipAnswer).optional(),
    related_entities: z.array(EntityAnswer).optional(),
    sources: z.array(SourceAnswer).optional(),
    timeline_events: z.array(TimelineAnswer).optional(),
    observations: z.array(ObservationAnswer).optional(),
    redirected_from: z.string().optional().describe("The id that was asked for, where it was merged"),
    truncated: Truncated,
    truncated_lists: z.array(z.string()).optional(),
  }),
  async run(input, truth: Truth) {
    const wanted = {
      relationships: input.include_relationships ?? true,
      sources: input.include_sources ?? true,
      events: input.include_events ?? true,
      observations: input.include_observations ?? false,
    };
    const around =
      input.node_type === "source"
        ? await aroundSource(truth, input.node_id, wanted, asOf(input))
        : await aroundEntity(truth, input.node_id, wanted, asOf(input));
    const { node, ...lists } = around;
    const book = await truth.schemas.book();
    const fields = nodeFields(book, node, input.node_id);
    return { ...fields, ...fitLists(book, lists, LIST_CHARS_MAX - JSON.stringify(fields).length) };
  },
});

function nodeFields(book: SchemaBook, node: Neighborhood["node"], askedId: string) {
  if ("source" in node) {
    return { node_id: node.source.id, node_type: "source" as const, source: sourceAnswer(node.source) };
  }
  const { snapshot, ...entity } = { snapshot: {}, ...entityAnswer(book, node.entity, true) };
  return {
    node_id: entity.id,
    node_type: "entity" as const,
    entity,
    entity_snapshot: snapshot,
    ...(entity.id !== askedId && { redirected_from: askedId }),
  };
}

/** Fills the lists one after the other; each leaves the later ones at least their share. */
function fitLists(book: SchemaBook, { cutLists, ...lists }: Omit<Neighborhood, "node">, room: number) {
  const shown: Readonly<Record<string, readonly object[] | undefined>> = {
    relationships: lists.relationships?.map(relationshipAnswer),
    related_entities: lists.related_entities?.map((entity) => entityAnswer(book, entity, true)),
    sources: lists.sources?.map(sourceAnswer),
    timeline_events: lists.timeline_events?.map(timelineAnswer),
    observations: lists.observations?.map((observation) => observationAnswer(observation)),
  };
  const given = Object.entries(shown).flatMap(([name, items]) => (items === undefined ? [] : [{ name, items }]));
  const truncated = new Set<string>(cutLists);
  const fitted: Record<string, object[]> = {};
  let left = room;
  given.forEach(({ name, items }, index) => {
    const { items: taken, cut, chars } = fitList(items, 0, Math.floor(left / (given.length - index)));
    if (cut.truncated) truncated.add(name);
    fitted[name] = taken;
    left -= chars;
  });
  return {
    ...fitted,
    ...(truncated.size > 0 && { truncated: true, truncated_lists: [...truncated].sort() }),
  };
}

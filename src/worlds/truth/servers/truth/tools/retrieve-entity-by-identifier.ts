import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { byLastObservation, type Entity } from "../../../model/entity.ts";
import { SPACES } from "../../../model/findable.ts";
import { lookups } from "../../../model/identity/identifiers.ts";
import { EntityType } from "../../../model/inputs.ts";
import type { SchemaBook } from "../../../model/schema/schema-book.ts";
import { EntityAnswer, entityAnswer, Truncated } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import { bestOf } from "../../../search/entity-search.ts";
import type { Truth } from "../../../truth.ts";

/** More who share an identifier than anyone reads. */
const FOUND_MAX = 1000;
const SEARCHED_MAX = 10;
const IDENTIFIER_CHARS_MAX = 1000;

export const retrieveEntityByIdentifier = defineTool({
  name: "retrieve_entity_by_identifier",
  title: "Find an entity by what it is called",
  description: [
    "Finds entities by an exact name, e-mail, phone, domain, number or entity id, however it is spelt.",
    "Where nothing carries the identifier, the nearest by meaning are given, and matched_by says `search`.",
    "To weigh several signals at once use identify_entity; to list by words, retrieve_entities.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    identifier: z.string().trim().min(1).max(IDENTIFIER_CHARS_MAX).describe("Name, e-mail, number, id and the like"),
    entity_type: EntityType.optional(),
  }),
  output: z.object({
    entities: z.array(EntityAnswer),
    total: z.int(),
    matched_by: z.enum(["entity_id", "identifier", "search"]).nullable().describe("Null when nothing was found"),
    search_note: z.string().optional().describe("What limits the ranking right now"),
    truncated: Truncated,
  }),
  async run({ identifier, entity_type }, truth: Truth) {
    const { scope } = truth;
    const fits = (entity: Entity) => entity_type === undefined || entity.entity_type === entity_type;
    const book = await truth.schemas.book();
    const byId = (await truth.entities.findLive([identifier])).filter(fits);
    if (byId.length > 0) return answer(book, byId, "entity_id");
    const rows = await truth.identifiers.find(lookups(identifier), FOUND_MAX);
    const origins = [...new Set(rows.map(({ origin_id }) => origin_id))];
    const known = (await truth.entities.findLive(origins)).filter(fits);
    if (known.length > 0) return answer(book, byLastObservation(known), "identifier");
    const filters = entity_type === undefined ? {} : { filters: { entity_type } };
    const found = await scope.search.find({
      space: SPACES.entities,
      text: identifier,
      limit: SEARCHED_MAX,
      ...filters,
    });
    const entities = (await truth.entities.findLive([...bestOf(found.hits).keys()])).filter(fits);
    return { ...answer(book, entities, "search"), ...(found.why !== null && { search_note: found.why }) };
  },
});

function answer(book: SchemaBook, entities: readonly Entity[], matchedBy: "entity_id" | "identifier" | "search") {
  const { items, cut } = fitList(
    entities.map((entity) => entityAnswer(book, entity, true)),
    0,
  );
  const { truncated } = cut;
  return {
    entities: items,
    total: entities.length,
    matched_by: entities.length === 0 ? null : matchedBy,
    ...(truncated && { truncated }),
  };
}

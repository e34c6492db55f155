import { z } from "zod";
import { cutText, defineTool, type JsonObject } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { At, AtIngested, EntityId, FieldName, Offset } from "../../../model/inputs.ts";
import { shown } from "../../../model/reduce/shown.ts";
import { asOf, isoTime } from "../../../model/time.ts";
import { NextOffset, OmittedFields, Strings, Truncated, Values } from "../../../read/answers.ts";
import { fitFields, LIST_CHARS_MAX } from "../../../read/paging.ts";
import { requireEntityAt } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";

export const retrieveEntitySnapshot = defineTool({
  name: "retrieve_entity_snapshot",
  title: "Read an entity",
  description: [
    "What is known about one entity now, each field with the observation it comes from.",
    "With `at`, what was true then; with `at_ingested`, what was known then.",
    "A value too long for an answer stands in omitted_fields: read it with field, in parts from next_offset on.",
    "An id that was merged answers with the entity it became and says so in redirected_from.",
    "To find an id use retrieve_entities or retrieve_entity_by_identifier; for one field's source, retrieve_field_provenance.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_id: EntityId,
    field: FieldName.optional().describe("Only this field, a long text in parts"),
    offset: Offset,
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    entity_id: z.string(),
    entity_type: z.string(),
    schema_version: z.string(),
    snapshot: Values,
    raw_fragments: Values.optional(),
    provenance: Strings,
    computed_at: z.string(),
    observation_count: z.int(),
    last_observation_at: z.string(),
    redirected_from: z.string().optional().describe("The id that was asked for, where it was merged"),
    omitted_fields: OmittedFields,
    total_chars: z.int().optional().describe("How long the whole text is, where this is a part of it"),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run(input, truth: Truth) {
    const cut = asOf(input);
    const { entity } = await requireEntityAt(truth, input.entity_id, cut);
    const schema = (await truth.schemas.book()).of(entity.entity_type);
    const { snapshot, provenance, raw_fragments } = shown(schema, entity);
    const about = {
      entity_id: entity.id,
      entity_type: entity.entity_type,
      schema_version: schema.schema_version,
      computed_at: isoTime(cut === undefined ? entity.last_accepted_at : truth.scope.env.now()),
      observation_count: entity.observation_count,
      last_observation_at: isoTime(entity.last_observed_at),
      ...(entity.id !== input.entity_id && { redirected_from: input.entity_id }),
    };
    if (input.field !== undefined) {
      const known = { ...raw_fragments, ...snapshot };
      return { ...about, ...oneField(entity.id, known, provenance, input.field, input.offset ?? 0) };
    }
    if (input.offset !== undefined) {
      throw refuse("VALIDATION_ERROR", "An offset is one within the text of a field.", {
        problems: [{ path: "field", message: "must be named beside offset" }],
      });
    }
    // Facts first: fragments get what room they leave, and the provenance stays whole.
    const room = LIST_CHARS_MAX - JSON.stringify(provenance).length;
    const facts = fitFields(snapshot, room);
    const rest = raw_fragments && fitFields(raw_fragments, room - JSON.stringify(facts.fields).length);
    const omitted = [...(facts.omitted_fields ?? []), ...(rest?.omitted_fields ?? [])].sort();
    return {
      ...about,
      snapshot: facts.fields,
      ...(rest && { raw_fragments: rest.fields }),
      provenance,
      ...(omitted.length > 0 && { omitted_fields: omitted }),
    };
  },
});

/** One value; a text, or the JSON of anything else that is too long, from an offset on. */
function oneField(
  entity_id: string,
  known: JsonObject,
  provenance: Readonly<Record<string, string>>,
  field: string,
  offset: number,
) {
  const value = Object.hasOwn(known, field) ? known[field] : undefined;
  if (value === undefined) throw refuse("FIELD_NOT_FOUND", "The entity has no such field.", { entity_id, field });
  const from = Object.hasOwn(provenance, field) ? { [field]: provenance[field] ?? "" } : {};
  const json = JSON.stringify(value);
  if (offset === 0 && json.length <= LIST_CHARS_MAX) return { snapshot: { [field]: value }, provenance: from };
  const { text, cut } = cutText(typeof value === "string" ? value : json, offset, LIST_CHARS_MAX);
  return { snapshot: { [field]: text }, provenance: from, ...cut };
}

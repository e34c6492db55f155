import type { Json, JsonObject } from "../../../kernel/index.ts";
import { type Answer, aboutKnown, type Home } from "../home.ts";
import { requireReason, wrong } from "../model/inputs.ts";
import { proofId, readProofId } from "../model/proof-id.ts";
import { shortened, VALUE_CHARS_MAX } from "../model/shortened.ts";

export interface CorrectInput {
  readonly entity_id?: string | undefined;
  readonly proof_id?: string | undefined;
  readonly field?: string | undefined;
  readonly value: Json;
}

/** Overrules one field, and tells what it was before. */
export async function correct(home: Home, input: CorrectInput) {
  requireReason(home.scope.reasoning);
  const { entity_id, field: asked } = targetOf(input);
  const shown: Answer = await aboutKnown(home, "entity", "retrieve_entity_snapshot", { entity_id });
  const before = await valuesOf(home, shown);
  const corrected: Answer = await home.truth("correct", {
    entity_id: shown.entity_id,
    entity_type: shown.entity_type,
    field: asked,
    value: input.value,
    idempotency_key: `home ${home.scope.env.id()}`,
  });
  // It may be known by another name than the one it was asked by.
  const { observation_id, field } = corrected;
  const event = await home.scope.journal.at(await home.scope.journal.head());
  return {
    entity_id: shown.entity_id,
    field,
    before: shortened(before[field] ?? null, VALUE_CHARS_MAX),
    after: shortened(corrected.value, VALUE_CHARS_MAX),
    proof_id: proofId({ of: "fact", entity_id: shown.entity_id, observation_id, field }),
    event_id: event?.id ?? "",
  };
}

/** Every value; of one too long to be told beside the others, which is asked for alone, the beginning. */
async function valuesOf(home: Home, { entity_id, omitted_fields = [], ...shown }: Answer): Promise<JsonObject> {
  let values: JsonObject = { ...shown.raw_fragments, ...shown.snapshot };
  for (const field of omitted_fields) {
    const alone: Answer = await home.truth("retrieve_entity_snapshot", { entity_id, field });
    values = { ...values, ...alone.raw_fragments, ...alone.snapshot };
  }
  return values;
}

function targetOf({ entity_id, proof_id, field }: CorrectInput): { entity_id: string; field: string } {
  if ((entity_id === undefined) === (proof_id === undefined)) throw wrong("", "give one of entity_id and proof_id");
  if (entity_id !== undefined) {
    if (field === undefined) throw wrong("field", "is needed with entity_id");
    return { entity_id, field };
  }
  const proof = readProofId(proof_id ?? "");
  if (proof.of !== "fact") throw wrong("proof_id", "is not of a fact: give entity_id and field instead");
  return { entity_id: proof.entity_id, field: field ?? proof.field };
}

import type { Json } from "../../../kernel/index.ts";
import type { Answer, Home } from "../home.ts";
import { requireReason, wrong } from "../model/inputs.ts";
import { proofId, readProofId } from "../model/proof-id.ts";

export interface CorrectInput {
  readonly entity_id?: string | undefined;
  readonly proof_id?: string | undefined;
  readonly field?: string | undefined;
  readonly value: Json;
}

/** Overrules one field, and tells what it was before. */
export async function correct(home: Home, input: CorrectInput) {
  requireReason(home.scope.reasoning);
  const { entity_id, field } = targetOf(input);
  const shown: Answer = await home.truth("retrieve_entity_snapshot", { entity_id });
  const before = shown.snapshot[field] ?? shown.raw_fragments?.[field] ?? null;
  const corrected: Answer = await home.truth("correct", {
    entity_id: shown.entity_id,
    entity_type: shown.entity_type,
    field,
    value: input.value,
    idempotency_key: `home ${home.scope.env.id()}`,
  });
  const { observation_id } = corrected;
  const event = await home.scope.journal.at(await home.scope.journal.head());
  return {
    entity_id: shown.entity_id,
    field,
    before,
    after: corrected.value,
    proof_id: proofId({ of: "fact", entity_id: shown.entity_id, observation_id, field }),
    event_id: event?.id ?? "",
  };
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

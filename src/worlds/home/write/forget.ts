import { type Answer, aboutKnown, type Home } from "../home.ts";
import { requireReason, wrong } from "../model/inputs.ts";
import { readProofId } from "../model/proof-id.ts";

export interface ForgetInput {
  readonly memory_id?: string | undefined;
  readonly entity_id?: string | undefined;
  readonly proof_id?: string | undefined;
}

const SOURCES_MAX = 200;

/** Takes something out of every answer. The log keeps the words until the operator erases them. */
export async function forget(home: Home, input: ForgetInput) {
  const reason = requireReason(home.scope.reasoning);
  const given = [input.memory_id, input.entity_id, input.proof_id].filter((one) => one !== undefined);
  if (given.length !== 1) throw wrong("", "give exactly one of memory_id, entity_id and proof_id");
  if (input.entity_id !== undefined) return forgetEntity(home, input.entity_id, reason);
  const memoryId = input.memory_id ?? (await memoryOf(home, input.proof_id ?? ""));
  const gone = await aboutKnown(home, "memory", "withdraw_source", { source_id: memoryId, reason });
  return {
    receipt: receiptOf(gone.receipt, "memory"),
    removed: { memories: 1, statements: gone.observations, entities: gone.entity_ids.length, left: [] },
  };
}

/** The memory that a proof stands in. */
async function memoryOf(home: Home, id: string): Promise<string> {
  const proof = readProofId(id);
  if (proof.of === "words") return proof.source_id;
  if (proof.of !== "fact") {
    throw wrong("proof_id", "is of a file or of another world: change it there, with the tools of that world");
  }
  const { observations } = await aboutKnown(home, "entity", "list_observations", {
    entity_id: proof.entity_id,
    limit: SOURCES_MAX,
  });
  const said = observations.find((one: Answer) => one.id === proof.observation_id);
  if (said === undefined) throw wrong("proof_id", "is of a statement that is not there any more");
  return said.source_id;
}

/** An entity goes with the memories that speak of nothing else; those that speak of others too stay, and are named. */
async function forgetEntity(home: Home, entityId: string, reason: string) {
  const { observations } = await aboutKnown(home, "entity", "list_observations", {
    entity_id: entityId,
    limit: SOURCES_MAX,
  });
  const deleted: Answer = await home.truth("delete_entity", { entity_id: entityId, reason });
  const left: string[] = [];
  let memories = 0;
  let statements = 0;
  for (const source_id of new Set<string>(observations.map((one: Answer) => one.source_id))) {
    const { source, statements: others }: Answer = await home.truth("read_source", { source_id, statements: true });
    // What is told of a source leaves out deleted entities: whoever is left is somebody else.
    if (others.length > 0) left.push(source_id);
    else if (source.kind === "file" || source.kind === "structured") {
      const gone: Answer = await home.truth("withdraw_source", { source_id, reason });
      memories += 1;
      statements += gone.observations;
    }
  }
  return {
    receipt: receiptOf(deleted.receipt, "entity"),
    removed: { memories, statements, entities: 1, left: left.sort() },
  };
}

function receiptOf({ event_id, recorded_at, hash }: Answer, what: "memory" | "entity") {
  return { event_id, at: recorded_at, what, hash };
}

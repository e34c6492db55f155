import type { Json, JsonObject } from "../../../../kernel/index.ts";
import type { Folded } from "../entity.ts";
import type { Observation, Weight } from "../observation.ts";
import { fitValue } from "../schema/fit-value.ts";
import { type EntitySchema, fieldOf, type Policy, policyOf } from "../schema/types/entity-schema.ts";
import { beats, isCorrection, outlasts } from "./beats.ts";
import { contributors, joinContributors, uniteItems } from "./merge-array.ts";

type WeightOf = (observationId: string) => Weight;

const FRAGMENT_POLICY: Policy = { strategy: "last_write", tie_breaker: "observed_at" };

/** What no observation comes to. */
export const NOTHING: Folded = {
  snapshot: {},
  provenance: {},
  fragments: {},
  fragment_provenance: {},
  deletion: null,
};

/**
 * Joins one observation to what the others came to. The join does not mind order, grouping or repetition.
 * `weightOf` is asked for the present winner of what `next` says, of a merged array for one of them: their priorities are equal.
 * Answers `folded` itself when nothing changes.
 */
export function fold(schema: EntitySchema, folded: Folded, weightOf: WeightOf, said: Observation): Folded {
  if (said.kind === "deletion" || said.kind === "restoration") return foldDeletion(folded, weightOf, said);
  const next = lifted(schema, said);
  const fields = foldValues(
    { values: folded.snapshot, provenance: folded.provenance },
    next.fields,
    next,
    (field) => policyOf(schema, field),
    weightOf,
  );
  const fragments = foldValues(
    { values: folded.fragments, provenance: folded.fragment_provenance },
    fragmentsOf(next),
    next,
    () => FRAGMENT_POLICY,
    weightOf,
  );
  if (fields === undefined && fragments === undefined) return folded;
  return {
    ...folded,
    ...(fields && { snapshot: fields.values, provenance: fields.provenance }),
    ...(fragments && { fragments: fragments.values, fragment_provenance: fragments.provenance }),
  };
}

/** What a schema learnt to claim after it was said, where its history counts. */
function lifted(schema: EntitySchema, said: Observation): Observation {
  if (schema.lifts === undefined || schema.lifts.size === 0) return said;
  const { lifts } = schema;
  const claims = (name: string) => {
    const field = lifts.has(name) ? fieldOf(schema, name) : undefined;
    return field !== undefined && fitValue(field, said.fragments[name] ?? null).fits;
  };
  const up = Object.entries(said.fragments).filter(([name]) => claims(name));
  if (up.length === 0) return said;
  const left = Object.entries(said.fragments).filter(([name]) => !claims(name));
  return { ...said, fields: { ...Object.fromEntries(up), ...said.fields }, fragments: Object.fromEntries(left) };
}

/** A correction of a field also overrules what was kept of it as a fragment, because it did not fit. */
function fragmentsOf(said: Observation): JsonObject {
  if (!isCorrection(said)) return said.fragments;
  return { ...Object.fromEntries(Object.keys(said.fields).map((field) => [field, null])), ...said.fragments };
}

export function reduce(schema: EntitySchema, observations: readonly Observation[]): Folded {
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  const weightOf = weightsIn(byId);
  return [...byId.values()].reduce((folded, next) => fold(schema, folded, weightOf, next), NOTHING);
}

function weightsIn(weights: ReadonlyMap<string, Weight>): WeightOf {
  return (id) => {
    const weight = weights.get(id);
    if (weight === undefined) throw new Error(`The weight of observation ${id} is not at hand`);
    return weight;
  };
}

function foldDeletion(folded: Folded, weightOf: WeightOf, next: Observation): Folded {
  if (folded.deletion !== null && !outlasts(next, weightOf(folded.deletion.observation_id))) return folded;
  return { ...folded, deletion: { observation_id: next.id, deleted: next.kind === "deletion" } };
}

interface Values {
  readonly values: JsonObject;
  readonly provenance: Readonly<Record<string, string>>;
}

/** What several observations of one field share in weight is decided by any one of them: only equals are united. */
function firstWinner(provenance: Values["provenance"], field: string): string | undefined {
  return Object.hasOwn(provenance, field) ? contributors(provenance[field] ?? "")[0] : undefined;
}

/** Undefined when nothing changes. */
function foldValues(
  held: Values,
  said: JsonObject,
  next: Weight,
  policyFor: (field: string) => Policy,
  weightOf: WeightOf,
): Values | undefined {
  const spoken = Object.entries(said);
  if (spoken.length === 0) return undefined;
  const values = new Map(Object.entries(held.values));
  const provenance = new Map(Object.entries(held.provenance));
  let changed = false;
  for (const [field, value] of spoken) {
    if (value === undefined) continue;
    const winner = firstWinner(held.provenance, field);
    const now = join(
      policyFor(field),
      winner === undefined
        ? undefined
        : { weight: weightOf(winner), ids: provenance.get(field) ?? "", value: values.get(field) ?? null },
      { weight: next, ids: next.id, value },
    );
    if (now === undefined) continue;
    changed = true;
    provenance.set(field, now.ids);
    if (now.value === null) values.delete(field);
    else values.set(field, now.value);
  }
  return changed ? { values: Object.fromEntries(values), provenance: Object.fromEntries(provenance) } : undefined;
}

interface Claim {
  readonly weight: Weight;
  readonly ids: string;
  readonly value: Json;
}

/** What the field becomes, or undefined when it stays as it is. */
function join(policy: Policy, held: Claim | undefined, next: Claim): Claim | undefined {
  if (policy.strategy === "merge_array" && !isCorrection(next.weight)) return joinArray(held, next);
  if (held !== undefined && !beats(policy, next.weight, held.weight)) return undefined;
  return policy.strategy === "merge_array" && next.value !== null
    ? { ...next, value: uniteItems(next.value, []) }
    : next;
}

/** Union among the weightiest. A null adds nothing to a set, so only a correction can clear one. */
function joinArray(held: Claim | undefined, next: Claim): Claim | undefined {
  if (next.value === null) return undefined;
  const order = held === undefined ? 1 : next.weight.source_priority - held.weight.source_priority;
  if (order < 0) return undefined;
  if (held === undefined || order > 0) return { ...next, value: uniteItems(next.value, []) };
  if (contributors(held.ids).includes(next.ids)) return undefined;
  return { ...next, ids: joinContributors(held.ids, next.ids), value: uniteItems(held.value, next.value) };
}

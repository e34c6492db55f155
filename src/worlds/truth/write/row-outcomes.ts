import { canonicalJson, type Json, type JsonObject } from "../../../kernel/index.ts";
import { winnersOf } from "../apply/entity-draft.ts";
import type { Entity, Folded } from "../model/entity.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import type { Observation, Weight } from "../model/observation.ts";
import type { RecordedObservation } from "../model/recorded.ts";
import { fold, NOTHING } from "../model/reduce/fold.ts";
import { policyOf } from "../model/schema/types/entity-schema.ts";
import { isoTime } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import type { Said } from "./already-said.ts";
import type { PlannedRow } from "./plan-rows.ts";

/** What a row did: whom it joined and why, and which values it put in the place of others. */
export interface RowOutcome {
  readonly joined: "new" | "existing";
  /** The fields that decided, and what they said, as names are compared. */
  readonly rule: string;
  readonly words: string;
  readonly changed?: Readonly<Record<string, [Json, Json]>>;
}

export interface Outcomes {
  readonly rows: readonly RowOutcome[];
  readonly warnings: readonly Warning[];
}

const WORDS_CHARS_MAX = 120;
const VALUE_CHARS_MAX = 200;

/** Works out what rows will do, by the rules that apply them; each sees what those before it in the call have done. */
export async function outcomesOf(
  truth: Truth,
  planned: readonly PlannedRow[],
  said: readonly Said[],
  known: ReadonlyMap<string, Entity>,
): Promise<Outcomes> {
  const book = await truth.schemas.book();
  const weights = await weightsOf(truth, [...known.values()]);
  const now = truth.scope.env.now();
  const states = new Map<string, Folded>([...known.values()].map((entity) => [entity.id, entity]));
  const rows: RowOutcome[] = [];
  const warnings: Warning[] = [];
  for (const [index, row] of planned.entries()) {
    const { identity } = row;
    const entity = known.get(identity.entity_id);
    const id = entity?.id ?? identity.entity_id;
    const before = states.get(id);
    const words = identity.normalized.slice(0, WORDS_CHARS_MAX);
    const outcome = {
      joined: before === undefined ? ("new" as const) : ("existing" as const),
      rule: identity.rule,
      words,
    };
    const { observation, isNew } = said[index] ?? { observation: row.observation, isNew: false };
    if (!isNew || isYetToCome(observation, now)) {
      if (isNew) warnings.push(yetToCome(row.row, id, observation));
      rows.push(outcome);
      continue;
    }
    const schema = book.of(entity?.entity_type ?? row.entity_type);
    const next = asObserved(observation, id, Math.max(now, (entity?.last_accepted_at ?? 0) + 1));
    weights.set(next.id, next);
    const after = fold(schema, before ?? NOTHING, (of) => weightIn(weights, of), next);
    states.set(id, after);
    const changed = before === undefined ? {} : changesBetween(before, after, observation);
    rows.push({ ...outcome, ...(Object.keys(changed).length > 0 && { changed }) });
    const replaced = Object.keys(changed).filter((field) => policyOf(schema, field).strategy !== "merge_array");
    if (replaced.length > 0) warnings.push(replacedBy(row.row, id, replaced));
    const outranked = before === undefined ? [] : withoutForce(after, observation);
    if (outranked.length > 0) warnings.push(outrankedBy(row.row, id, outranked));
  }
  return { rows, warnings };
}

function replacedBy(row: number, entity_id: string, fields: string[]): Warning {
  const message =
    "The row joined an entity that said something else: the values named in details now stand in the place of others, which are kept as observations.";
  return { code: "VALUE_REPLACED", message, details: { row, entity_id, fields } };
}

/** Whether a statement names a time that is still ahead: it does not rule until then. */
function isYetToCome({ declared_at }: RecordedObservation, now: number): boolean {
  return declared_at !== null && declared_at > now;
}

function yetToCome(row: number, entity_id: string, { declared_at }: RecordedObservation): Warning {
  const message =
    "The statement is dated in the future. It is kept, and does not rule before the time named in details.";
  return { code: "STATED_IN_FUTURE", message, details: { row, entity_id, rules_from: isoTime(declared_at ?? 0) } };
}

function outrankedBy(row: number, entity_id: string, fields: string[]): Warning {
  const message =
    "Something newer, weightier or corrected stands in the fields named in details: what the row says of them is kept as an observation and is not in force.";
  return { code: "VALUE_NOT_IN_FORCE", message, details: { row, entity_id, fields } };
}

/** Fields of which the row says something that does not stand afterwards. */
function withoutForce({ snapshot, provenance, fragments, fragment_provenance }: Folded, said: RecordedObservation) {
  const lost = (values: JsonObject, standing: JsonObject, winners: Readonly<Record<string, string>>) =>
    Object.entries(values).filter(
      ([field, value = null]) =>
        !(winners[field] ?? "").split(",").includes(said.id) &&
        canonicalJson(value) !== canonicalJson((Object.hasOwn(standing, field) ? standing[field] : null) ?? null),
    );
  return [...lost(said.fields, snapshot, provenance), ...lost(said.fragments, fragments, fragment_provenance)]
    .map(([field]) => field)
    .sort();
}

async function weightsOf({ observations }: Truth, entities: readonly Entity[]): Promise<Map<string, Weight>> {
  const ids = [...new Set(entities.flatMap((entity) => winnersOf(entity)))];
  const found = ids.length === 0 ? [] : await observations.weightsOf(ids);
  return new Map(found.map((weight) => [weight.id, weight]));
}

function weightIn(weights: ReadonlyMap<string, Weight>, id: string): Weight {
  const found = weights.get(id);
  if (found === undefined) throw new TypeError(`a snapshot names an observation that is not there: ${id}`);
  return found;
}

/** The observation as it will be applied, as far as that decides what wins. */
function asObserved({ rule_id, ...said }: RecordedObservation, entityId: string, acceptedAt: number): Observation {
  return {
    ...said,
    origin_id: rule_id,
    entity_id: entityId,
    source_id: "",
    interpretation_id: null,
    observed_at: said.declared_at ?? acceptedAt,
    accepted_at: acceptedAt,
    position: 0,
  };
}

/** Values that were there and are others now. */
function changesBetween(before: Folded, after: Folded, { fields, fragments }: RecordedObservation) {
  const changed: Record<string, [Json, Json]> = {};
  for (const field of [...Object.keys(fields), ...Object.keys(fragments)].sort()) {
    const [was, is] = [valueIn(before, field), valueIn(after, field)];
    if (was === undefined || canonicalJson(was) === canonicalJson(is ?? null)) continue;
    changed[field] = [short(was), short(is ?? null)];
  }
  return changed;
}

function valueIn({ snapshot, fragments }: Folded, field: string): Json | undefined {
  const own = (values: JsonObject) => (Object.hasOwn(values, field) ? values[field] : undefined);
  return own(snapshot) ?? own(fragments);
}

/** Long values are told by how they begin: the whole is in the snapshot, and was in the observation. */
function short(value: Json): Json {
  const text = typeof value === "string" ? value : canonicalJson(value);
  if (text.length <= VALUE_CHARS_MAX) return value;
  return `${text.slice(0, VALUE_CHARS_MAX).toWellFormed()}…`;
}
